import type { z } from 'zod'
import type { PurchaseKind } from '../rules.ts'
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
import { bundleMail } from './bundle-mail.ts'
import { closedMail } from './closed-mail.ts'
import type { Audience, Letter } from './define-letter.ts'
import { enquiryMail } from './enquiry-mail.ts'
import { linksMail } from './links-mail.ts'
import { newLinkMail } from './new-link-mail.ts'
import { noteMail } from './note-mail.ts'
import { limitMail, planNewsMail } from './plan-mail.ts'
import { invitationMail, reminderMail, standingMail } from './operator-mail.ts'
import { purchaseMail } from './purchase-mail.ts'
import { referralMail } from './referral-mail.ts'
import { emailChangeRequestedMail, recoveryCodeUsedMail, securityMail } from './security-mail.ts'

type AnyLetter = Letter<z.ZodType, Audience>

/** Every kind of message there is, with the mail it becomes. */
export const letters = {
  'booking.confirmed': purchaseMail('booking.confirmed'),
  'booking.requested': purchaseMail('booking.requested'),
  'booking.approved': purchaseMail('booking.approved'),
  'booking.rejected': purchaseMail('booking.rejected'),
  'booking.expired': purchaseMail('booking.expired'),
  'booking.cancelled': purchaseMail('booking.cancelled'),
  'booking.late_waived': purchaseMail('booking.late_waived'),
  'booking.moved': purchaseMail('booking.moved'),
  'booking.session_changed': purchaseMail('booking.session_changed'),
  'session.cancelled': purchaseMail('session.cancelled'),
  'bundle.moved': bundleMail('bundleMoved'),
  'bundle.refunded': bundleMail('bundleRefunded'),
  'bundle.handed_over': bundleMail('bundleHandedOver'),
  'booking.links': linksMail,
  'booking.new_link': newLinkMail,
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
  'referral.rewarded': referralMail,
  'invitation.sent': invitationMail,
  'subscription.reminder': reminderMail,
  'vendor.suspended': standingMail('suspended'),
  'vendor.activated': standingMail('activated'),
  'enquiry.received': enquiryMail,
  'plan.limit': limitMail,
  'plan.operator_news': planNewsMail,
} satisfies Record<PurchaseKind, AnyLetter> & Record<string, AnyLetter>

export type LetterKind = keyof typeof letters

export function findLetter(kind: string): AnyLetter | null {
  return isLetterKind(kind) ? letters[kind] : null
}

function isLetterKind(kind: string): kind is LetterKind {
  return Object.hasOwn(letters, kind)
}
