import { useTranslations } from 'use-intl'
import { FormProblem } from '#app/ui/form-problem.tsx'

type FormAnswerProps = {
  /** Above the sentence; 'Error' where the form has no words of its own. */
  title: string
  /** What the action or its client side answered. */
  answer: object | undefined
  /** The sentence of the answer, linked to its field when it has one. */
  problem?: { id?: string | undefined; text: string } | undefined
}

/** Why a form was not accepted: refused by the server, or never heard by it. */
export function FormAnswer({ title, answer, problem }: FormAnswerProps) {
  const s = useTranslations('shared')
  if (answer && 'networkProblem' in answer) return <FormProblem title={s('networkProblem')} />
  return problem ? <FormProblem title={title} problems={[problem]} /> : null
}
