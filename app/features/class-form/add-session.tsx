import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { FormAnswer, Shown } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { Asked } from '#core/classes/steps/agreement.ts'
import { AgreementQuestion } from './agreement-question.tsx'
import { SessionFields, useSessionLabels } from './session-fields.tsx'

type AddSessionProps = {
  fields: Shown
  isSlot: boolean
  /** where one came from: the page without this form */
  list: string
  formKey: string
  answer: FormAnswer<Asked | null> | undefined
}

/** One session by hand. */
export function AddSession({ fields, isSlot, list, formKey, answer }: AddSessionProps) {
  const t = useTranslations('vendorClasses.sessions')
  const w = useTranslations('workspace')
  const form = useForm(answer, { labels: useSessionLabels(), values: fields })
  return (
    <Card
      as="section"
      id="add-session"
      aria-labelledby="add-session-title"
      className="mt-6 max-w-3xl"
    >
      <CardHeader level={3} id="add-session-title" title={t('add')} />
      <Form method="post" className="grid gap-5" noValidate>
        <FormKey fresh={formKey} answer={answer} />
        <FormSummary form={form} />
        <AgreementQuestion answer={answer} pending={form.busy} />
        <SessionFields fields={form.fields} errors={form} isSlot={isSlot} />
        <div className="flex flex-wrap gap-3">
          <Button pending={form.busy} pendingLabel={w('saving')}>
            {t('add')}
          </Button>
          <LinkButton variant="secondary" to={list}>
            {t('cancel')}
          </LinkButton>
        </div>
      </Form>
    </Card>
  )
}
