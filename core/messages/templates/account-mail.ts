import type { MailContent } from '../../integrations/mailer.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import type { AccountKind } from '../rules.ts'
import { renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

export type AccountMail = {
  kind: AccountKind
  email: string
  language: Language
  token: string | undefined
}

/** Writes a mail about an account. Throws when the token of a password mail is gone. */
export async function writeAccountMail(
  deps: Pick<Deps, 'origin' | 'auth' | 'settings'>,
  mail: AccountMail,
): Promise<MailContent> {
  const t = mailTexts(mail.language)
  const letter = mail.kind === 'account.verification' ? 'verification' : 'passwordReset'
  const words = { operator: deps.settings.operatorName }
  const page = await renderPage({
    language: mail.language,
    title: t(`letters.${letter}.title`, words),
    text: t(`letters.${letter}.text`, words),
    groups: [],
    button: {
      label: t(`letters.${letter}.button`, words),
      href: await linkOf(deps, mail),
      ifItFails: t('ifButtonFails'),
    },
    notes: [],
    footer: [t('footer.account')],
  })
  return {
    ...page,
    subject: t(`letters.${letter}.subject`, words),
    senderName: null,
    replyTo: null,
    attachments: [],
  }
}

/** The confirmation's token is made when it is sent and kept nowhere. */
async function linkOf(
  { auth, origin }: Pick<Deps, 'origin' | 'auth'>,
  { kind, email, token }: AccountMail,
): Promise<string> {
  if (kind === 'account.verification') {
    const fresh = await auth.verificationToken(email)
    return `${origin}/auth/v1/verify?token_hash=${encodeURIComponent(fresh)}&type=signup`
  }
  if (token === undefined) throw new Error('the token of a password mail is gone')
  return `${origin}/reset-password?token=${encodeURIComponent(token)}`
}
