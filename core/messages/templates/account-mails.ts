import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  emailLinkToken,
  findAccount,
  findEmailChange,
  invitationToken,
} from '../../accounts/queries.ts'
import { restorableDays } from '../../accounts/rules.ts'
import { dateFormat } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import { connectionKinds } from '#core/vendors/catalogue.ts'
import { findClosed, findEntered, findInvited, findReopened } from '../queries/last-looks.ts'
import { insideText, strangersName } from '../rules/names.ts'
import { shortWhenText, zoneNames } from './clock-texts.ts'
import { defineCheckedLetter, defineLetter, type Writer } from './define-letter.ts'
import { type OnePage, onePage } from './one-page.ts'
import { mailTexts, type PageLetter } from './translator.ts'

const anId = '00000000-0000-4000-8000-000000000001'
const vera = { business: 'Studio Vera', zone: 'Europe/Berlin', because: null }
const nothing = z.object({})
const noFacts = [{ audience: 'account', facts: {} }] as const

const dayText = (at: string, language: Language) =>
  dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

/** 'Mon, Mar 29, 18:00 (Central European Time)' */
function whenText(at: string, zone: string, language: Language): string {
  const [name] = zoneNames([{ startsAt: at, zone }], language)
  return `${shortWhenText(mailTexts(language), at, zone, language)} (${name})`
}

/** The account behind the address, while there is one. */
async function findRecipient({ db }: Writer, { recipient }: { recipient: string }) {
  const account = await findAccount(db, recipient)
  return account && { userId: account.id }
}

const notYou = ({ origin }: Pick<Writer, 'origin'>, language: Language) =>
  mailTexts(language)('security.notYou', { contact: `${origin}/contact` })

/** Tells the owner of an account of something that somebody else may have done. */
const writeAlarm = (
  deps: Writer,
  language: Language,
  { letter, words }: Pick<OnePage, 'letter' | 'words'>,
) =>
  onePage(deps, language, {
    letter,
    ...(words && { words }),
    href: `${deps.origin}/settings/security`,
    label: mailTexts(language)('security.button'),
    notes: [notYou(deps, language)],
    footer: 'security',
  })

const alarm = (letter: PageLetter) =>
  defineLetter({
    to: ['account'],
    facts: nothing,
    write: (deps, { language }) => writeAlarm(deps, language, { letter }),
    examples: noFacts,
  })

/** The account was closed or taken back. */
const closing = (letter: 'accountClosed' | 'accountReopened') =>
  defineCheckedLetter({
    to: ['account'],
    facts: z.object({
      at: z.iso.datetime(),
      by: z.object({ name: z.string(), email: z.string() }),
      /** the account can be taken back until then; null: it has been */
      until: z.iso.datetime().nullable(),
    }),
    async lookAgain(deps, message) {
      const find = letter === 'accountClosed' ? findClosed : findReopened
      const vendor = await find(deps, message)
      return vendor && { ...message.facts, ...vendor }
    },
    write(deps, { language, facts: { at, by, until, business, zone } }) {
      const t = mailTexts(language)
      const value = `${strangersName(by.name)}, ${by.email}`
      const when = { label: t('labels.when'), value: whenText(at, zone, language) }
      return onePage(deps, language, {
        letter,
        words: {
          business: insideText(business),
          until: until === null ? '' : whenText(until, zone, language),
        },
        blocks: [{ rows: [{ label: t(`letters.${letter}.by`), value }, when] }],
        href: deps.origin + (letter === 'accountClosed' ? '/account-closed' : '/dashboard'),
        notes: [notYou(deps, language)],
        footer: 'vendor',
      })
    },
    examples: [
      {
        audience: 'account',
        facts: {
          ...vera,
          at: '2027-03-29T16:00:00Z',
          by: { name: 'Vera Vendor', email: 'vera@example.com' },
          until: letter === 'accountClosed' ? '2027-04-12T16:00:00Z' : null,
        },
      },
    ],
  })

