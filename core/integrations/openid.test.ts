import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createLog } from '#core/shared/log.ts'
import { expect, test as base } from '#tests/support/database.ts'
import { createOpenId, type OpenIdProblem } from './openid.ts'

const keys = await generateKeyPair('RS256')
const otherKeys = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }

const otherKind = await generateKeyPair('ES256')
const jwkOfOtherKind = { ...(await exportJWK(otherKind.publicKey)), kid: 'two', use: 'sig' }

const clientId = '7000100'
const clientSecret = 'secret-of-the-client'
const email = 'anna.private@example.com'
const code = '4/0Private-code'
const accessToken = 'ya29.private-access'
const secrets = [email, 'Private', 'private', clientSecret, 'eyJ']

type Answer = (asked: Asked, to: ServerResponse) => Said | void | Promise<Said>
type Said = { status?: number; headers?: Record<string, string>; body: string }
type Asked = { issuer: string; nonce: string }

type Beside = {
  more?: Record<string, unknown>
  key?: CryptoKey
  header?: Record<string, unknown>
}

/** What an honest provider says, with something else in the claims or beside them. */
async function tokens(
  { issuer, nonce }: Asked,
  claims: Record<string, unknown> = {},
  { more = {}, key = keys.privateKey, header = {} }: Beside = {},
): Promise<Said> {
  const now = Math.floor(Date.now() / 1000)
  const said = { iss: issuer, aud: clientId, sub: '1', iat: now, exp: now + 60, nonce, email }
  const idToken = await new SignJWT({ ...said, email_verified: true, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
    .sign(key)
  return json({ access_token: accessToken, token_type: 'Bearer', id_token: idToken, ...more })
}

const json = (body: unknown, status = 200): Said => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const whole = { email, code, access_token: accessToken, password: 'private', name: 'Private' }

/** Answers of a provider that is broken or lies. Each quotes what it knows of the person. */
const lies: Record<string, (asked: Asked) => Said | Promise<Said>> = {
  'another issuer': (asked) => tokens(asked, { iss: `https://${email}` }),
  'another audience': (asked) => tokens(asked, { aud: email }),
  'the audience as a number': (asked) => tokens(asked, { aud: Number(clientId) }),
  'another algorithm': (asked) =>
    tokens(asked, {}, { key: otherKind.privateKey, header: { alg: 'ES256', kid: 'two' } }),
  'another nonce': (asked) => tokens(asked, { nonce: code }),
  'no nonce': (asked) => tokens(asked, { nonce: undefined }),
  'no subject': (asked) => tokens(asked, { sub: undefined }),
  'a subject that is no text': (asked) => tokens(asked, { sub: { email } }),
  'an expiry in the past': (asked) => tokens(asked, { exp: 1 }),
  'an expiry in words': (asked) => tokens(asked, { exp: email }),
  'a start in the future': (asked) => tokens(asked, { nbf: 9_999_999_999 }),
  'a foreign key': (asked) => tokens(asked, {}, { key: otherKeys.privateKey }),
  'a key nobody knows': (asked) => tokens(asked, {}, { header: { kid: email } }),
  'a header nobody understands': (asked) =>
    tokens(asked, {}, { header: { crit: ['b64'], b64: true, who: email } }),
  'no ID token': (asked) => tokens(asked, {}, { more: { id_token: undefined } }),
  'an ID token that is none': (asked) => tokens(asked, {}, { more: { id_token: email } }),
  'an ID token of three words': (asked) =>
    tokens(asked, {}, { more: { id_token: `private.${accessToken}.private` } }),
  'an access token that is none': (asked) =>
    tokens(asked, {}, { more: { access_token: { email } } }),
  'another kind of token': (asked) => tokens(asked, {}, { more: { token_type: email } }),
  'a life in words': (asked) => tokens(asked, {}, { more: { expires_in: email } }),
  'a scope that is none': (asked) => tokens(asked, {}, { more: { scope: [email] } }),
  'a refresh token that is none': (asked) =>
    tokens(asked, {}, { more: { refresh_token: [email] } }),
  'a refusal with everything': () =>
    json({ error: 'invalid_grant', error_description: `${email} ${code}`, ...whole }, 400),
  'a refusal in its own words': () => json({ error: email, error_uri: code }, 400),
  'a refusal whose constructor has a name': () =>
    json({ error: 'invalid_grant', constructor: { name: email }, ...whole }, 401),
  'a challenge': () => ({
    status: 401,
    headers: { 'www-authenticate': `Bearer realm="${email}", error="${accessToken}"` },
    body: '',
  }),
  'words instead of JSON': () => ({
    headers: { 'content-type': 'application/json' },
    body: `${email} ${code}`,
  }),
  'half of its JSON': () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(whole).slice(0, -1),
  }),
  'a list': () => json([email, code]),
  'a text': () => json(email),
  'a page': () => ({ headers: { 'content-type': 'text/html' }, body: `<p>${email}` }),
  'a redirect': () => ({ status: 302, headers: { location: `/?email=${email}` }, body: email }),
  'its own fault': () => json(whole, 500),
  nothing: () => ({ status: 204, body: '' }),
}

