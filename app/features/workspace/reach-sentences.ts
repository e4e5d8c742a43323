import type { useTranslations } from 'use-intl'
import type { Reach } from '#core/classes/queries/reach.ts'
import type { Stranded } from '#core/classes/steps/agreement.ts'

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
