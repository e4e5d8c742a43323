import { expect } from '@playwright/test'
import { z } from 'zod'

const mailSchema = z.object({
  id: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string().nullish(),
  html: z.string().nullish(),
  attachments: z.array(
    z.object({ filename: z.string().nullish(), contentType: z.string(), content: z.string() }),
  ),
})
export type Mail = z.output<typeof mailSchema>

/** What has arrived for an address so far. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const answer = await fetch(
    `${process.env['E2E_INBOX']}/api/messages?to=${encodeURIComponent(address)}`,
  )
  return z.array(mailSchema).parse(await answer.json())
}

/** Waits for a mail whose subject matches. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        found = (await mailsTo(address)).find((mail) => subject.test(mail.subject))
        return found?.subject
      },
      { message: `a mail to ${address} about ${String(subject)}` },
    )
    .toBeDefined()
  if (!found) throw new Error('unreachable')
  return found
}

/** The first address of ours in a mail that begins with this path. */
export function linkIn(mail: Mail, path: string): string {
  const text = mail.text ?? ''
  const link = text.match(/https?:\/\/\S+/g)?.find((one) => new URL(one).pathname.startsWith(path))
  if (link === undefined) throw new Error(`No link to ${path} in: ${text}`)
  return link
}