type Provider = { issuer: string; answer: (to: ServerResponse) => unknown; lines: string[] }

const test = base.extend('provider', async ({ task }, { onCleanup }) => {
  const provider: Provider = { issuer: '', answer: () => null, lines: [] }
  const server = createServer((request, to) => {
    const { issuer } = provider
    if (request.url === '/token') return provider.answer(to)
    to.setHeader('content-type', 'application/json')
    return to.end(
      JSON.stringify(
        request.url === '/keys'
          ? { keys: [jwk, jwkOfOtherKind] }
          : {
              issuer,
              authorization_endpoint: `${issuer}/auth`,
              token_endpoint: `${issuer}/token`,
              jwks_uri: `${issuer}/keys`,
              response_types_supported: ['code'],
              subject_types_supported: ['public'],
              id_token_signing_alg_values_supported: ['RS256'],
            },
      ),
    )
  })
  server.on('error', (error) => {
    throw new Error(`The provider of “${task.name}” broke.`, { cause: error })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  provider.issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return provider
})

/** Signs in once; the provider's response to the code is given. */
async function signIn(provider: Provider, say: Answer) {
  const { issuer, lines } = provider
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const openId = createOpenId({
    issuer,
    clientId,
    clientSecret,
    returnTo: 'http://localhost:3000/auth-callback',
    scope: 'openid email profile',
    parameters: {},
    log: createLog('trace', to),
    patienceMs: 4000,
  })
  const begun = await openId.ask()
  if (!begun.ok) throw new Error(begun.reason)
  const { asked } = begun
  provider.answer = async (to) => {
    const said = await say({ issuer, nonce: asked.nonce }, to)
    if (said) to.writeHead(said.status ?? 200, said.headers ?? {}).end(said.body)
  }
  return openId.identify(new URLSearchParams({ code, state: asked.state }), asked)
}

test('an honest provider says who somebody is', async ({ provider }) => {
  const done = await signIn(provider, (asked) => tokens(asked))
  expect(done).toMatchObject({ ok: true, identity: { subject: '1', email, emailVerified: true } })
  expect(provider.lines).toEqual([])
})

const problems: readonly (OpenIdProblem | null)[] = ['refused', 'unreachable']

test.for(Object.entries(lies))(
  'a provider that says %s signs nobody in, and nothing of it gets into the log',
  async ([, lie], { provider }) => {
    const done = await signIn(provider, lie)
    expect(problems).toContain(done.ok ? null : done.reason)
    expect(provider.lines).toHaveLength(1)
    for (const secret of secrets) expect(provider.lines[0]).not.toContain(secret)
  },
)

test('a response without an end is not read to its end', async ({ provider }) => {
  const megabyte = 'x'.repeat(2 ** 20)
  let sent = 0
  let isClosed = false
  const done = await signIn(provider, (_asked, to) => {
    to.on('close', () => (isClosed = true))
    to.writeHead(200, { 'content-type': 'application/json' })
    const send = () => {
      while (!isClosed && sent++ < 300) if (!to.write(megabyte)) return to.once('drain', send)
      return to.end()
    }
    send()
  })
  expect(done).toMatchObject({ ok: false, reason: 'unreachable' })
  // What the sockets between hold, and no more.
  expect(sent).toBeLessThan(50)
})
