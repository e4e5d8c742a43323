import type { MailContent } from '../../integrations/mailer.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Writer, Written } from './define-letter.ts'
import { logoOf, type Page, renderPage } from './layout.ts'
import { mailTexts, type PageLetter, pageTexts } from './translator.ts'

/** A mail from the operator: a title, a text and at most one button. */
export type OnePage = Partial<Pick<Page, 'blocks' | 'notes' | 'smallPrint'>> & {
  /** whose words in texts/ it says */
  letter: PageLetter
  words?: Readonly<Record<string, string | number>>
  /** sentences before its text */
  before?: readonly string[]
  /** where the button leads; none: it has no button */
  href?: string
  /** of the button, where the letter has none of its own */
  label?: string
  /** why it comes; null: that is clear */
  footer: 'account' | 'console' | 'operator' | 'security' | 'vendor' | null
  /** where replies go; none: nowhere */
  replyTo?: 'operator' | MailContent['replyTo']
}

export async function onePage(
  deps: Pick<Writer, 'settings' | 'origin'>,
  language: Language,
  { letter, words, before = [], href, label, footer, replyTo = null, ...more }: OnePage,
): Promise<Written> {
  const { operatorName: operator, operatorEmail: address } = deps.settings
  const t = pageTexts(language, letter)
  const said = { operator, ...words }
  const business = words?.['business'] || operator
  const title = t('title', said)
  const page = await renderPage({
    blocks: [],
    notes: [],
    ...more,
    language,
    sender: null,
    logo: logoOf(deps),
    operator,
    title,
    text: [...before, t('text', said)].join(' '),
    button: href === undefined ? null : { label: label ?? t('button', said), href },
    footer:
      footer === null ? [] : [mailTexts(language)(`footer.${footer}`, { operator, business })],
  })
  const toOperator = address === null ? null : { name: operator, address }
  return {
    ...page,
    subject: t.has('subject') ? t('subject', said) : title,
    senderName: null,
    replyTo: replyTo === 'operator' ? toOperator : replyTo,
    attachments: [],
  }
}
