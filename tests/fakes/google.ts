import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { z } from 'zod'
import { fakeCalendars, type FakeCalendars } from './google-calendar.ts'
import { consentPage, refusalPage } from './google-pages.ts'

export type GooglePerson = {
  email: string
  /** '': Google has none */
  name: string
  /** whether Google has confirmed the address */
  verified: boolean
  /** Google's number of the account, which stays when its address changes; without, the address makes it */
  subject?: string
  /** the domain of the organisation that the account belongs to */
  hd?: string
}

/** What the consent page can make go wrong after the person has agreed. */
export const googleFaults = [
  'none',
  'slow',
  'wrong_nonce',
  'used_code',
  'lost',
  'other_key',
] as const

export type FakeGoogleOptions = {
  clientId: string
  clientSecret: string
  /** the only addresses that codes are sent to: after a sign-in, and for a calendar */
  returnTo: string
  calendarReturnTo?: string
  /** where tokens and calendars are kept; without it they end with the process */
  file?: string
  people?: readonly GooglePerson[]
  port?: number
  slowMs?: number
}

export type FakeGoogle = {
  issuer: string
  /** the accounts' calendars */
  calendars: FakeCalendars
  /** What was asked: 'POST /token'. */
  asked: string[]
  /** how many connections were opened to it */
  connections: number
  /** What a person at the consent page does: the address that the browser is sent back to. */
  agree(
    page: string,
    person: GooglePerson,
    fault?: (typeof googleFaults)[number],
    /** of what may be left out; all without it */
    granted?: readonly string[],
  ): Promise<string>
  deny(page: string): Promise<string>
  /** Signs with a new key from now on, as Google does about once a week; the one before stays published. */
  rotateKeys(): Promise<void>
  /** The subject of the account with this address. */
  subjectOf(email: string): string
  stop(): Promise<void>
}

const askedSchema = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().refine((scope) => scope.split(' ').includes('openid')),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.literal('S256').optional(),
  access_type: z.enum(['online', 'offline']).default('online'),
  include_granted_scopes: z.string().optional(),
  login_hint: z.string().optional(),
  prompt: z.string().optional(),
})
type Asked = z.infer<typeof askedSchema>

const consentSchema = z.object({
  request: z.string(),
  person: z.string().default(''),
  email: z.string().trim().default(''),
  name: z.string().trim().default(''),
  subject: z.string().optional(),
  hd: z.string().optional(),
  verified: z.literal('on').optional(),
  fault: z.enum(googleFaults).default('none'),
})

