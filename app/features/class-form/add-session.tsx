import Plus from 'lucide-react/icons/plus'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { FormAnswer, Shown } from '#app/http/form-answer.ts'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Asked } from '#core/classes/steps/agreement.ts'
import { AgreementQuestion } from './agreement-question.tsx'
import { SessionFields, useSessionLabels } from './session-fields.tsx'

type AddSessionProps = {
  fields: Shown
  /** the date and time were chosen elsewhere */
  open: boolean
  formKey: string
  answer: FormAnswer<Asked | null> | undefined
}

/** One session by hand. */
export function AddSession({ fields, open, formKey, answer }: AddSessionProps) {
  const t = useTranslations('workspace.sessions')
  const shared = useTranslations('workspace')
  const form = useForm(answer, { labels: useSessionLabels(), values: fields })
  return (
    <details id="add-session" open={open || answer !== undefined} className="mt-6 max-w-4xl">
      <summary
        className={buttonClasses({
          variant: 'secondary',
          className: 'list-none [&::-webkit-details-marker]:hidden',
        })}
      >
        <Plus aria-hidden="true" />
        {t('add')}
      </summary>
      <Card className="mt-4">
        <Form method="post" className="grid gap-5" noValidate>
          <FormKey fresh={formKey} answer={answer} />
          <FormSummary form={form} />
          <AgreementQuestion answer={answer} pending={form.busy} />
          <SessionFields fields={form.fields} errors={form} />
          <div>
            <Button pending={form.busy} pendingLabel={shared('saving')}>
              {t('addButton')}
            </Button>
          </div>
        </Form>
      </Card>
    </details>
  )
}
