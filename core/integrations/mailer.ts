import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Logger } from '#core/shared/log.ts'
import { type SendResult, toFailure } from './mail-failure.ts'

export type Mail = {
  /** the part between the angle brackets; the same for every attempt, so that a second copy is recognised */
  messageId: string
  to: string
  /** null: the installation's own name */
  senderName: string | null
  replyTo: { name: string; address: string } | null
  subject: string
  html: string
  text: string
  attachments: readonly { filename: string; contentType: string; content: string }[]
  /** further ones, in ASCII: a mail program could not read them in another way */
  headers?: Readonly<Record<string, string>>
}

/** A mail without its message id and recipient. */
export type MailContent = Omit<Mail, 'messageId' | 'to'>

export type Mailer = ReturnType<typeof createMailer>

/** How long a server may take to say that it has a mail (RFC 5321, 4.5.3.2.6). Giving up earlier makes copies. */
export const doneMs = 10 * 60_000

/** Sends over SMTP. `from` is an address or 'Name <address>'. */
export function createMailer({
  smtpUrl,
  from,
  origin,
  log,
  patienceMs = doneMs,
}: {
  smtpUrl: string
  from: string
  origin: string
  log: Logger
  patienceMs?: number
}) {
  const sender = senderOf(from)
  const isHere = isLoopback(new URL(smtpUrl).hostname)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    // Relays refuse clients that call themselves [127.0.0.1].
    name: greetingOf(origin),
    requireTLS: !isHere,
    // What stays on this machine needs no proof of who answers; mail servers sign their first certificate themselves.
    tls: { rejectUnauthorized: !isHere },
    maxConnections: 4,
    // A message is tried again by its job, which counts.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  /** by message id; it is read once the server has asked for it */
  const streams = new Map<unknown, Readable>()
  transport.use('stream', ({ message, data }, done) => {
    message.processFunc((stream) => {
      streams.set(data.messageId, stream)
      return stream
    })
    done()
  })
  return {
    async send(mail: Mail): Promise<SendResult> {
      const messageId = `<${mail.messageId}>`
      try {
        await transport.sendMail({
          messageId,
          from: { name: mail.senderName ?? sender.name, address: sender.address },
          to: { name: '', address: mail.to },
          ...(mail.replyTo && { replyTo: mail.replyTo }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: [...mail.attachments],
          headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        })
        return { sent: true }
      } catch (error) {
        const result = toFailure(error, streams.get(messageId)?.readableDidRead ?? false)
        log.warn({ messageId: mail.messageId, ...result }, 'a mail was not sent')
        return result
      } finally {
        streams.delete(messageId)
      }
    },
    close() {
      transport.close()
    },
  }
}

/** A mail server on this machine may be used without encryption. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** The parts of an address, or of 'Name <address>'. */
export function senderOf(from: string): { name: string; address: string } {
  const named = /^([^<]*)<([^>]+)>$/.exec(from)
  return {
    name: (named?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1'),
    address: (named?.[2] ?? from).trim(),
  }
}

/** The host of this site; an address is a literal there (RFC 5321, 4.1.3). */
function greetingOf(origin: string): string {
  const { hostname } = new URL(origin)
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`
  return isIP(hostname) === 4 ? `[${hostname}]` : hostname
}
