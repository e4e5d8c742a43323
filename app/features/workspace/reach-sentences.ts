import type { useTranslations } from 'use-intl'
import type { GivenBack, Reach } from '#core/classes/queries/reach.ts'
import type { Stranded } from '#core/classes/steps/agreement.ts'
import type { Language } from '#core/shared/languages.ts'
import { formatMoney } from '#core/shared/money.ts'

/** Before a change is saved: how many people will be notified, and how many must be called. */
export function reachSentences(
  { told, toldSpots, unreached }: Pick<Reach, 'told' | 'toldSpots' | 'unreached'>,
  t: ReturnType<typeof useTranslations<'workspace.ask'>>,
): (string | false)[] {
  return [
    told > 0 && t('told', { told, spots: toldSpots }),
    unreached > 0 && t('unreached', { unreached }),
  ]
}

/** Before dates are removed: whose bundle sessions need them, and what the vendor can do. */
export function strandedSentence(
  { names, sessions }: Stranded,
  t: ReturnType<typeof useTranslations<'workspace.ask'>>,
): string | false {
  const texts = { sessions, customers: names.length, names: names.join(', ') }
  return sessions > 0 && t('stranded', texts)
}

/** Before spots are cancelled: what goes back to cards by itself, and what the vendor has to give back by hand. */
export function givenBackSentences(
  sums: readonly GivenBack[],
  t: ReturnType<typeof useTranslations<'workspace.ask'>>,
  language: Language,
): string[] {
  return sums.flatMap(({ currency, cardMinor, handMinor }) => [
    ...(cardMinor > 0
      ? [t('backToCards', { sum: formatMoney({ minor: cardMinor, currency }, language) })]
      : []),
    ...(handMinor > 0
      ? [t('backByHand', { sum: formatMoney({ minor: handMinor, currency }, language) })]
      : []),
  ])
}
