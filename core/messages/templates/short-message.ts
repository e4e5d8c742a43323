import { issuedUrl } from '#core/bookings/queries/links.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { customerLetter, insideText, type PurchaseKind } from '../rules.ts'
import type { BundleLeft, PurchaseFacts } from '../schema.ts'
import { bundleLeftWords } from './bundle-texts.ts'
import { shortWhenText } from './clock-texts.ts'
import { mailTexts } from './translator.ts'

type Signer = Pick<Deps, 'origin' | 'secretKeys' | 'settings'>

/** What a message says in three lines, for a member of the vendor to send by SMS or WhatsApp. */
export function shortMessage(
  deps: Signer,
  { kind, language, facts }: { kind: PurchaseKind; language: Language; facts: PurchaseFacts },
  sender: { userId: string },
): string {
  const t = mailTexts(language)
  const [first] = facts.entries
  const words = {
    business: insideText(facts.vendor.name) || deps.settings.operatorName,
    count: facts.entries.reduce((sum, { spots }) => sum + spots, 0),
    issued: facts.issuedLink ? 'yes' : 'no',
  }
  const when = first
    ? `${insideText(first.classTitle)}, ${shortWhenText(t, first.startsAt, first.zone, language)}`
    : ''
  return [
    t(`letters.${customerLetter(kind, facts)}.title`, words),
    when,
    issuedUrl(deps, facts.purchase, sender.userId),
  ]
    .filter(Boolean)
    .join('\n')
}

/** As `shortMessage`, of what has become of the sessions left on a bundle. */
export function shortBundleMessage(
  deps: Signer,
  {
    letter,
    language,
    facts,
  }: { letter: 'bundleMoved' | 'bundleRefunded'; language: Language; facts: BundleLeft },
  sender: { userId: string },
): string {
  const t = mailTexts(language)
  const business = insideText(facts.vendor.name) || deps.settings.operatorName
  const words = { business, ...bundleLeftWords(facts, language) }
  return [
    t(`letters.${letter}.title`, words),
    t(`letters.${letter}.text`, words),
    issuedUrl(deps, facts.purchase, sender.userId),
  ].join('\n')
}
