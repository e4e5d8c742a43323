import type { z } from 'zod'
import { accountMails } from './account-mails.ts'
import { agendaMail } from './agenda-mail.ts'
import { bundleMail } from './bundle-end-mail.ts'
import type { Audience, Letter } from './define-letter.ts'
import { digestMail } from './digest-mail.ts'
import { linkMails } from './link-mails.ts'
import { linksMail } from './links-mail.ts'
import { newsMail } from './news-mail.ts'
import { noteMail } from './note-mail.ts'
import { planMails } from './plan-mails.ts'
import { customerReminderMail } from './reminder-mail.ts'
import { vendorMails } from './vendor-mails.ts'

type AnyLetter = Letter<z.ZodType, Audience>

/** Every kind of message there is, with the mail it becomes. */
export const letters = {
  news: newsMail,
  'booking.links': linksMail,
  'booking.note': noteMail,
  'booking.reminder': customerReminderMail,
  'bundle.ending': bundleMail('bundle'),
  'bundle.extended': bundleMail('extended'),
  'vendor.agenda': agendaMail,
  'vendor.digest': digestMail,
  ...accountMails,
  ...linkMails,
  ...planMails,
  ...vendorMails,
} satisfies Record<string, AnyLetter>

export type LetterKind = keyof typeof letters

export function findLetter(kind: string): AnyLetter | null {
  return isLetterKind(kind) ? letters[kind] : null
}

function isLetterKind(kind: string): kind is LetterKind {
  return Object.hasOwn(letters, kind)
}
