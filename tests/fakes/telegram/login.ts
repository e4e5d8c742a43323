import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { z } from 'zod'
import { loginPage, refusalPage } from './pages.ts'
import { chatOf, type State, type TelegramPerson } from './state.ts'

const askedSchema = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().refine((scope) => scope.split(' ').includes('openid')),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string(),
  code_challenge_method: z.literal('S256'),
})
type Asked = z.infer<typeof askedSchema>

const tokenSchema = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  code_verifier: z.string(),
})

/** What can go wrong after the person has agreed. */
export const loginFaults = ['none', 'wrong_nonce', 'used_code', 'other_key', 'no_id'] as const

const consentSchema = z.object({
  request: z.string(),
  person: z.coerce.number().default(0),
  fault: z.enum(loginFaults).default('none'),
})

type Issued = { asked: Asked; person: TelegramPerson; fault: (typeof loginFaults)[number] }

const digest = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** “Log in with Telegram”: OpenID Connect, as Telegram describes it. */
export async function telegramLogin(state: State, issuer: () => string) {
  const keys = await generateKeyPair('RS256')
  const otherKeys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'fake-1', alg: 'RS256', use: 'sig' }
  // Telegram lists keys on curves that libraries do not know.
  const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const odd = { ...curve.publicKey.export({ format: 'jwk' }), kid: 'fake-k1', alg: 'ES256K' }
  const requests = new Map<string, Asked>()
  const codes = new Map<string, Issued>()
  const app = new Hono()
  const botOf = (clientId: string) =>
    state.bots.find(({ id, loginSecret }) => String(id) === clientId && loginSecret)

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/auth`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA', 'ES256K'],
      scopes_supported: ['openid', 'profile', 'phone', 'telegram:bot_access'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    }),
  )
  app.get('/.well-known/jwks.json', (c) => c.json({ keys: [odd, jwk] }))

  app.get('/auth', (c) => {
    const parsed = askedSchema.safeParse(c.req.query())
    if (!parsed.success) return c.html(refusalPage('invalid_request'), 400)
    const asked = parsed.data
    const bot = botOf(asked.client_id)
    if (!bot) return c.html(refusalPage('Bot not found, or it has no login'), 400)
    if (!bot.returnTo?.includes(asked.redirect_uri))
      return c.html(refusalPage('Redirect URL is not among the Allowed URLs of this bot'), 400)
    const request = randomBytes(16).toString('base64url')
    requests.set(request, asked)
    return c.html(loginPage({ request, bot, people: state.people }))
  })

  app.post('/consent', async (c) => {
    const form = consentSchema.parse(Object.fromEntries(await c.req.formData()))
    const asked = requests.get(form.request)
    if (!asked) return c.html(refusalPage('This page was used already.'), 400)
    requests.delete(form.request)
    const back = new URL(asked.redirect_uri)
    if (asked.state !== undefined) back.searchParams.set('state', asked.state)
    const person = state.people.find(({ id }) => id === form.person)
    if (!person) {
      back.searchParams.set('error', 'access_denied')
      return c.redirect(back.href)
    }
    const bot = botOf(asked.client_id)
    // With this scope the bot may write to the person.
    if (bot && asked.scope.includes('telegram:bot_access')) {
      const chat = chatOf(bot, person.id)
      chat.isStarted = true
      chat.isBlocked = false
    }
    const code = randomBytes(24).toString('base64url')
    codes.set(code, { asked, person, fault: form.fault })
    back.searchParams.set('code', code)
    return c.redirect(back.href)
  })

  app.post('/token', async (c) => {
    const refuse = (status: 400 | 401, error: string) => c.json({ error }, status)
    const parsed = tokenSchema.safeParse(Object.fromEntries(await c.req.formData()))
    if (!parsed.success) return refuse(400, 'invalid_request')
    const form = parsed.data
    const issued = codes.get(form.code)
    codes.delete(form.code)
    const basic = /^Basic (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
      : [form.client_id, form.client_secret]
    const bot = botOf(id ?? '')
    if (!bot || bot.loginSecret !== secret) return refuse(401, 'invalid_client')
    if (!issued || issued.fault === 'used_code' || issued.asked.client_id !== id)
      return refuse(400, 'invalid_grant')
    const { asked, person, fault } = issued
    if (form.redirect_uri !== asked.redirect_uri) return refuse(400, 'invalid_grant')
    if (asked.code_challenge !== digest(form.code_verifier)) return refuse(400, 'invalid_grant')
    const nonce = fault === 'wrong_nonce' ? 'another one' : asked.nonce
    const { id: personId, firstName, lastName, username } = person
    const idToken = await new SignJWT({
      ...(nonce !== undefined && { nonce }),
      ...(asked.scope.includes('profile') && {
        ...(fault !== 'no_id' && { id: personId }),
        name: [firstName, lastName].filter(Boolean).join(' '),
        ...(username !== undefined && { preferred_username: username }),
      }),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'fake-1', typ: 'JWT' })
      .setIssuer(issuer())
      .setAudience(String(bot.id))
      // Not the number of the person.
      .setSubject(`${bot.id}${personId}`.slice(-15))
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign((fault === 'other_key' ? otherKeys : keys).privateKey)
    return c.json({
      access_token: randomBytes(16).toString('base64url'),
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: idToken,
    })
  })
  return app
}
