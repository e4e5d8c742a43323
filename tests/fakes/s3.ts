import { crc32 } from 'node:zlib'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'

type Stored = { bytes: Buffer; type: string; writtenAt: Date }
type Key = { accessKeyId: string; secretAccessKey: string }

export type FakeS3 = {
  endpoint: string
  key: Key
  objects: Map<string, Stored>
  /** Names that it does not delete. */
  held: Set<string>
  /** What was asked: 'PUT pictures/a.jpg'. */
  asked: string[]
  /** The next requests get this status. */
  fail: (status: number, times: number) => void
  stop(): Promise<void>
}

const bucket = 'openspot-test'
export const fakeBucket = bucket
const region = 'eu-central-1'
export const fakeRegion = region
const mostSkewMs = 15 * 60_000

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/**
 * An S3 that speaks the protocol: addresses by path, signatures of version 4 with the hash of the body, answers in XML,
 * lists in pages. It refuses what S3 refuses: a wrong or old signature, a body that differs from its hash, an unknown bucket, a request to
 * delete without a checksum or with more than a thousand keys.
 */
export async function startFakeS3({ pageSize = 1000 } = {}): Promise<FakeS3> {
  const key: Key = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret of the test' }
  const objects = new Map<string, Stored>()
  const held = new Set<string>()
  const asked: string[] = []
  const failing = { status: 0, times: 0 }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '/', 'http://s3')
    try {
      if (failing.times > 0) {
        failing.times -= 1
        throw new Refused(failing.status, 'InternalError')
      }
      checkSignature(request, url, body, key)
      const [, asks = '', ...rest] = url.pathname.split('/')
      if (asks !== bucket) throw new Refused(404, 'NoSuchBucket')
      const name = decodeURIComponent(rest.join('/'))
      asked.push(`${request.method} ${name || url.search}`)
      if (request.method === 'PUT') return put(request, response, { name, body })
      if (request.method === 'GET' && name) return get(response, name)
      if (request.method === 'GET' && url.searchParams.get('list-type') === '2')
        return list(response, url.searchParams)
      if (request.method === 'POST' && url.searchParams.has('delete'))
        return remove(request, response, body)
      throw new Refused(405, 'MethodNotAllowed')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      send(
        response,
        error.status,
        `<Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`,
      )
    }
  }

  function put(
    request: IncomingMessage,
    response: ServerResponse,
    { name, body }: { name: string; body: Buffer },
  ) {
    if (request.headers['content-length'] === undefined)
      throw new Refused(411, 'MissingContentLength')
    if (Buffer.byteLength(name) > 1024) throw new Refused(400, 'KeyTooLongError')
    const type = request.headers['content-type'] ?? 'binary/octet-stream'
    objects.set(name, { bytes: body, type, writtenAt: new Date() })
    response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
  }

  function get(response: ServerResponse, name: string) {
    const found = objects.get(name)
    if (!found) throw new Refused(404, 'NoSuchKey')
    response
      .writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length })
      .end(found.bytes)
  }

  function list(response: ServerResponse, asking: URLSearchParams) {
    const prefix = asking.get('prefix') ?? ''
    const after = Buffer.from(asking.get('continuation-token') ?? '', 'base64').toString()
    const all = [...objects.keys()]
      .toSorted()
      .filter((name) => name.startsWith(prefix) && name > after)
    const page = all.slice(0, Math.min(pageSize, Number(asking.get('max-keys') ?? 1000)))
    const more = all.length > page.length
    const next = Buffer.from(page.at(-1) ?? '').toString('base64')
    const contents = page.map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.writtenAt.toISOString()}</LastModified><Size>1</Size></Contents>`,
    )
    send(
      response,
      200,
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
    )
  }

  function remove(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    if (!isChecked(request, body)) throw new Refused(400, 'InvalidRequest')
    const names = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => name)
    if (names.length === 0 || names.length > 1000) throw new Refused(400, 'MalformedXML')
    for (const name of names) if (!held.has(name)) objects.delete(name)
    const errors = names
      .filter((name) => held.has(name))
      .map(
        (name) =>
          `<Error><Key>${name}</Key><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`,
      )
    send(response, 200, `<DeleteResult>${errors.join('')}</DeleteResult>`)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('The fake has no port.')
  return {
    endpoint: `http://127.0.0.1:${at.port}`,
    key,
    objects,
    held,
    asked,
    fail: (status, times) => Object.assign(failing, { status, times }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, status: number, xml: string) {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** As Amazon describes it: a canonical request, a text to sign, and a key made from date, region and service. */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer, key: Key): void {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) throw new Refused(403, 'AccessDenied')
  const [, id, day = '', of = '', signed = '', signature = ''] = given
  if (id !== key.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId')
  if (of !== region) throw new Refused(400, 'AuthorizationHeaderMalformed')
  const at = String(request.headers['x-amz-date'])
  const time = Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!at.startsWith(day) || !(Math.abs(Date.now() - time) < mostSkewMs))
    throw new Refused(403, 'RequestTimeTooSkewed')
  const hash = String(request.headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) throw new Refused(400, 'XAmzContentSHA256Mismatch')
  const names = signed.split(';')
  // Without the host, the request could be sent to another service.
  if (!names.includes('host') || !names.includes('x-amz-content-sha256'))
    throw new Refused(403, 'AccessDenied')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('')
  const canonical = [request.method, url.pathname, query, headers, signed, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const secret = [region, 's3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${key.secretAccessKey}`, day),
  )
  if (!timingSafeEqual(hmac(secret, toSign), Buffer.from(signature, 'hex')))
    throw new Refused(403, 'SignatureDoesNotMatch')
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Whether a checksum came along, and is that of the body. */
function isChecked(request: IncomingMessage, body: Buffer): boolean {
  const md5 = request.headers['content-md5']
  if (md5 !== undefined) return md5 === createHash('md5').update(body).digest('base64')
  const crc = request.headers['x-amz-checksum-crc32']
  if (typeof crc !== 'string') return false
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return crc === sum.toString('base64')
}
