import { issuedUrl } from '#core/bookings/queries/links.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import {
  type BundleEndLetter,
  type BundleLetter,
  customerLetter,
  type PurchaseKind,
} from '../rules/kinds.ts'
import { greetingWords, insideText } from '../rules/names.ts'
import type { BundleEnds, BundleLeft, PurchaseFacts } from '../schema.ts'
import { bundleLeftWords } from './bundle-texts.ts'
import { bundleEndTexts } from '../texts/bundle-ends.ts'
import { lastDayText, shortWhenText } from './clock-texts.ts'
import { amountWords } from './amount-words.ts'
import { letterTexts, type MailTexts, mailTexts } from './translator.ts'

type Signer = Pick<Deps, 'origin' | 'secretKeys' | 'settings'>

type Addressed<Facts> = { language: Language; facts: Facts }

/** What a message says in three lines, for a member of the vendor to send by SMS or WhatsApp. */
export function shortMessage(
  deps: Signer,
  { kind, language, facts }: Addressed<PurchaseFacts> & { kind: PurchaseKind },
  sender: { userId: string },
): string {
  const t = mailTexts(language)
  const [first] = facts.entries
  const words = {
    business: insideText(facts.vendor.name) || deps.settings.operatorName,
    ...amountWords(facts),
    issued: facts.issuedLink ? 'yes' : 'no',
    ...greetingWords(facts.purchase.customerName),
  }
  const when = first ? `${insideText(first.classTitle)}, ${startText(t, first, language)}` : ''
  return [
    t(`letters.${customerLetter(kind, facts)}.title`, words),
    when,
    issuedUrl(deps, facts.purchase, sender.userId),
  ]
    .filter(Boolean)
    .join('\n')
}

/** When it starts; after a move, when it was to start before. */
function startText(
  t: MailTexts,
  { startsAt, zone, before }: PurchaseFacts['entries'][number],
  language: Language,
): string {
  const now = shortWhenText(t, startsAt, zone, language)
  const was = before && shortWhenText(t, before.startsAt, before.zone, language)
  return was === null || was === now ? now : t('wasNow', { was, now })
}

/** The link to a purchase, where the mail with it did not arrive. */
export function shortLinkMessage(
  deps: Signer,
  { language, purchase }: { language: Language; purchase: PurchaseFacts['purchase'] },
  sender: { userId: string },
): string {
  const t = mailTexts(language)
  return [t('letters.newLink.title'), issuedUrl(deps, purchase, sender.userId)].join('\n')
}

/** The link to a purchase for somebody who asks for it again. */
export function shortBookingLink(
  deps: Signer,
  { language, purchase, classTitle, startsAt, zone }: BookingToLink,
  sender: { userId: string },
): { text: string; href: string } {
  const when = shortWhenText(mailTexts(language), startsAt.toISOString(), zone, language)
  const href = issuedUrl(deps, purchase, sender.userId)
  return { text: `${insideText(classTitle)}, ${when}\n${href}`, href }
}

type BookingToLink = {
  /** of the customer */
  language: Language
  purchase: Parameters<typeof issuedUrl>[1]
  classTitle: string
  startsAt: Date
  zone: string
}

/** As `shortMessage`, of the end of a bundle. */
export function shortBundleEndMessage(
  deps: Signer,
  { letter, language, facts }: Addressed<BundleEnds> & { letter: BundleEndLetter },
  sender: { userId: string },
): string {
  const t = letterTexts(bundleEndTexts, language)
  const words = {
    business: insideText(facts.business) || deps.settings.operatorName,
    bundle: insideText(facts.bundle) || facts.purchase.reference,
    count: facts.count,
    day: lastDayText(new Date(facts.expiresAt), facts.zone, language),
  }
  return [
    t(`${letter}Title`, words),
    t(`${letter}Text`, words),
    issuedUrl(deps, facts.purchase, sender.userId),
  ].join('\n')
}

/** As `shortMessage`, of what has become of the sessions left on a bundle. */
export function shortBundleMessage(
  deps: Signer,
  { letter, language, facts }: Addressed<BundleLeft> & { letter: BundleLetter },
  sender: { userId: string },
): string {
  const t = mailTexts(language)
  const business = insideText(facts.vendor.name) || deps.settings.operatorName
  const words = { business, ...bundleLeftWords(facts, language) }
  return [
    t(`letters.${letter}.title`, words),
    t(`letters.${letter}.text`, words),
    issuedUrl(deps, facts.purchase, sender.userId),
  ]
    .filter(Boolean)
    .join('\n')
}