/** Mails of one page about an account and how to sign in. */
export const accountMails = {
  // The token of a link is made when its mail is written, and stored as a hash at most.
  'account.verification': defineLetter({
    to: ['account'],
    facts: nothing,
    async write(deps, { language, recipient }) {
      const token = encodeURIComponent(await deps.auth.verificationToken(recipient))
      const href = `${deps.origin}/auth/v1/verify?token_hash=${token}&type=signup`
      return onePage(deps, language, { letter: 'verification', href, footer: 'account' })
    },
    examples: noFacts,
  }),
  'account.password_reset': defineCheckedLetter({
    to: ['account'],
    facts: nothing,
    lookAgain: findRecipient,
    async write(deps, { language, facts: { userId } }) {
      const href = `${deps.origin}/reset-password?token=${await deps.auth.resetToken(userId)}`
      return onePage(deps, language, { letter: 'passwordReset', href, footer: 'account' })
    },
    examples: [{ audience: 'account', facts: { userId: randomUUID() } }],
  }),
  'account.sign_in_link': defineCheckedLetter({
    to: ['account'],
    facts: nothing,
    lookAgain: findRecipient,
    async write(deps, { language, facts: { userId } }) {
      const href = `${deps.origin}/login-link/open?token=${await deps.auth.signInToken(userId)}`
      return onePage(deps, language, { letter: 'signInLink', href, footer: 'account' })
    },
    examples: [{ audience: 'account', facts: { userId: randomUUID() } }],
  }),
  'account.two_factor_switched_on': alarm('twoFactorSwitchedOn'),
  'account.two_factor_switched_off': alarm('twoFactorSwitchedOff'),
  'account.recovery_codes_replaced': alarm('recoveryCodesReplaced'),
  'account.recovery_code_used': defineLetter({
    to: ['account'],
    facts: z.object({ left: z.number().int() }),
    write: (deps, { language, facts: words }) =>
      writeAlarm(deps, language, { letter: 'recoveryCodeUsed', words }),
    examples: [9, 1, 0].map((left) => ({ audience: 'account', facts: { left } })),
  }),
  /** Asks the owner of an address whether somebody may sign in with it. Nobody gets it if the address is taken. */
  'account.email_change': defineCheckedLetter({
    to: ['account'],
    facts: z.object({ changeId: z.uuid() }),
    lookAgain: async ({ db }, { facts: { changeId } }) =>
      (await findEmailChange(db, 'confirm', changeId)) && { changeId },
    write: (deps, { language, facts: { changeId } }) =>
      onePage(deps, language, {
        letter: 'emailChange',
        href: `${deps.origin}/login/address?token=${emailLinkToken(deps, 'confirm', changeId)}`,
        footer: 'account',
      }),
    examples: [{ audience: 'account', facts: { changeId: randomUUID() } }],
  }),
  /** Goes to the address that still signs in, before another one does. */
  'account.email_change_requested': defineLetter({
    to: ['account'],
    facts: z.object({ newEmail: z.string() }),
    write: (deps, { language, facts: { newEmail: email } }) =>
      writeAlarm(deps, language, { letter: 'emailChangeRequested', words: { email } }),
    examples: [{ audience: 'account', facts: { newEmail: 'vera@example.com' } }],
  }),
  /** Tells the former address, with a way back. */
  'account.email_changed': defineLetter({
    to: ['account'],
    facts: z.object({ changeId: z.uuid(), newEmail: z.string() }),
    write: (deps, { language, facts: { changeId, newEmail: email } }) =>
      onePage(deps, language, {
        letter: 'emailChanged',
        words: { email, days: restorableDays },
        href: `${deps.origin}/login/address?token=${emailLinkToken(deps, 'restore', changeId)}`,
        footer: 'security',
      }),
    examples: [
      { audience: 'account', facts: { changeId: randomUUID(), newEmail: 'vera@example.com' } },
    ],
  }),
  /** Tells the address that signed in until the former one was restored. */
  'account.email_restored': defineLetter({
    to: ['account'],
    facts: nothing,
    write: (deps, { language }) =>
      onePage(deps, language, {
        letter: 'emailRestored',
        words: { days: restorableDays },
        href: `${deps.origin}/contact`,
        footer: 'security',
      }),
    examples: noFacts,
  }),
  'account.password_changed': alarm('passwordChanged'),
  'account.data_exported': alarm('dataExported'),
  'account.passkey_added': alarm('passkeyAdded'),
  'account.passkey_removed': alarm('passkeyRemoved'),
  'account.google_connected': alarm('googleConnected'),
  'account.google_disconnected': alarm('googleDisconnected'),
  'account.closed': closing('accountClosed'),
  'account.reopened': closing('accountReopened'),
  /** Goes to the owner: something reads the vendor's customers from now on. */
  'vendor.connection_made': defineLetter({
    to: ['account'],
    facts: z.object({
      kind: z.enum(connectionKinds),
      name: z.string().nullable(),
      before: z.string().nullable(),
      by: z.string(),
    }),
    write: (deps, { language, facts: { kind, name, before, by } }) =>
      writeAlarm(deps, language, {
        letter: 'connectionMade',
        words: {
          kind,
          by: insideText(by),
          named: name === null ? 'no' : before === null ? 'named' : 'replaced',
          name: insideText(name ?? ''),
          before: insideText(before ?? ''),
        },
      }),
    examples: connectionKinds.flatMap((kind) =>
      [null, '@former_name'].map((before) => {
        const name = kind === 'feed' ? null : '@vera_vendor'
        return {
          audience: 'account',
          facts: { kind, name, before: name && before, by: 'Vera Vendor' },
        } as const
      }),
    ),
  }),
  /** Asks the owner of an address whether a vendor may publish it; contains none of the vendor's words. */
  'vendor.contact_address': defineCheckedLetter({
    to: ['account'],
    facts: nothing,
    lookAgain: findEntered,
    async write(deps, { language, recipient, facts: { vendorId, username } }) {
      const token = await deps.auth.contactToken(vendorId, recipient)
      return onePage(deps, language, {
        letter: 'contactAddress',
        words: { page: `${deps.origin}/${username}` },
        href: `${deps.origin}/contact/confirm?token=${token}`,
        footer: 'account',
      })
    },
    examples: [{ audience: 'account', facts: { vendorId: randomUUID(), username: 'studio-vera' } }],
  }),
  'invitation.sent': defineCheckedLetter({
    to: ['account'],
    facts: z.object({ invitationId: z.uuid() }),
    lookAgain: findInvited,
    write: (deps, { language, recipient, facts: { invitationId, expiresAt } }) =>
      onePage(deps, language, {
        letter: 'invitation',
        words: { email: recipient },
        href: `${deps.origin}/register?invite=${invitationToken(deps.secretKeys, invitationId)}`,
        notes: [
          mailTexts(language)('letters.invitation.note', { day: dayText(expiresAt, language) }),
        ],
        footer: 'account',
        replyTo: 'operator',
      }),
    examples: [
      { audience: 'account', facts: { invitationId: anId, expiresAt: '2027-03-29T16:00:00Z' } },
    ],
  }),
}
