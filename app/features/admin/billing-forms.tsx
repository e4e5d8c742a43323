import { useTranslations } from 'use-intl'
import type { FormShown } from '#app/features/forms/use-form.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { paidPlans, terms } from '#core/plans/rules.ts'

type FieldsProps = { form: FormShown }

export function PlanField({ form }: FieldsProps) {
  const t = useTranslations('admin')
  return (
    <SelectField
      {...form.text('plan')}
      label={t('manage.plan')}
      options={paidPlans.map((plan) => ({ value: plan, label: t(`plans.${plan}`) }))}
    />
  )
}

/** Plan, term, price and the last day that is paid. */
export function SubscriptionFields({ form, currency }: FieldsProps & { currency: string }) {
  const t = useTranslations('admin')
  return (
    <>
      <PlanField form={form} />
      <SelectField
        {...form.text('term')}
        label={t('manage.term')}
        options={terms.map((term) => ({ value: term, label: t(`terms.${term}`) }))}
      />
      <TextField
        {...form.text('price')}
        label={t('manage.price')}
        description={t('manage.priceHelp', { currency })}
        inputMode="decimal"
        maxLength={20}
        required
      />
      <PaidUntilField form={form} />
    </>
  )
}

export function PaidUntilField({ form }: FieldsProps) {
  const t = useTranslations('admin.manage')
  return <TextField {...form.text('paidUntil')} label={t('paidUntil')} type="date" required />
}

export function MonthsFields({ form }: FieldsProps) {
  const t = useTranslations('admin.manage')
  return (
    <>
      <PlanField form={form} />
      <TextField
        {...form.text('months')}
        label={t('months')}
        type="number"
        min={1}
        max={36}
        required
      />
    </>
  )
}
