import type { ComponentProps, ReactNode } from 'react'
import type { FormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'

type AgreementProps = Pick<ComponentProps<typeof FormProblem>, 'title' | 'text' | 'problems'> & {
  answer: FormAnswer<unknown>
  /** what can be chosen before agreeing */
  children?: ReactNode
  /** the form's text when it agrees to exactly what is listed */
  agreement: string
  button: string
  pending: boolean
}

/** Inside a form: lists what saving would do besides. Its button agrees to exactly these. */
export function Agreement({
  answer,
  children,
  agreement,
  button,
  pending,
  ...said
}: AgreementProps) {
  return (
    <div className="grid justify-items-start gap-3">
      {/* Enter in a field saves, and agrees to nothing. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <FormProblem {...said} attempt={answer} />
      {children}
      <Button variant="danger" name="agreed" value={agreement} pending={pending}>
        {button}
      </Button>
    </div>
  )
}
