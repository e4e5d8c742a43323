import type { z } from 'zod'
import {
  contactMail,
  emailChangedMail,
  emailRestoredMail,
  emailChangeMail,
  passwordResetMail,
  signInLinkMail,
  verificationMail,
} from './account-mail.ts'
import { agendaMail } from './agenda-mail.ts'
import { calendarBrokenMail } from './calendar-mail.ts'
import { cardsBrokenMail } from './cards-mail.ts'
import { chatConnectedMail, chatDisconnectedMail } from './chat-connected-mail.ts'
import { closedMail } from './closed-mail.ts'
import type { Audience, Letter } from './define-letter.ts'
import { digestMail } from './digest-mail.ts'
import {
  bundleMail,
  classEndingMail,
  planAnswerMail,
  planEndingMail,
  requestReminderMail,
} from './ending-mail.ts'
import { enquiryMail } from './enquiry-mail.ts'
import { linksMail } from './links-mail.ts'
import { newLinkMail } from './new-link-mail.ts'
import { noteMail } from './note-mail.ts'
import { limitMail, planNewsMail } from './plan-mail.ts'
import { invitationMail, reminderMail, standingMail } from './operator-mail.ts'
import { newsMail } from './news-mail.ts'
import { referralMail } from './referral-mail.ts'
import { telegramMail } from './telegram-mail.ts'
import {
  connectionMail,
  emailChangeRequestedMail,
  recoveryCodeUsedMail,
  securityMail,
} from './security-mail.ts'

type AnyLetter = Letter<z.ZodType, Audience>

/** Every kind of message there is, with the mail it becomes. */
export const letters = {
  news: newsMail,
  'booking.links': linksMail,
  'booking.new_link': newLinkMail,
  'booking.chat_connected': chatConnectedMail,
  'booking.chat_disconnected': chatDisconnectedMail,
  'booking.note': noteMail,
  'account.verification': verificationMail,
  'account.password_reset': passwordResetMail,
  'account.sign_in_link': signInLinkMail,
  'account.two_factor_switched_on': securityMail('twoFactorSwitchedOn'),
  'account.two_factor_switched_off': securityMail('twoFactorSwitchedOff'),
  'account.recovery_codes_replaced': securityMail('recoveryCodesReplaced'),
  'account.recovery_code_used': recoveryCodeUsedMail,
  'account.email_change': emailChangeMail,
  'account.email_change_requested': emailChangeRequestedMail,
  'account.email_changed': emailChangedMail,
  'account.email_restored': emailRestoredMail,
  'account.password_changed': securityMail('passwordChanged'),
  'account.data_exported': securityMail('dataExported'),
  'account.passkey_added': securityMail('passkeyAdded'),
  'account.passkey_removed': securityMail('passkeyRemoved'),
  'account.google_connected': securityMail('googleConnected'),
  'account.google_disconnected': securityMail('googleDisconnected'),
  'account.closed': closedMail('accountClosed'),
  'account.reopened': closedMail('accountReopened'),
  'vendor.contact_address': contactMail,
  'vendor.agenda': agendaMail,
  'vendor.digest': digestMail,
  'vendor.telegram_refused': telegramMail,
  'referral.rewarded': referralMail,
  'invitation.sent': invitationMail,
  'subscription.reminder': reminderMail,
  'vendor.suspended': standingMail('suspended'),
  'vendor.activated': standingMail('activated'),
  'vendor.connection_made': connectionMail,
  'calendar.broken': calendarBrokenMail,
  'cards.broken': cardsBrokenMail,
  'enquiry.received': enquiryMail,
  'request.reminder': requestReminderMail,
  'bundle.ending': bundleMail('bundle'),
  'bundle.extended': bundleMail('extended'),
  'class.ending': classEndingMail,
  'plan.ending': planEndingMail,
  'plan.answer': planAnswerMail,
  'plan.limit': limitMail,
  'plan.operator_news': planNewsMail,
} satisfies Record<string, AnyLetter>

export type LetterKind = keyof typeof letters

export function findLetter(kind: string): AnyLetter | null {
  return isLetterKind(kind) ? letters[kind] : null
}

function isLetterKind(kind: string): kind is LetterKind {
  return Object.hasOwn(letters, kind)
}
