import { manageUrl } from '#core/bookings/queries/links.ts'
import type { Language } from '#core/shared/languages.ts'
import type { SenderLook } from '../queries/sender.ts'
import type { BundleLetter } from '../rules/kinds.ts'
import { insideText } from '../rules/names.ts'
import type { BundleLeft } from '../schema.ts'
import type { Block } from './blocks.ts'
import { bundleBlock, bundleLeftWords } from './bundle-texts.ts'
import type { Writer, Written } from './define-letter.ts'
import { renderPage } from './layout.ts'
import { bundleWithoutLinks } from './neutral-words.ts'
import { type MailTexts, mailTexts } from './translator.ts'

type Said = BundleLeft & { neutral: boolean }
type BundleMail = {
  letter: BundleLetter
  facts: BundleLeft
  neutral: boolean
  look: SenderLook | null
  language: Language
  /** what else the mail says */
  more: readonly Block[]
}

/** What happened to the credits of a bundle whose class is no longer offered. */
export async function writeBundleMail(
  deps: Writer,
  { letter, facts: told, neutral, look, language, more }: BundleMail,
): Promise<Written> {
  const t = mailTexts(language)
  const facts = neutral ? bundleWithoutLinks(t, told) : told
  const { bundle, purchase, vendor } = facts
  const operator = deps.settings.operatorName
  const business = insideText(vendor.name) || operator
  const words = { business, operator, ...bundleLeftWords(facts, language) }
  const page = await renderPage({
    language,
    sender: { name: insideText(vendor.name), accent: null, picture: null, ...look },
    operator,
    title: t(`letters.${letter}.title`, words),
    text: t(`letters.${letter}.text`, words),
    blocks: [bundleBlock(t, { bundle, about: [], dates: [], paidTo: business }, language), ...more],
    button: { label: t(`letters.${letter}.button`, words), href: manageUrl(deps, purchase) },
    smallPrint: [t('reference', { reference: purchase.reference })],
    notes: [],
    footer: [t('footer.customer', words), ...(vendor.email ? [t('footer.reply', words)] : [])],
  })
  return {
    ...page,
    subject: neutral
      ? t(`letters.${letter}.neutralSubject`)
      : t(`letters.${letter}.subject`, words),
    senderName: neutral ? null : t('viaOperator', { business: vendor.name || operator, operator }),
    replyTo: vendor.email === null ? null : { name: vendor.name, address: vendor.email },
    attachments: [],
  }
}

/** The same as part of a mail whose main news is another one. */
export function bundleSection(
  deps: Writer,
  t: MailTexts,
  { letter, facts: told, neutral }: Pick<BundleMail, 'letter' | 'facts' | 'neutral'>,
  language: Language,
): Block[] {
  const facts = neutral ? bundleWithoutLinks(t, told) : told
  const business = insideText(facts.vendor.name) || deps.settings.operatorName
  const words = { business, ...bundleLeftWords(facts, language) }
  return [
    {
      heading: t(`letters.${letter}.title`, words),
      lines: [{ text: t(`letters.${letter}.text`, words) }],
      dates: [],
      end: [],
    },
  ]
}

const example: Said = {
  purchase: {
    purchaseId: '00000000-0000-4000-8000-000000000001',
    reference: 'ABCDEFGHJK',
    tokenRotation: 0,
    customerName: 'Carla',
    customerEmail: 'carla@example.com',
    customerPhone: null,
    customerTelegramName: null,
  },
  vendor: { name: 'Studio Vera', email: 'studio@example.com' },
  bundle: {
    name: 'Yoga 10',
    priceMinor: 6000,
    currency: 'EUR',
    owedMinor: -2400,
    isPaidFor: true,
    sessionsLeft: 0,
    expiresAt: '2027-03-28T16:00:00.000Z',
    zone: 'Europe/Berlin',
    isOpen: false,
    isWithdrawn: false,
    returned: 0,
  },
  fromClass: 'Yoga',
  toClass: 'Pilates',
  sessions: 2,
  backMinor: 2400,
  forgivenMinor: 600,
  neutral: false,
}

const letters = ['bundleMoved', 'bundleRefunded', 'bundlePaidBack', 'bundleForgiven'] as const

/** For the page that shows all mails, and the tests that read them. */
export const bundleExamples = letters.flatMap((letter) =>
  [
    example,
    { ...example, sessions: 1 },
    ...(letter === 'bundleMoved' ? [{ ...example, sessions: 0 }] : []),
    { ...example, neutral: true },
  ].map(
    ({ neutral, ...facts }) =>
      (deps: Writer, language: Language) =>
        writeBundleMail(deps, { letter, facts, neutral, look: null, language, more: [] }),
  ),
)
