import { once } from 'node:events'
import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { inboxPages } from './inbox-pages.ts'

export type InboxMessage = {
  id: string
  receivedAt: Date
  /** The SMTP recipients, which may be more than the To header lists. */
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  /** `content` is text for text types, else base64. */
  attachments: { filename: string; contentType: string; content: string }[]
  /** By lower-case name; a repeated one is joined by line breaks. */
  headers: Record<string, string>
}

export type Inbox = {
  smtpUrl: string
  url: string
  /** Leads from the pages to another simulated service. */
  linkTo(name: string, url: string | null): void
  /** Newest first. */
  messages(): readonly InboxMessage[]
  stop(): Promise<void>
}

const mostKept = 500
const biggestMailBytes = 25 * 1024 * 1024
const recipientsHeader = 'x-inbox-recipients'

/** Takes every mail and delivers none; with `dir` they survive a restart. Port 0 or none: a free one. */
export async function startInbox(options: {
  smtpPort?: number
  httpPort?: number
  dir?: string
  /** the page with an example of every email, if there is one */
  examplesUrl?: string
}): Promise<Inbox> {
  const { dir, examplesUrl } = options
  const store = dir === undefined ? [] : await readStored(dir)
  let counter = 0
  const links: { name: string; url: string }[] = []
  if (examplesUrl !== undefined) links.push({ name: 'Examples of all emails', url: examplesUrl })

  const receive = async (raw: Buffer, recipients: readonly string[]) => {
    const id = `${Date.now()}-${String(counter++).padStart(6, '0')}`
    const whole = Buffer.concat([
      Buffer.from(`${recipientsHeader}: ${recipients.join(', ')}\r\n`),
      raw,
    ])
    const message = await parseMessage(id, whole)
    if (dir !== undefined) await fs.writeFile(path.join(dir, `${id}.eml`), whole)
    store.unshift(message)
    for (const old of store.splice(mostKept)) await forget(dir, old.id)
  }
  const clear = async () => {
    for (const old of store.splice(0)) await forget(dir, old.id)
  }

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: biggestMailBytes,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
        receive(Buffer.concat(chunks), recipients).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
      })
    },
  })
  // A client that breaks off in the middle is no reason to end.
  smtp.on('error', () => {})
  smtp.listen(options.smtpPort ?? 0, '127.0.0.1')
  await once(smtp.server, 'listening')

  const pages = inboxPages({ messages: () => store, clear, links })
  const http = createAdaptorServer({ fetch: pages.fetch })
  http.listen(options.httpPort ?? 0, '127.0.0.1')
  await once(http, 'listening')

  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    url: `http://127.0.0.1:${portOf(http)}`,
    messages: () => store,
    linkTo(name, url) {
      if (url !== null) links.push({ name, url })
    },
    async stop() {
      const closed = once(http, 'close')
      http.close()
      if ('closeAllConnections' in http) http.closeAllConnections()
      await Promise.all([closed, new Promise<void>((resolve) => smtp.close(resolve))])
    },
  }
}

function portOf(server: Pick<net.Server, 'address'>): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function readStored(dir: string): Promise<InboxMessage[]> {
  // Mails carry links that sign in.
  await fs.mkdir(dir, { recursive: true, mode: 0o700 })
  const files = (await fs.readdir(dir))
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .reverse()
  const messages: InboxMessage[] = []
  for (const file of files.slice(0, mostKept)) {
    messages.push(
      await parseMessage(path.basename(file, '.eml'), await fs.readFile(path.join(dir, file))),
    )
  }
  return messages
}

async function forget(dir: string | undefined, id: string): Promise<void> {
  if (dir !== undefined) await fs.rm(path.join(dir, `${id}.eml`), { force: true })
}

async function parseMessage(id: string, raw: Buffer): Promise<InboxMessage> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  const headers: Record<string, string> = {}
  for (const { key, value } of email.headers) {
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`
  }
  return {
    id,
    receivedAt: new Date(Number(id.split('-')[0])),
    to: (headers[recipientsHeader] ?? '').split(', ').filter(Boolean),
    from: email.from?.address ?? '',
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments.map((attachment) => ({
      filename: attachment.filename ?? 'attachment',
      contentType: attachment.mimeType,
      content: bytesOf(attachment.content).toString(
        attachment.mimeType.startsWith('text/') ? 'utf8' : 'base64',
      ),
    })),
    headers,
  }
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}
