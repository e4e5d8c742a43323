import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { emailLinkToken, findAccount, findEmailChange } from '../../accounts/queries.ts'
import { restorableDays } from '../../accounts/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { defineCheckedLetter, defineLetter, type Writer, type Written } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

// The token of a link is made when its mail is written, and stored as a hash at most.

export const verificationMail = defineLetter({
  to: ['account'],
  facts: z.object({}),
  async write(deps, { language, recipient }) {
    const token = encodeURIComponent(await deps.auth.verificationToken(recipient))
    const href = `${deps.origin}/auth/v1/verify?token_hash=${token}&type=signup`
    return writeAccountMail(deps, { letter: 'verification', language, href })
  },
  examples: [{ audience: 'account', facts: {} }],
})

export const passwordResetMail = defineCheckedLetter({
  to: ['account'],
  facts: z.object({}),
  lookAgain: findRecipient,
  async write(deps, { language, facts: { userId } }) {
    const href = `${deps.origin}/reset-password?token=${await deps.auth.resetToken(userId)}`
    return writeAccountMail(deps, { letter: 'passwordReset', language, href })
  },
  examples: [{ audience: 'account', facts: { userId: randomUUID() } }],
})

export const signInLinkMail = defineCheckedLetter({
  to: ['account'],
  facts: z.object({}),
  lookAgain: findRecipient,
  async write(deps, { language, facts: { userId } }) {
    const href = `${deps.origin}/login-link/open?token=${await deps.auth.signInToken(userId)}`
    return writeAccountMail(deps, { letter: 'signInLink', language, href })
  },
  examples: [{ audience: 'account', facts: { userId: randomUUID() } }],
})

/** Asks the owner of an address whether a vendor may publish it; contains none of the vendor's words. */
export const contactMail = defineCheckedLetter({
  to: ['account'],
  facts: z.object({}),
  async lookAgain(
    { db },
    { vendorId, recipient },
  ): Promise<{ vendorId: string; username: string } | null> {
    if (vendorId === null) return null
    const vendor = await db
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .where('pendingContactEmail', '=', recipient)
      .where('suspendedAt', 'is', null)
      .select('username')
      .executeTakeFirst()
    return vendor?.username ? { vendorId, username: vendor.username } : null
  },
  async write(deps, { language, recipient, facts: { vendorId, username } }) {
    const token = await deps.auth.contactToken(vendorId, recipient)
    const href = `${deps.origin}/contact/confirm?token=${token}`
    const page = `${deps.origin}/${username}`
    return writeAccountMail(deps, { letter: 'contactAddress', language, href, page })
  },
  examples: [{ audience: 'account', facts: { vendorId: randomUUID(), username: 'studio-vera' } }],
})

/** Asks the owner of an address whether somebody may sign in with it. Nobody gets it if the address is taken. */
export const emailChangeMail = defineCheckedLetter({
  to: ['account'],
  facts: z.object({ changeId: z.uuid() }),
  async lookAgain({ db }, { facts: { changeId } }) {
    return (await findEmailChange(db, 'confirm', changeId)) && { changeId }
  },
  async write(deps, { language, facts: { changeId } }) {
    const href = `${deps.origin}/login/address?token=${emailLinkToken(deps, 'confirm', changeId)}`
    return writeAccountMail(deps, { letter: 'emailChange', language, href })
  },
  examples: [{ audience: 'account', facts: { changeId: randomUUID() } }],
})

/** Tells the former address, with a way back. */
export const emailChangedMail = defineLetter({
  to: ['account'],
  facts: z.object({ changeId: z.uuid(), newEmail: z.string() }),
  async write(deps, { language, facts: { changeId, newEmail } }) {
    const href = `${deps.origin}/login/address?token=${emailLinkToken(deps, 'restore', changeId)}`
    return writeAccountMail(deps, { letter: 'emailChanged', language, href, email: newEmail })
  },
  examples: [
    { audience: 'account', facts: { changeId: randomUUID(), newEmail: 'vera@example.com' } },
  ],
})

/** Tells the address that signed in until the former one was restored. */
export const emailRestoredMail = defineLetter({
  to: ['account'],
  facts: z.object({}),
  write: (deps, { language }) =>
    writeAccountMail(deps, {
      letter: 'emailRestored',
      language,
      href: `${deps.origin}/contact`,
    }),
  examples: [{ audience: 'account', facts: {} }],
})

/** The account behind the address, while there is one. */
async function findRecipient({ db }: Writer, { recipient }: { recipient: string }) {
  const account = await findAccount(db, recipient)
  return account && { userId: account.id }
}

type AccountMail = {
  letter:
    | 'verification'
    | 'passwordReset'
    | 'signInLink'
    | 'contactAddress'
    | 'emailChange'
    | 'emailChanged'
    | 'emailRestored'
  language: Language
  href: string
  /** the page it is about */
  page?: string
  /** the new address */
  email?: string
}

async function writeAccountMail(
  deps: Pick<Deps, 'settings' | 'origin'>,
  { letter, language, href, page: about = '', email = '' }: AccountMail,
): Promise<Written> {
  const { settings } = deps
  const t = mailTexts(language)
  const words = {
    operator: settings.operatorName,
    page: about,
    email,
    days: restorableDays,
  }
  const page = await renderPage({
    language,
    title: t(`letters.${letter}.title`, words),
    text: t(`letters.${letter}.text`, words),
    sender: null,
    logo: logoOf(deps),
    operator: settings.operatorName,
    blocks: [],
    button: { label: t(`letters.${letter}.button`, words), href },
    notes: [],
    footer: [
      letter === 'emailChanged' || letter === 'emailRestored'
        ? t('footer.security', words)
        : t('footer.account'),
    ],
  })
  return {
    ...page,
    subject: t(`letters.${letter}.subject`, words),
    senderName: null,
    replyTo: null,
    attachments: [],
  }
}
