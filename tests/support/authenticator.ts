import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

type Question = { challenge: string; rpId: string }
/** What a test can make wrong. */
type Wrong = { origin?: string; isVerified?: boolean; userId?: string; counter?: number }

/**
 * A device with passkeys, as a browser speaks for it (WebAuthn level 3): ES256 keys, no attestation, and a fingerprint that
 * is always right unless a test says otherwise.
 */
export class Authenticator {
  readonly credentialId = randomBytes(16).toString('base64url')
  readonly #origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userId = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The JSON that `navigator.credentials.create` leads to. */
  make(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    wrong: Wrong = {},
  ): string {
    this.#userId = options.user.id
    const client = this.#clientData('webauthn.create', options.challenge, wrong)
    const id = Buffer.from(this.credentialId, 'base64url')
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      coseKey(this.#keys.publicKey),
    ])
    const data = this.#authenticatorData(options.rp.id, { attested: credential, ...wrong })
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ])
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'made up'],
    })
  }

  /** The JSON that `navigator.credentials.get` leads to. */
  sign({ challenge, rpId }: Question, wrong: Wrong = {}): string {
    const client = this.#clientData('webauthn.get', challenge, wrong)
    const data = this.#authenticatorData(rpId, wrong)
    const hash = createHash('sha256').update(client).digest()
    const signature = createSign('sha256')
      .update(Buffer.concat([data, hash]))
      .sign(this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: wrong.userId ?? this.#userId,
    })
  }

  #answer(response: object): string {
    const { credentialId: id } = this
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
    })
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authenticatorData(
    rpId: string,
    { attested, isVerified = true, counter }: Wrong & { attested?: Buffer },
  ): Buffer {
    this.#counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.#counter)
    const flags = 1 | (isVerified ? 4 : 0) | (attested ? 64 : 0)
    const rpIdHash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

function cborHead(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}

const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
