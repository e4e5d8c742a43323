import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { useForm } from './use-form.ts'

/** Beside a button that is a whole form: why nothing came of it. */
export function ButtonTrouble({ answer }: { answer: AnyFormAnswer }) {
  const { title, text, note } = useForm(answer).summary
  if (!title) return null
  return (
    <p role="alert" className="basis-full text-sm text-bad">
      {[title, text, note].filter(Boolean).join(' ')}
    </p>
  )
}