const client = { client_id: z.string(), client_secret: z.string() }
const tokenSchema = z.discriminatedUnion('grant_type', [
  z.object({
    ...client,
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string().optional(),
  }),
  z.object({ ...client, grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
])

type Issued = {
  asked: Asked
  /** the scopes that were agreed to */
  scope: string
  person: GooglePerson
  fault: (typeof googleFaults)[number]
  at: number
}

const codeSeconds = 600
const seconds = () => Math.floor(Date.now() / 1000)

/** Google's number of an account; its own form of an address does not matter. */
const subjectOf = (email: string) =>
  BigInt(`0x${createHash('sha256').update(email.toLowerCase()).digest('hex')}`)
    .toString()
    .slice(0, 21)

/**
 * A Google that speaks OpenID Connect on its own port: discovery, keys, a consent page that says what it is, and tokens. It
 * refuses what Google refuses: another client or address, a code that was used, a wrong PKCE verifier. For tests and the
 * demo only.
 */
export async function startFakeGoogle(options: FakeGoogleOptions): Promise<FakeGoogle> {
  const { clientId, clientSecret, returnTo, people = [], slowMs = 20_000, file } = options
  const calendars = fakeCalendars({ file, slowMs })
  const otherKeys = await generateKeyPair('RS256')
  let rotations = 0
  const signers = [await newSigner(rotations)]
  const requests = new Map<string, Asked>()
  const codes = new Map<string, Issued>()
  const returns = [returnTo, ...(options.calendarReturnTo ? [options.calendarReturnTo] : [])]
  const fake: Pick<FakeGoogle, 'issuer' | 'asked' | 'connections' | 'calendars'> = {
    issuer: '',
    asked: [],
    connections: 0,
    calendars: calendars.calendars,
  }
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use(async (c, next) => {
    // Another site can point its hostname at this machine, but its page cannot change the Host header.
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(c.req.url).hostname))
      return c.text('This can only be opened on this machine.', 403)
    fake.asked.push(`${c.req.method} ${c.req.path}`)
    return next()
  })

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: fake.issuer,
      authorization_endpoint: `${fake.issuer}/o/oauth2/v2/auth`,
      token_endpoint: `${fake.issuer}/token`,
      jwks_uri: `${fake.issuer}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code'],
    }),
  )
  app.get('/', (c) => c.redirect('/accounts'))
  app.route('/', calendars.app)
  app.get('/oauth2/v1/certs', (c) =>
    c.json(Object.fromEntries(signers.map(({ jwk, pem }) => [jwk.kid, pem]))),
  )
  app.get('/oauth2/v3/certs', (c) => c.json({ keys: signers.map(({ jwk }) => jwk) }))

  app.get('/o/oauth2/v2/auth', (c) => {
    const parsed = askedSchema.safeParse(c.req.query())
    if (!parsed.success) return c.html(refusalPage('Error 400: invalid_request'), 400)
    const asked = parsed.data
    if (asked.client_id !== clientId) return c.html(refusalPage('Error 401: invalid_client'), 401)
    if (!returns.includes(asked.redirect_uri))
      return c.html(refusalPage('Error 400: redirect_uri_mismatch'), 400)
    const request = randomBytes(16).toString('base64url')
    requests.set(request, asked)
    const scopes = asked.scope.split(' ').filter((scope) => scope.includes('/auth/calendar'))
    const isOffline = asked.access_type === 'offline'
    return c.html(consentPage({ request, people, isOffline, scopes }))
  })

  app.post('/consent', async (c) => {
    const fields = await c.req.formData()
    const form = consentSchema.parse(Object.fromEntries(fields))
    const granted = new Set(fields.getAll('granted').map(String))
    const asked = requests.get(form.request)
    if (!asked) return c.html(refusalPage('This page was used already.'), 400)
    requests.delete(form.request)
    const back = new URL(asked.redirect_uri)
    if (asked.state !== undefined) back.searchParams.set('state', asked.state)
    const person = personOf(form)
    if (person === null) {
      back.searchParams.set('error', 'access_denied')
      return c.redirect(back.href)
    }
    const code = `4/${randomBytes(24).toString('base64url')}`
    const scope = asked.scope
      .split(' ')
      .filter((one) => !one.includes('/auth/calendar') || granted.has(one))
      .join(' ')
    codes.set(code, { asked, scope, person, fault: form.fault, at: seconds() })
    back.searchParams.set('code', code)
    back.searchParams.set('scope', asGoogleSays(scope))
    // A part of the people is sent back with it, though Google's description does not announce it.
    back.searchParams.set('iss', fake.issuer)
    if (person.hd !== undefined) back.searchParams.set('hd', person.hd)
    back.searchParams.set('authuser', '0')
    back.searchParams.set('prompt', asked.prompt ?? 'none')
    return c.redirect(back.href)
  })

  function personOf({ person, email, name, verified, ...more }: z.infer<typeof consentSchema>) {
    if (person === 'other' && email !== '') {
      const { subject, hd } = more
      const known = { ...(subject !== undefined && { subject }), ...(hd !== undefined && { hd }) }
      return { email, name, verified: verified === 'on', ...known }
    }
    return people.find((one) => one.email === person) ?? null
  }

  app.post('/token', async (c) => {
    const refuse = (status: 400 | 401, error: string, error_description: string) =>
      c.json({ error, error_description }, status)
    const parsed = tokenSchema.safeParse(Object.fromEntries(await c.req.formData()))
    if (!parsed.success) return refuse(400, 'invalid_request', 'Missing required parameter.')
    const form = parsed.data
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      return refuse(401, 'invalid_client', 'Unauthorized')
    const error = calendars.tokenError()
    if (error !== null) return refuse(error.endsWith('_client') ? 401 : 400, error, error)
    if (form.grant_type === 'refresh_token') {
      const renewed = calendars.renew(form.refresh_token)
      return renewed
        ? c.json(renewed)
        : refuse(400, 'invalid_grant', 'Token has been expired or revoked.')
    }
    const issued = codes.get(form.code)
    codes.delete(form.code)
    if (!issued || issued.at < seconds() - codeSeconds || issued.fault === 'used_code')
      return refuse(400, 'invalid_grant', 'Bad Request')
    const { asked, person, fault } = issued
    if (form.redirect_uri !== asked.redirect_uri)
      return refuse(400, 'redirect_uri_mismatch', 'Bad Request')
    if (asked.code_challenge !== undefined) {
      if (!form.code_verifier) return refuse(400, 'invalid_grant', 'Missing code verifier.')
      if (asked.code_challenge !== digest(form.code_verifier))
        return refuse(400, 'invalid_grant', 'Invalid code verifier.')
    }
    if (fault === 'lost') {
      c.env.outgoing.destroy()
      return c.body(null)
    }
    if (fault === 'slow') await pause(slowMs)
    const nonce = fault === 'wrong_nonce' ? 'another one' : asked.nonce
    const [signer] = signers
    if (!signer) throw new Error('There is no key.')
    const idToken = await new SignJWT({
      azp: clientId,
      email: person.email,
      email_verified: person.verified,
      ...(person.name !== '' && { name: person.name }),
      ...(person.hd !== undefined && { hd: person.hd }),
      picture: 'https://lh3.example/a/photo',
      at_hash: 'not looked at',
      ...(nonce !== undefined && { nonce }),
    })
      .setProtectedHeader({ alg: 'RS256', kid: signer.jwk.kid, typ: 'JWT' })
      .setIssuer(fake.issuer)
      .setAudience(clientId)
      .setSubject(person.subject ?? subjectOf(person.email))
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign((fault === 'other_key' ? otherKeys : signer).privateKey)
    const isOffline = asked.access_type === 'offline' && asked.prompt?.includes('consent') === true
    const granted = calendars.grant(person.email, issued.scope, isOffline)
    return c.json({ ...granted, scope: asGoogleSays(issued.scope), id_token: idToken })
  })

  app.post('/revoke', async (c) => {
    const token = c.req.query('token') ?? ''
    return calendars.revoke(token)
      ? c.json({})
      : c.json({ error: 'invalid_token', error_description: 'Token expired or revoked' }, 400)
  })

  const server = createAdaptorServer({ fetch: app.fetch })
  server.on('connection', () => (fake.connections += 1))
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  fake.issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  async function decide(
    page: string,
    fields: Record<string, string>,
    kept?: readonly string[],
  ): Promise<string> {
    const html = await (await fetch(page)).text()
    const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const granted = [...html.matchAll(/name="granted" value="([^"]+)"/g)].map(([, one = '']) => one)
    const body = new URLSearchParams({ request, ...fields })
    for (const one of granted) if (kept?.includes(one) ?? true) body.append('granted', one)
    const answer = await fetch(`${fake.issuer}/consent`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    return answer.headers.get('location') ?? ''
  }

  const actions: Omit<FakeGoogle, keyof typeof fake> = {
    agree: (page, { verified, ...person }, fault = 'none', granted) =>
      decide(
        page,
        { ...person, person: 'other', fault, ...(verified && { verified: 'on' }) },
        granted,
      ),
    deny: (page) => decide(page, {}),
    async rotateKeys() {
      signers.unshift(await newSigner(++rotations))
      signers.splice(2)
    },
    subjectOf,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
  return Object.assign(fake, actions)
}

/** Google calls two of the scopes by other names than ours, in an order of its own. */
function asGoogleSays(scope: string): string {
  const named: Record<string, string> = { email: 'userinfo.email', profile: 'userinfo.profile' }
  const all = scope.split(' ')
  return all
    .map((one) => (named[one] ? `https://www.googleapis.com/auth/${named[one]}` : one))
    .toReversed()
    .join(' ')
}

async function newSigner(number: number) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: `fake-${number}`, alg: 'RS256', use: 'sig' }
  return { privateKey, jwk, pem: await exportSPKI(publicKey) }
}

const digest = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
