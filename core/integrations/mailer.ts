import { createTransport } from 'nodemailer'
import type { Logger } from '#core/shared/log.ts'

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
}

/** A mail without its message id and recipient. */
export type MailContent = Omit<Mail, 'messageId' | 'to'>

/**
 * `error` is safe to show: it contains no address and no server text. `mayHaveArrived`: the server was lost before it
 * answered.
 */
export type SendResult =
  | { sent: true }
  | { sent: false; retry: boolean; error: string; mayHaveArrived?: boolean }

export type Mailer = ReturnType<typeof createMailer>

/** Sends over SMTP. `from` is an address or 'Name <address>'. */
export function createMailer({
  smtpUrl,
  from,
  log,
}: {
  smtpUrl: string
  from: string
  log: Logger
}) {
  const sender = senderOf(from)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    requireTLS: !isLoopback(new URL(smtpUrl).hostname),
    maxConnections: 4,
    // A message is tried again by its job, which counts.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail: Mail): Promise<SendResult> {
      try {
        await transport.sendMail({
          messageId: `<${mail.messageId}>`,
          from: { name: mail.senderName ?? sender.name, address: sender.address },
          to: { name: '', address: mail.to },
          ...(mail.replyTo && { replyTo: mail.replyTo }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: [...mail.attachments],
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { sent: true }
      } catch (error) {
        const result = toFailure(error)
        log.warn({ messageId: mail.messageId, ...result }, 'a mail was not sent')
        return result
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

/** Only a refusal of this recipient or message is final; for a wrong password or a missing server we retry. */
function toFailure(error: unknown): Extract<SendResult, { sent: false }> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const answer =
    error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null
  const ofSender = error instanceof Error && 'command' in error && error.command === 'MAIL FROM'
  const aboutMessage = !ofSender && (code === 'EENVELOPE' || code === 'EMESSAGE')
  if (aboutMessage && answer !== null && answer >= 500)
    return { sent: false, retry: false, error: `refused (${answer})` }
  if (code === 'EENVELOPE' && answer === null)
    return { sent: false, retry: false, error: 'no valid address' }
  return {
    sent: false,
    retry: true,
    error: answer === null ? `not reached (${code})` : `not accepted (${answer})`,
    mayHaveArrived: answer === null,
  }
}
