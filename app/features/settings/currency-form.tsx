import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import type { Choice } from '#app/locale/places.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import type { CurrencyObstacle } from '#core/bookings/commands/change-currency.ts'

type CurrencyFormProps = {
  version: string
  currency: string
  currencies: readonly Choice[]
  /** why it can no longer be changed */
  obstacle: CurrencyObstacle | null
  answer: AnyFormAnswer
}

export function CurrencyForm({
  version,
  currency,
  currencies,
  obstacle,
  answer,
}: CurrencyFormProps) {
  const t = useTranslations('settings.business')
  const s = useTranslations('settings')
  const values = { currency }
  const form = useForm(answer, { labels: { currency: t('currency') }, values })
  if (obstacle !== null)
    return (
      <section className="grid gap-1">
        <h3 className="text-base font-medium">{t('currency')}</h3>
        <p>{currencies.find(({ value }) => value === currency)?.label ?? currency}</p>
        <p className="text-muted">{t(`obstacles.${obstacle}`)}</p>
      </section>
    )
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="intent" value="currency" />
      <ShownVersion version={version} answer={answer} />
      <FormSummary form={form} />
      <SelectField
        {...form.text('currency')}
        description={`${t('currencyText')} ${t('rounded')}`}
        options={currencies}
      />
      <div>
        <Button variant="secondary" pending={form.busy} pendingLabel={s('saving')}>
          {t('saveCurrency')}
        </Button>
      </div>
    </Form>
  )
}
