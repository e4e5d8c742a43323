import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

const headerSchema = z.object({ alg: z.string(), kid: z.string().optional() })
const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.union([z.string(), z.number()]).transform(String),
  aud: z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
  exp: z.number(),
  iat: z.number(),
  nonce: z.string().optional(),
})
const text = z.string().exactOptional()
const keysSchema = z.object({
  keys: z.array(z.object({ kid: text, kty: text, crv: text, n: text, e: text, x: text, y: text })),
})

type Wanted = { issuer: string; clientId: string; nonce: string; keys: unknown; at: Date }

const clockSeconds = 60

/** How each algorithm is checked; others, and none, are refused. */
const digests: Readonly<Record<string, string | null>> = {
  RS256: 'sha256',
  ES256: 'sha256',
  ES256K: 'sha256',
  EdDSA: null,
}
const kinds: Readonly<Record<string, string>> = {
  RS256: 'rsa',
  ES256: 'ec prime256v1',
  ES256K: 'ec secp256k1',
  EdDSA: 'ed25519',
}

/**
 * The claims of an ID token as Telegram sends them; null: it is none of theirs for us. The audience may be a number, the nonce
 * may be missing (a state that counts once and PKCE bind the login to the browser), and the algorithm is the bot owner's choice.
 */
export function readIdToken(
  token: string,
  { issuer, clientId, nonce, keys, at }: Wanted,
): z.output<typeof claimsSchema> | null {
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  const header = headerSchema.safeParse(jsonIn(head)).data
  const claims = claimsSchema.safeParse(jsonIn(body)).data
  if (!header || !claims || more.length > 0) return null
  const digest = digests[header.alg]
  if (digest === undefined) return null
  const text = Buffer.from(`${head}.${body}`)
  const given = Buffer.from(signature, 'base64url')
  const isSigned = keysOf(keys, header).some((key) =>
    verify(digest, text, { key, dsaEncoding: 'ieee-p1363' }, given),
  )
  const audience = [claims.aud].flat().map(String)
  const now = at.getTime() / 1000
  return isSigned &&
    claims.iss === issuer &&
    audience.includes(clientId) &&
    (claims.nonce === undefined || claims.nonce === nonce) &&
    claims.exp > now - clockSeconds &&
    claims.iat < now + clockSeconds
    ? claims
    : null
}

/** Keys on curves that this machine does not know are left out. */
function keysOf(given: unknown, { alg, kid }: z.output<typeof headerSchema>): KeyObject[] {
  const { keys } = keysSchema.safeParse(given).data ?? { keys: [] }
  return keys
    .filter((key) => kid === undefined || key.kid === kid)
    .flatMap((key) => {
      try {
        const read = createPublicKey({ key, format: 'jwk' })
        const { asymmetricKeyType: type, asymmetricKeyDetails: details } = read
        const kind = [type, details?.namedCurve].filter(Boolean).join(' ')
        return kind === kinds[alg] ? [read] : []
      } catch {
        return []
      }
    })
}

function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}
