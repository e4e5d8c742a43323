import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { Hono } from 'hono'
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
export const loginFaults = [
  'none',
  'wrong_nonce',
  'wrong_issuer',
  'wrong_audience',
  'expired',
  'unsigned',
  'used_code',
  'other_key',
  'no_id',
] as const

const consentSchema = z.object({
  request: z.string(),
  person: z.coerce.number().default(0),
  fault: z.enum(loginFaults).default('none'),
})

type Issued = {
  asked: Asked
  person: TelegramPerson
  fault: (typeof loginFaults)[number]
  at: number
}

const codeMs = 60_000

const seconds = (later: number) => Math.floor(Date.now() / 1000) + later

const digest = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** “Log in with Telegram”: OpenID Connect, as Telegram describes it. */
export async function telegramLogin(state: State, issuer: () => string) {
  const pairs = {
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
    // Libraries do not know it.
    ES256K: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  }
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const algorithms = ['ES256K', 'ES256', 'EdDSA', 'RS256'] as const
  const jwks = algorithms.map((alg) => ({
    ...pairs[alg].publicKey.export({ format: 'jwk' }),
    kid: `oidc-${alg}`,
    alg,
    use: 'sig',
  }))
  const signatureOf = (text: string, fault: string) => {
    const { algorithm } = state.loginHabits
    const key = fault === 'other_key' ? otherKey : pairs[algorithm].privateKey
    const digestName = algorithm === 'EdDSA' ? null : 'sha256'
    return sign(digestName, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    )
  }
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
  app.get('/.well-known/jwks.json', (c) => c.json({ keys: jwks }))

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
    codes.set(code, { asked, person, fault: form.fault, at: Date.now() })
    back.searchParams.set('code', code)
    return c.redirect(back.href)
  })

  app.post('/token', async (c) => {
    const refuse = (status: 400 | 401, error: string) => c.json({ error }, status)
    const parsed = tokenSchema.safeParse(Object.fromEntries(await c.req.formData()))
    if (!parsed.success) return refuse(400, 'invalid_request')
    const form = parsed.data
    const basic = /^Basic (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64')
          .toString()
          .split(':')
          .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      : [form.client_id, form.client_secret]
    const bot = botOf(id ?? '')
    const isTaken = basic ? state.loginHabits.takesBasic : state.loginHabits.takesBody
    if (!isTaken) return refuse(401, 'invalid_client')
    if (!bot || bot.loginSecret !== secret) return refuse(401, 'invalid_client')
    const issued = codes.get(form.code)
    codes.delete(form.code)
    if (
      !issued ||
      issued.at < Date.now() - codeMs ||
      issued.fault === 'used_code' ||
      issued.asked.client_id !== id
    )
      return refuse(400, 'invalid_grant')
    const { asked, person, fault } = issued
    if (form.redirect_uri !== asked.redirect_uri) return refuse(400, 'invalid_grant')
    if (asked.code_challenge !== digest(form.code_verifier)) return refuse(400, 'invalid_grant')
    const { echoesNonce, isNumericAudience, algorithm } = state.loginHabits
    const nonce = fault === 'wrong_nonce' ? 'another one' : echoesNonce ? asked.nonce : undefined
    const { id: personId, firstName, lastName, username } = person
    const claims = {
      ...(nonce !== undefined && { nonce }),
      ...(asked.scope.includes('profile') && {
        ...(fault !== 'no_id' && { id: personId }),
        name: [firstName, lastName].filter(Boolean).join(' '),
        ...(username !== undefined && { preferred_username: username }),
      }),
      iss: fault === 'wrong_issuer' ? 'https://telegram.example' : issuer(),
      aud: fault === 'wrong_audience' ? '1' : isNumericAudience ? bot.id : String(bot.id),
      // Not the number of the person.
      sub: `${bot.id}${personId}`.slice(-15),
      iat: seconds(0),
      exp: seconds(fault === 'expired' ? -600 : 3600),
    }
    const kid = `oidc-${algorithm}`
    const head = [{ alg: fault === 'unsigned' ? 'none' : algorithm, kid, typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const idToken = `${head}.${fault === 'unsigned' ? '' : signatureOf(head, fault)}`
    return c.json({
      access_token: randomBytes(16).toString('base64url'),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: asked.scope,
      id_token: idToken,
    })
  })
  return app
}
