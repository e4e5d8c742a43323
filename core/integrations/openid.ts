import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type { Logger } from '#core/shared/log.ts'
import { readIdToken } from './id-token.ts'

export type OpenIdOptions = {
  /** where the provider describes itself, below /.well-known/openid-configuration */
  issuer: string
  clientId: string
  clientSecret: string
  /** of ours, as it is registered with the provider */
  returnTo: string
  scope: string
  /** what this provider understands besides the standard */
  parameters: Readonly<Record<string, string>>
  /**
   * Telegram: reports contradict each other on what it sends. The client's secret goes into the header and, where that is
   * refused, into the body; ID tokens are read as `readIdToken` does.
   */
  isTelegram?: boolean
  log: Logger
  patienceMs?: number
}

/** What a browser brings back from the provider is checked against these. */
export type Asked = { state: string; nonce: string; verifier: string }

/** What the provider says about the person. `subject` is the only part that never changes. */
export type Identity = {
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
  /** by which the provider's own people know each other */
  username: string | null
  /** the provider's number of the person, where that is another claim than the subject */
  number: string | null
}

/** `refused`: by the provider, or by our checks of its response. */
export type OpenIdProblem = 'cancelled' | 'refused' | 'timeout' | 'unreachable'

/** `isMisconfigured`: the provider does not accept our id and secret. */
type Failed = { ok: false; reason: OpenIdProblem; isMisconfigured: boolean }

export type OpenId = ReturnType<typeof createOpenId>

const maxAnswerBytes = 256 * 1024

/** Reads a response up to a size that no honest provider needs. */
async function fetchShort(...[url, init]: Parameters<CustomFetch>): Promise<Response> {
  const { body, signal, ...options } = init
  const response = await fetch(url, {
    ...options,
    body: body instanceof Uint8Array ? Buffer.from(body) : (body ?? null),
    signal: signal ?? null,
  })
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop ends the connection.
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxAnswerBytes) throw new TypeError('the response of the provider is too long')
    parts.push(part)
  }
  const { status, headers } = response
  return new Response(bytes > 0 ? Buffer.concat(parts) : null, { status, headers })
}

// The page waits for 15 seconds.
const defaultPatienceMs = 12_000

