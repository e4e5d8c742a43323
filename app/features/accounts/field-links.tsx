import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { fieldId, type FormShown } from '#app/features/forms/use-form.ts'
import { FormProblem } from '#app/ui/form-problem.tsx'

type FieldLinksProps = { form: FormShown; labels: Readonly<Record<string, string>> }

/** Above a short form: one line, and the ways to the wrong fields, each of which says below itself what is wrong. */
export function FieldLinks({ form, labels }: FieldLinksProps) {
  const { title, text, attempt } = form.summary
  const wrong = Object.entries(labels).filter(([name]) => form.of(name) !== undefined)
  if (wrong.length === 0) return <FormSummary form={form} />
  return (
    <FormProblem
      title={text ?? title}
      problems={wrong.map(([name, label]) => ({ id: fieldId(name), text: label }))}
      attempt={attempt}
    />
  )
}
