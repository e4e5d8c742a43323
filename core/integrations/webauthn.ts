import { z } from 'zod'

/** Only known to browsers on this host; `origin` is the address of the site. */
type Site = { origin: string }

const hostOf = ({ origin }: Site) => new URL(origin).hostname

/** How long a browser waits for its user, in milliseconds. The form has an end of its own. */
const timeout = 5 * 60_000

/** The device asks for a fingerprint, a face or a PIN: what is signed is proof of two things, as with a password and a code. */
const userVerification = 'required' as const

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transports)[number]

const knownTransports = (given: readonly string[]): Transport[] =>
  transports.filter((one) => given.includes(one))

export type KnownPasskey = { credentialId: string; transports: string[] }

type NewOwner = {
  site: string
  userId: string
  email: string
  challenge: string
  /** the account's other passkeys: a device that has one makes no second */
  known: readonly KnownPasskey[]
}

/** What a browser needs to make a passkey, as JSON (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export function creationOptions(at: Site, { site, userId, email, challenge, known }: NewOwner) {
  return {
    challenge,
    rp: { id: hostOf(at), name: site },
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: email },
    // EdDSA, ES256 and RS256: every device knows one of them.
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification,
    },
    excludeCredentials: known.map(({ credentialId: id, transports: given }) => ({
      id,
      type: 'public-key' as const,
      transports: knownTransports(given),
    })),
    attestation: 'none' as const,
    timeout,
  }
}

export type CreationOptions = ReturnType<typeof creationOptions>

/** What a browser needs to sign in with any passkey of this site, as JSON. */
export function requestOptions(at: Site, challenge: string) {
  return {
    challenge,
    rpId: hostOf(at),
    userVerification,
    timeout,
  }
}

export type RequestOptions = ReturnType<typeof requestOptions>

const base64url = z.string().regex(/^[\w-]+$/)

const answer = { id: base64url, rawId: base64url, type: z.literal('public-key') }

const createdSchema = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string()).default([]),
  }),
})

const signedSchema = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})

export type NewPasskey = {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

/** The passkey that a browser made for the challenge; null if its answer is not right. */
export async function readNewPasskey(
  at: Site,
  challenge: string,
  text: string,
): Promise<NewPasskey | null> {
  const given = parse(createdSchema, text)
  if (given === null) return null
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    response: {
      ...given,
      response: { ...given.response, transports: knownTransports(given.response.transports) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: at.origin,
    expectedRPID: hostOf(at),
    requireUserVerification: true,
    supportedAlgorithmIDs: [-8, -7, -257],
  }).catch(() => null)
  if (!checked?.verified) return null
  const { credential } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: knownTransports(given.response.transports),
  }
}

export type Signed = z.infer<typeof signedSchema>

/** What a browser signed; null if it is not of the right shape. Nothing is proved yet. */
export const readSigned = (text: string): Signed | null => parse(signedSchema, text)

type Stored = { credentialId: string; userId: string; publicKey: Buffer; counter: number }

/** The device's new count if the passkey has signed the challenge, else null. */
export async function checkSigned(
  at: Site,
  challenge: string,
  { signed, stored }: { signed: Signed; stored: Stored },
): Promise<number | null> {
  const { userHandle, ...response } = signed.response
  if (userHandle !== undefined && userHandle !== Buffer.from(stored.userId).toString('base64url'))
    return null
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response: { ...signed, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: at.origin,
    expectedRPID: hostOf(at),
    requireUserVerification: true,
    credential: {
      id: stored.credentialId,
      publicKey: Uint8Array.from(stored.publicKey),
      counter: stored.counter,
    },
  }).catch(() => null)
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Loaded with the first passkey: most processes never need it. */
const library = () => import('@simplewebauthn/server')
