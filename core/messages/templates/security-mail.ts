import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { type ConnectionKind, connectionKinds } from '#core/vendors/catalogue.ts'
import { insideText } from '../rules/names.ts'
import { defineLetter, type Written } from './define-letter.ts'
import { logoOf, renderPage } from './layout.ts'
import { mailTexts } from './translator.ts'

type SecurityLetter =
  | 'twoFactorSwitchedOn'
  | 'twoFactorSwitchedOff'
  | 'recoveryCodesReplaced'
  | 'recoveryCodeUsed'
  | 'emailChangeRequested'
  | 'passwordChanged'
  | 'dataExported'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'googleConnected'
  | 'googleDisconnected'
  | 'connectionMade'

/** Tells the owner of an account about a change to how they sign in. */
export function securityMail(
  letter: Exclude<SecurityLetter, 'recoveryCodeUsed' | 'emailChangeRequested' | 'connectionMade'>,
) {
  return defineLetter({
    to: ['account'],
    facts: z.object({}),
    write: (deps, { language }) => write(deps, { letter, language }),
    examples: [{ audience: 'account', facts: {} }],
  })
}

export const recoveryCodeUsedMail = defineLetter({
  to: ['account'],
  facts: z.object({ left: z.number().int() }),
  write: (deps, { language, facts: { left } }) =>
    write(deps, { letter: 'recoveryCodeUsed', language, left }),
  examples: [
    { audience: 'account', facts: { left: 9 } },
    { audience: 'account', facts: { left: 1 } },
    { audience: 'account', facts: { left: 0 } },
  ],
})

/** Goes to the address that still signs in, before another one does. */
export const emailChangeRequestedMail = defineLetter({
  to: ['account'],
  facts: z.object({ newEmail: z.string() }),
  write: (deps, { language, facts: { newEmail } }) =>
    write(deps, { letter: 'emailChangeRequested', language, email: newEmail }),
  examples: [{ audience: 'account', facts: { newEmail: 'vera@example.com' } }],
})

/** Goes to the owner: something reads the vendor's customers from now on. */
export const connectionMail = defineLetter({
  to: ['account'],
  facts: z.object({
    kind: z.enum(connectionKinds),
    name: z.string().nullable(),
    before: z.string().nullable(),
    by: z.string(),
  }),
  write: (deps, { language, facts }) =>
    write(deps, { letter: 'connectionMade', language, ...facts }),
  examples: connectionKinds.flatMap((kind) =>
    [null, '@former_name'].map((before) => {
      const name = kind === 'feed' ? null : '@vera_vendor'
      return {
        audience: 'account',
        facts: { kind, name, before: name && before, by: 'Vera Vendor' },
      } as const
    }),
  ),
})

type Said = {
  letter: SecurityLetter
  language: Language
  left?: number
  /** the new address */
  email?: string
  /** what was connected, and by whom */
  kind?: ConnectionKind
  by?: string
  name?: string | null
  /** what that has replaced */
  before?: string | null
}

async function write(
  deps: Pick<Deps, 'settings' | 'origin'>,
  {
    letter,
    language,
    left = 0,
    email = '',
    kind = 'chat',
    by = '',
    name = null,
    before = null,
  }: Said,
): Promise<Written> {
  const { settings, origin } = deps
  const t = mailTexts(language)
  const words = {
    operator: settings.operatorName,
    left,
    email,
    kind,
    by: insideText(by),
    named: name === null ? 'no' : before === null ? 'named' : 'replaced',
    name: insideText(name ?? ''),
    before: insideText(before ?? ''),
    contact: `${origin}/contact`,
  }
  const page = await renderPage({
    language,
    title: t(`letters.${letter}.title`, words),
    text: t(`letters.${letter}.text`, words),
    sender: null,
    logo: logoOf(deps),
    operator: settings.operatorName,
    blocks: [],
    button: { label: t('security.button'), href: `${origin}/settings/security` },
    notes: [t('security.notYou', words)],
    footer: [t('footer.security', words)],
  })
  return {
    ...page,
    subject: t(`letters.${letter}.subject`, words),
    senderName: null,
    replyTo: null,
    attachments: [],
  }
}
