import { z } from 'zod'

/**
 * `error` is for the operator: with the server's words, and without anybody's address. `mayHaveArrived`: the server was lost
 * before it answered.
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
export function toFailure(error: unknown): Extract<SendResult, { sent: false }> {
  const {
    code,
    command,
    responseCode: answer,
    response,
    message,
  } = failureSchema.parse(error instanceof Error ? error : {})
  if (answer === undefined)
    return code === 'EENVELOPE'
      ? { sent: false, retry: false, error: 'no valid address' }
      : {
          sent: false,
          retry: true,
          error: `not reached (${code}): ${readable(message)}`,
          mayHaveArrived: true,
        }
  const at = command.startsWith('AUTH') ? 'AUTH' : command
  const about = answer < 500 ? null : isAboutRecipient(at, response) ? 'recipient' : 'us'
  const how = { recipient: 'refused', us: refusesUs, moment: 'not accepted' }[about ?? 'moment']
  return {
    sent: false,
    retry: about !== 'recipient',
    error: `${how} (${answer} at ${at}): ${readable(response)}`,
    mayHaveArrived: false,
  }
}

/** How the error begins if the server has something against all our mails. */
export const refusesUs = 'refuses us'

/**
 * Whether a refusal for good is about this recipient. The enhanced code says it where there is one: 5.1 and 5.2 are about
 * addresses and mailboxes, of which 5.1.7 and 5.1.8 are the sender's. Before RCPT, the server does not know the recipient.
 */
function isAboutRecipient(at: string, response: string): boolean {
  if (at !== 'RCPT TO' && at !== 'DATA') return false
  const [, subject, detail] = /^5\d\d[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? []
  if (subject === undefined) return at === 'RCPT TO'
  if (subject === '1') return detail !== '7' && detail !== '8'
  return subject === '2' || (subject === '7' && at === 'RCPT TO')
}

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
