import { z } from 'zod'

/**
 * `error` is for the operator: with the server's words, and without anybody's address. `mayHaveArrived`: the server was lost
 * when it had the message, or a part of it, and had not answered.
 */
export type SendResult =
  | { sent: true }
  | { sent: false; retry: boolean; error: string; mayHaveArrived?: boolean }

const failureSchema = z.object({
  code: z.string().catch('unknown'),
  command: z.string().catch(''),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().catch(''),
  message: z.string().catch(''),
})

/** Only a refusal of this recipient is final. What the server has against us will be put right, and is tried again. */
export function toFailure(error: unknown, hasLeft: boolean): Extract<SendResult, { sent: false }> {
  const {
    code,
    command,
    responseCode: answer,
    response,
    message,
  } = failureSchema.parse(error instanceof Error ? error : {})
  if (answer === undefined)
    return code === 'EENVELOPE'
      ? { sent: false, retry: false, error: noAddress }
      : {
          sent: false,
          retry: true,
          error: `not reached (${code}): ${readable(message)}`,
          mayHaveArrived: hasLeft,
        }
  const at = command.startsWith('AUTH') ? 'AUTH' : command
  const about = answer < 500 ? null : isAboutRecipient(at, response) ? 'recipient' : 'us'
  const how = { recipient: refusesRecipient, us: refusesUs, moment: 'not accepted' }[
    about ?? 'moment'
  ]
  return {
    sent: false,
    retry: about !== 'recipient',
    error: `${how} (${answer} at ${at}): ${readable(response)}`,
    mayHaveArrived: false,
  }
}

/** How the error begins if the server has something against all our mails. */
export const refusesUs = 'refuses us'
const refusesRecipient = 'refused'
const noAddress = 'no valid address'

export type WhyRefused = 'full' | 'gone'

/** Why a mailbox took no mail for good, from the error of it; null if the mail failed for another reason. */
export function whyRefused(error: string): WhyRefused | null {
  if (error !== noAddress && !error.startsWith(`${refusesRecipient} (`)) return null
  return /\b5\.2\.2\b|\bfull\b|quota/i.test(error) ? 'full' : 'gone'
}

/**
 * Whether a refusal for good is about this recipient: the enhanced code or the words have to say so, and name nothing of
 * ours. Many servers tell a client at RCPT only that they do not let it in, and a mail given up for that is lost.
 */
function isAboutRecipient(at: string, response: string): boolean {
  if (at !== 'RCPT TO' && at !== 'DATA') return false
  const words = response
    .split(' ')
    .filter((word) => !word.includes('@'))
    .join(' ')
  if (/\bsender|send ?as\b/i.test(words)) return false
  if (recipientCode.test(words)) return true
  return at === 'RCPT TO' && unknownUser.test(words) && !ours.test(words)
}

/** Addresses and mailboxes, without those codes that are about the sender (5.1.7, 5.1.8) or its limits (5.1.90, 5.2.252). */
const recipientCode = /^5\d\d[ -]#?5\.(?:1\.(?:[0-6]|10)|2\.[0-4])\b/

const unknownUser =
  /\b(?:no such|unknown|invalid) (?:user|recipient|mailbox|account)\b|\b(?:user|recipient|mailbox|account) (?:is )?(?:unknown|not found|full|does(?: not|n't) exist)\b/i

const ours =
  /relay|client|\bhosts?\b|\bip\b|block|black|spam|reputation|polic|authenti|log ?in|verif|limit|permi/i

const longestWords = 200

/** What a server said, on one line and without addresses. */
function readable(words: string): string {
  const line = words
    .replace(/^\d{3}[ -]/gm, '')
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
  const said = line.split(' ').map((word) => (word.includes('@') ? '…' : word))
  return said.join(' ').slice(0, longestWords)
}
