import { formatMoney } from '#core/shared/money.ts'
import type { Language } from '#core/shared/languages.ts'
import { isEnding, type PurchaseKind } from '../rules/kinds.ts'
import { insideText } from '../rules/names.ts'
import type { BundleFacts, BundleLeft, PurchaseFacts } from '../schema.ts'
import { lastDayText } from './clock-texts.ts'
import type { Block, Line } from './blocks.ts'
import type { MailTexts } from './translator.ts'

type Left = { sessionsLeft: number; expiresAt: string | Date; zone: string }

/** The credits of a bundle and its end. */
export function leftText(t: MailTexts, bundle: Left, language: Language): string {
  return t('bundle.left', {
    count: bundle.sessionsLeft,
    until: lastDayText(new Date(bundle.expiresAt), bundle.zone, language),
  })
}

/** A bundle on one card, with the dates that a mail is about. `dates`: none where they stand beside it. */
export function bundleBlock(
  t: MailTexts,
  {
    bundle,
    about,
    dates,
    paidTo,
  }: {
    bundle: BundleFacts
    about: readonly Line[]
    dates: readonly Line[][]
    /** whom the reader pays; null: the reader is that business */
    paidTo: string | null
  },
  language: Language,
): Block {
  const { priceMinor, currency, isWithdrawn } = bundle
  const price =
    priceMinor === 0 ? t('labels.free') : formatMoney({ minor: priceMinor, currency }, language)
  const summary = [
    // For a withdrawn one only what was paid counts.
    ...(isWithdrawn ? [] : [price]),
    ...(dates.length > 0 ? [t('bundle.dates', { count: dates.length })] : []),
  ].join(' · ')
  const owed = priceMinor === 0 ? '' : owedText(t, bundle, { paidTo, language })
  return {
    heading: insideText(bundle.name),
    lines: [...(summary === '' ? [] : [{ text: summary }]), ...about],
    dates,
    end: [
      ...(owed === '' ? [] : [{ text: owed }]),
      ...(isWithdrawn ? [] : [{ text: leftText(t, bundle, language) }]),
    ],
  }
}

function owedText(
  t: MailTexts,
  bundle: BundleFacts,
  { paidTo, language }: { paidTo: string | null; language: Language },
): string {
  const { owedMinor, currency, isWithdrawn, isPaidFor } = bundle
  const price = formatMoney({ minor: Math.abs(owedMinor), currency }, language)
  if (owedMinor > 0) {
    const toPay = t('bundle.toPay', { price })
    return paidTo === null ? toPay : `${toPay} ${t('payDirectly', { business: paidTo })}`
  }
  if (owedMinor < 0) return t('bundle.owedBack', { price })
  return isWithdrawn || !isPaidFor ? '' : t('bundle.paid')
}

/** The texts about credits of a bundle whose class is no longer offered. */
export function bundleLeftWords(
  { bundle, fromClass, toClass, sessions, backMinor, forgivenMinor }: BundleLeft,
  language: Language,
) {
  const { name, expiresAt, zone, owedMinor, currency } = bundle
  return {
    name: insideText(name),
    from: insideText(fromClass),
    to: insideText(toClass),
    count: sessions,
    until: lastDayText(new Date(expiresAt), zone, language),
    back: owedMinor < 0 ? 'yes' : 'no',
    price: formatMoney({ minor: Math.abs(owedMinor), currency }, language),
    paidBack: formatMoney({ minor: backMinor, currency }, language),
    forgiven: formatMoney({ minor: forgivenMinor, currency }, language),
    forgives: forgivenMinor > 0 ? 'yes' : 'no',
  }
}

/** What happened to the credits of ended dates; empty if nothing to report. */
export function returnedText(
  t: MailTexts,
  { kind, facts, language }: { kind: PurchaseKind; facts: PurchaseFacts; language: Language },
): string {
  const { bundle } = facts
  if (!bundle || !isEnding(kind) || bundle.isWithdrawn) return ''
  if (bundle.returned === 0) return t('bundle.notBack')
  if (!bundle.isOpen) return ''
  const until = lastDayText(new Date(bundle.expiresAt), bundle.zone, language)
  return t('bundle.back', { count: bundle.returned, until })
}
