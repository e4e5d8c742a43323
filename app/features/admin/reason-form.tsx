import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

type ReasonFormProps = {
  answer: AnyFormAnswer
  /** hidden fields that go along */
  sends?: Readonly<Record<string, string>>
  reason: { label: string; help: string; isOptional?: boolean }
  button: string
  /** it takes something away */
  isDangerous?: boolean
  /** where one goes without doing it */
  back: string
  /** fields before the reason */
  children?: (form: ReturnType<typeof useForm>) => ReactNode
  labels?: Readonly<Record<string, string>>
  values?: Readonly<Record<string, string>>
}

/** What the operator takes away or gives is done with a reason. */
export function ReasonForm(props: ReasonFormProps) {
  const { answer, sends = {}, reason, button, isDangerous = false, back } = props
  const { children, labels = {}, values = {} } = props
  const t = useTranslations('admin.suspend')
  const form = useForm(answer, { labels: { ...labels, reason: reason.label }, values })
  return (
    <Form method="post" noValidate className="grid max-w-xl gap-4">
      <FormSummary form={form} />
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children?.(form)}
      <TextArea
        {...form.text('reason')}
        label={reason.label}
        description={reason.help}
        rows={2}
        maxLength={500}
        required={!reason.isOptional}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant={isDangerous ? 'danger' : 'primary'} pending={form.busy}>
          {button}
        </Button>
        <LinkButton to={back} variant="secondary">
          {t('cancel')}
        </LinkButton>
      </div>
    </Form>
  )
}
