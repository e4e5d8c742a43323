import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { type Answer, useFormErrors } from '#app/features/workspace/form-errors.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { type BookingStatus, settableStatuses } from '#core/bookings/rules.ts'
import type { listMoveTargets } from '#core/bookings/queries/own-bookings.ts'

type Target = Awaited<ReturnType<typeof listMoveTargets>>[number]

type EditFormProps = {
  fields: Record<string, string>
  status: BookingStatus
  sessionId: string
  targets: readonly Target[]
  currency: string
  price: string
  answer: Answer<Record<string, string>>
}

const payments = ['pending', 'paid', 'failed', 'refunded'] as const

export function EditForm({
  fields,
  status,
  sessionId,
  targets,
  currency,
  price,
  answer,
}: EditFormProps) {
  const t = useTranslations('workspace')
  const s = useTranslations('shared')
  const busy = useNavigation().state === 'submitting'
  const errors = useFormErrors(answer, {
    customerName: t('edit.customerName'),
    customerEmail: t('edit.customerEmail'),
    customerPhone: t('edit.customerPhone'),
    sessionId: t('edit.session'),
    status: t('edit.status'),
    amountPaid: t('edit.amountPaid'),
  })
  const values = answer && 'typed' in answer ? answer.typed : fields
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <FormProblem
        {...errors.summary}
        {...(errors.summary.problems.length > 0 && { title: t('edit.failed') })}
      />
      <TextField
        {...errors.field('customerName')}
        label={t('edit.customerName')}
        required
        maxLength={120}
        defaultValue={values['customerName']}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...errors.field('customerEmail')}
          label={t('edit.customerEmail')}
          type="email"
          maxLength={254}
          dir="ltr"
          defaultValue={values['customerEmail']}
        />
        <TextField
          {...errors.field('customerPhone')}
          label={t('edit.customerPhone')}
          type="tel"
          maxLength={40}
          dir="ltr"
          defaultValue={values['customerPhone']}
        />
      </div>
      <SessionField
        errors={errors}
        targets={targets}
        current={sessionId}
        value={values['sessionId']}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          {...errors.field('status')}
          label={t('edit.status')}
          defaultValue={values['status']}
          options={statusesFor(status).map((value) => ({
            value,
            label: t(`bookings.status.${value}`),
          }))}
        />
        <SelectField
          {...errors.field('paymentStatus')}
          label={t('edit.paymentStatus')}
          defaultValue={values['paymentStatus']}
          options={payments.map((value) => ({ value, label: t(`bookings.payment.${value}`) }))}
        />
      </div>
      <TextField
        {...errors.field('amountPaid')}
        label={t('edit.amountPaid')}
        description={t('edit.amountText', { price })}
        inputMode="decimal"
        maxLength={20}
        after={currency}
        defaultValue={values['amountPaid']}
        className="max-w-sm"
      />
      <TextArea
        {...errors.field('notes')}
        label={t('edit.notes')}
        note={s('optional')}
        maxLength={2000}
        defaultValue={values['notes']}
      />
      <div className="flex flex-wrap gap-3">
        <Button pending={busy} pendingLabel={t('edit.pending')}>
          {t('edit.button')}
        </Button>
        <LinkButton variant="secondary" to="/dashboard/bookings">
          {s('back')}
        </LinkButton>
      </div>
    </Form>
  )
}

/** What can be chosen, and what the booking has when nobody sets that by hand. */
function statusesFor(status: BookingStatus): readonly BookingStatus[] {
  return settableStatuses.some((settable) => settable === status)
    ? settableStatuses
    : [status, ...settableStatuses]
}

type SessionFieldProps = {
  errors: ReturnType<typeof useFormErrors>
  targets: readonly Target[]
  current: string
  value: string | undefined
}

function SessionField({ errors, targets, current, value }: SessionFieldProps) {
  const t = useTranslations('workspace.edit')
  const dayTime = useDayTime()
  const options = targets.map((target) => {
    const left = target.maxStudents - target.currentStudents
    const when = dayTime(target)
    return {
      value: target.id,
      label: left > 0 ? t('sessionFree', { when, left }) : t('sessionFull', { when }),
      disabled: left <= 0 && target.id !== current,
    }
  })
  return (
    <SelectField
      {...errors.field('sessionId')}
      label={t('session')}
      defaultValue={value}
      options={options}
    />
  )
}
