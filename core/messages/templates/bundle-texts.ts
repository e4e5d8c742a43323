import { formatMoney } from '#core/shared/money.ts'
import type { Language } from '#core/shared/languages.ts'
import { insideText, isEnding, type PurchaseKind } from '../rules.ts'
import type { BundleFacts, BundleLeft, PurchaseFacts } from '../schema.ts'
import { lastDayText } from './clock-texts.ts'
import type { Row } from './layout.ts'
import type { MailTexts } from './translator.ts'

type Left = { name: string; sessionsLeft: number; expiresAt: string | Date; zone: string }

/** The credits of a bundle and its end. */
export function bundleRow(t: MailTexts, bundle: Left, language: Language): Row {
  return {
    label: t('labels.bundle'),
    value: t('labels.sessionsLeft', {
      name: insideText(bundle.name),
      count: bundle.sessionsLeft,
      until: lastDayText(new Date(bundle.expiresAt), bundle.zone, language),
    }),
  }
}

/** The bundle of a purchase. For a withdrawn one only its name and the amount paid. */
export function bundleRows(t: MailTexts, bundle: BundleFacts, language: Language): Row[] {
  const owed = owedText(t, bundle, language)
  if (bundle.isWithdrawn)
    return [
      {
        label: t('labels.bundle'),
        value: [insideText(bundle.name), owed].filter(Boolean).join('. '),
      },
    ]
  const price = formatMoney({ minor: bundle.priceMinor, currency: bundle.currency }, language)
  return [
    bundleRow(t, bundle, language),
    {
      label: t('labels.price'),
      value: bundle.priceMinor === 0 ? t('labels.free') : [price, owed].filter(Boolean).join('. '),
    },
  ]
}

function owedText(t: MailTexts, bundle: BundleFacts, language: Language): string {
  const { owedMinor, currency, isWithdrawn, isPaidFor } = bundle
  const price = formatMoney({ minor: Math.abs(owedMinor), currency }, language)
  if (owedMinor > 0) return t('bundle.toPay', { price })
  if (owedMinor < 0) return t('bundle.owedBack', { price })
  return isWithdrawn || !isPaidFor ? '' : t('bundle.paid')
}

/** The texts about credits of a bundle whose class is no longer offered. */
export function bundleLeftWords(
  { bundle, fromClass, toClass, sessions }: BundleLeft,
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
