import { useTranslations } from 'use-intl'
import type { NetworkProblem } from '#app/http/network.ts'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { ChangeRefusal } from './managed.ts'

export type ChangeAnswer = { refused: ChangeRefusal } | NetworkProblem

/** Why nothing was cancelled or moved. */
export function ChangeProblem({ answer }: { answer: ChangeAnswer | undefined }) {
  const t = useTranslations('booking.changeFailed')
  const p = useTranslations('bundles.pack')
  const s = useTranslations('shared')
  if (!answer) return null
  const text = 'refused' in answer ? sentence(answer.refused) : s('networkProblem')
  return <FormProblem title={t('title')} problems={[{ text }]} />

  function sentence(refused: ChangeRefusal): string {
    if (refused === 'no_credit') return p('noCredit')
    return t(refused === 'too_many_spots' ? 'session_full' : refused)
  }
}
