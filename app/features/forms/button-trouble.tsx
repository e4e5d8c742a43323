import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { useForm } from './use-form.ts'

/** The error next to a form that is only a button. */
export function ButtonTrouble({ answer }: { answer: AnyFormAnswer }) {
  const { title, text, note } = useForm(answer).summary
  if (!title) return null
  return (
    <p role="alert" className="basis-full text-sm text-bad">
      {[title, text, note].filter(Boolean).join(' ')}
    </p>
  )
}
