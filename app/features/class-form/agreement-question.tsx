import { useTranslations } from 'use-intl'
import { Agreement } from '#app/features/forms/agreement.tsx'
import { reachSentences, strandedSentence } from '#app/features/workspace/reach-sentences.ts'
import type { FormAnswer } from '#app/http/form-answer.ts'
import type { Asked } from '#core/classes/steps/agreement.ts'

type AgreementQuestionProps = {
  answer: FormAnswer<Asked | null> | undefined
  pending: boolean
}

/** Lists the side effects of a save; its button agrees to exactly these. */
export function AgreementQuestion({ answer, pending }: AgreementQuestionProps) {
  const t = useTranslations('workspace.ask')
  if (!answer?.more) return null
  const { question, agreement } = answer.more
  const { removes, reach, isBlocked, stranded } = question
  const sentences = [
    isBlocked && t('blocked'),
    removes > 0 && t('removes', { count: removes }),
    ...reachSentences(reach, t),
    strandedSentence(stranded, t),
  ]
  return (
    <Agreement
      answer={answer}
      title={t('title')}
      problems={sentences.flatMap((text) => (text ? [{ text }] : []))}
      agreement={agreement}
      button={t('button')}
      pending={pending}
    />
  )
}
