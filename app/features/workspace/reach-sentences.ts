import type { useTranslations } from 'use-intl'
import type { Reach } from '#core/classes/queries/reach.ts'

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