/** Sign-in with one OpenID provider: code flow with PKCE. The library is loaded with the first sign-in. */
export function createOpenId(options: OpenIdOptions) {
  const { issuer, clientId, clientSecret, returnTo, scope, parameters, log } = options
  const { isTelegram = false } = options
  const { patienceMs = defaultPatienceMs } = options
  let discovered: Promise<ServerMetadata> | null = null

  /** The provider's description, read once; a failure is not kept. */
  function discover(): Promise<ServerMetadata> {
    discovered ??= read().catch((error: unknown) => {
      discovered = null
      throw error
    })
    return discovered
  }

  async function read(): Promise<ServerMetadata> {
    const client = await import('openid-client')
    const server = new URL(issuer)
    const config = await client.discovery(server, clientId, clientSecret, undefined, {
      timeout: patienceMs / 1000,
      [client.customFetch]: fetchShort,
      // The configuration allows http on the local machine only.
      ...(server.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    })
    return config.serverMetadata()
  }

  /**
   * A new one for each sign-in, because each keeps the provider's keys: with keys of a minute ago, the first people after
   * the provider has changed its key would be refused.
   */
  async function configure(auth?: ClientAuth): Promise<Configuration> {
    const client = await import('openid-client')
    const server = await discover()
    const config = new client.Configuration({ ...server }, clientId, clientSecret, auth)
    config.timeout = patienceMs / 1000
    config[client.customFetch] = fetchShort
    if (server.issuer.startsWith('http:')) client.allowInsecureRequests(config)
    return config
  }

  /** The library checks all of the exchange but the ID token, which it is not shown. */
  async function telegramClaims(query: URLSearchParams, { state, nonce, verifier }: Asked) {
    const client = await import('openid-client')
    const server = await discover()
    const address = new URL(`${returnTo}?${query.toString()}`)
    const exchange = async (auth: ClientAuth) => {
      const config = await configure(auth)
      let idToken: string | null = null
      config[client.customFetch] = async (url, request) => {
        const answer = await fetchShort(url, request)
        if (!answer.ok) return answer
        const body: unknown = await answer.json().catch(() => null)
        idToken = idTokenIn(body)
        return Response.json(Object.assign({}, body, { id_token: undefined }), {
          status: answer.status,
        })
      }
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      await client.authorizationCodeGrant(config, address, checks)
      return idToken
    }
    const token = await exchange(client.ClientSecretBasic(clientSecret)).catch((error: unknown) => {
      if (!isAboutClient(error)) throw error
      return exchange(client.ClientSecretPost(clientSecret))
    })
    const keys = await fetchShort(server.jwks_uri ?? '', {
      method: 'GET',
      headers: {},
      body: null,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const claims =
      token &&
      readIdToken(token, {
        issuer: server.issuer,
        clientId,
        nonce,
        keys: await keys.json().catch(() => null),
        at: new Date(),
      })
    if (!claims) throw new client.ClientError('the ID token is not valid')
    return claims
  }

  async function attempt<Done>(work: () => Promise<Done>): Promise<({ ok: true } & Done) | Failed> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), patienceMs)
    })
    try {
      const done = await Promise.race([work(), late])
      return done === null
        ? { ok: false, reason: 'timeout', isMisconfigured: false }
        : { ok: true, ...done }
    } catch (error) {
      const reason = problemOf(error)
      if (reason === null) throw error
      // An operator has to see that the client's secret is wrong.
      if (reason !== 'cancelled') log.warn({ err: error, issuer }, 'a sign-in provider failed')
      return { ok: false, reason, isMisconfigured: isAboutClient(error) }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** Where browsers are sent, for the policy of the pages with the button. */
    origin: new URL(issuer).origin,

    /** The address of the provider's page, and what its response is checked against. */
    ask: () =>
      attempt(async (): Promise<{ url: string; asked: Asked }> => {
        const client = await import('openid-client')
        const config = await configure()
        const asked = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: returnTo,
          scope,
          state: asked.state,
          nonce: asked.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(asked.verifier),
          code_challenge_method: 'S256',
          ...parameters,
        })
        return { url: url.href, asked }
      }),

    /** Exchanges the code that a browser came back with. The tokens are dropped: nothing here reads them. */
    identify: (query: URLSearchParams, asked: Asked) =>
      attempt(async (): Promise<{ identity: Identity }> => {
        const client = await import('openid-client')
        if (isTelegram) return { identity: identityIn(await telegramClaims(query, asked)) }
        const config = await configure()
        client.enableNonRepudiationChecks(config)
        const tokens = await client.authorizationCodeGrant(
          config,
          new URL(`${returnTo}?${query.toString()}`),
          {
            expectedState: asked.state,
            expectedNonce: asked.nonce,
            pkceCodeVerifier: asked.verifier,
            idTokenExpected: true,
          },
        )
        const claims = tokens.claims()
        if (!claims) throw new client.ClientError('there is no ID token')
        return { identity: identityIn(claims) }
      }),
  }
}

/** Null: no. */
const idTokenIn = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  'id_token' in body &&
  typeof body.id_token === 'string'
    ? body.id_token
    : null

function identityIn(claims: Readonly<Record<string, unknown>> & { sub: string }): Identity {
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  return {
    subject: claims.sub,
    email: text('email'),
    emailVerified: claims['email_verified'] === true,
    name: text('name'),
    username: text('preferred_username'),
    number: typeof claims['id'] === 'number' ? String(claims['id']) : text('id'),
  }
}

const isAboutClient = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'WWWAuthenticateChallengeError' ||
    ('error' in error &&
      (error.error === 'invalid_client' || error.error === 'unauthorized_client')))

/** Null: a fault of ours. The names are those of the library. */
function problemOf(error: unknown): OpenIdProblem | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? error.code : undefined
  if (code === 'OAUTH_TIMEOUT') return 'timeout'
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return 'error' in error && error.error === 'access_denied' ? 'cancelled' : 'refused'
  // What fetch throws if there is no connection, or if it breaks off.
  if (error instanceof TypeError) return code === undefined ? 'unreachable' : null
  if (error.name === 'ResponseBodyError' || error.name === 'WWWAuthenticateChallengeError')
    return 'refused'
  if (error.name !== 'ClientError') return null
  const isBroken = code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_PARSE_ERROR'
  if (isBroken) return 'unreachable'
  return 'refused'
}
