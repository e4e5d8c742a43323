import { Banner } from '#app/ui/banner.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { FormShown } from './use-form.ts'

/** Above every form: why it was not accepted, with a link to each wrong field. `title` says it in the form's own words. */
export function FormSummary({ form, title }: { form: FormShown; title?: string }) {
  const { summary, answer } = form
  if (answer?.problem?.kind === 'restored')
    return <Banner title={summary.title} text={summary.text} />
  const own = summary.problems.length > 0 ? title : undefined
  return <FormProblem {...summary} title={own ?? summary.title} />
}
