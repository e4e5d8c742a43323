import { Banner } from '#app/ui/banner.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { FormShown } from './use-form.ts'

type FormSummaryProps = {
  form: FormShown
  /** says it in the form's own words */
  title?: string
  className?: string
}

/** Above every form: why it was not accepted, with a link to each wrong field. */
export function FormSummary({ form, title, className }: FormSummaryProps) {
  const { summary, answer } = form
  if (answer?.problem?.kind === 'restored')
    return <Banner title={summary.title} text={summary.text} className={className} />
  const own = summary.problems.length > 0 ? title : undefined
  return <FormProblem {...summary} title={own ?? summary.title} className={className} />
}
