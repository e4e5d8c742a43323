import { z } from 'zod'
import type { MailContent } from '../../integrations/mailer.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { defineLetter } from './define-letter.ts'
import { renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

/** The token of its link is made when it is sent and kept nowhere. */
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

export const passwordResetMail = defineLetter({
  to: ['account'],
  // The token is there until the message is finished.
  facts: z.object({ token: z.string().optional() }),
  async write(deps, { language, facts: { token } }) {
    if (token === undefined) throw new Error('the token of a password mail is gone')
    const href = `${deps.origin}/reset-password?token=${encodeURIComponent(token)}`
    return writeAccountMail(deps, { letter: 'passwordReset', language, href })
  },
  examples: [{ audience: 'account', facts: { token: 'abc' } }],
})

type AccountMail = { letter: 'verification' | 'passwordReset'; language: Language; href: string }

async function writeAccountMail(
  { settings }: Pick<Deps, 'settings'>,
  { letter, language, href }: AccountMail,
): Promise<MailContent> {
  const t = mailTexts(language)
  const words = { operator: settings.operatorName }
  const page = await renderPage({
    language,
    title: t(`letters.${letter}.title`, words),
    text: t(`letters.${letter}.text`, words),
    groups: [],
    button: { label: t(`letters.${letter}.button`, words), href, ifItFails: t('ifButtonFails') },
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
