import { useRef, useState } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { PaysField, type PaysOffer, usePaysShows } from '#app/features/class-form/pays-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey, ShownCurrency, ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer, Shown } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { type BundledClass, BundleFigures, DaysHint } from './bundle-figures.tsx'

type BundleFormProps = {
  values: Shown
  /** of a form for a new bundle */
  formKey?: string
  /** of one that exists */
  version?: string
  answer: AnyFormAnswer
  of: BundledClass
  pays: PaysOffer
  button: string
}

/** The form of a new bundle and of an existing one. */
export function BundleForm({
  values,
  formKey,
  version,
  answer,
  of,
  pays,
  button,
}: BundleFormProps) {
  const t = useTranslations('vendorBundles.form')
  const w = useTranslations('workspace')
  const c = useTranslations('vendorClasses.form')
  const live = useLive()
  const [typing, type] = useState<Shown>({})
  const days = useRef<HTMLInputElement>(null)
  const labels = {
    name: t('name'),
    sessionCount: t('sessionCount'),
    price: t('price'),
    expiryDays: t('expiryDays'),
    expiryStarts: t('expiryStarts'),
    pays: c('pays'),
    isActive: t('isActive'),
  }
  const paysShows = usePaysShows()
  const shows = {
    ...paysShows,
    expiryStarts: (value: string) => {
      const known = (['purchase', 'first_session'] as const).find((starts) => starts === value)
      return known ? t(`starts.${known}`) : value
    },
  }
  const form = useForm(answer, { labels, values, shows })
  const { fields, busy } = form
  const current = { ...fields, ...typing }
  return (
    <Form
      method="post"
      className="grid max-w-3xl gap-6 pb-12"
      noValidate
      onChange={(event) => {
        const input: unknown = event.target
        if (input instanceof HTMLInputElement)
          type((before) => ({ ...before, [input.name]: input.value }))
      }}
    >
      {formKey && <FormKey fresh={formKey} answer={answer} />}
      {version && <ShownVersion version={version} answer={answer} />}
      <ShownCurrency currency={of.currency} />
      <FormSummary form={form} />
      <Card className="grid gap-5">
        <TextField {...form.text('name')} label={t('name')} required maxLength={120} />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField
            {...form.text('sessionCount')}
            label={t('sessionCount')}
            type="number"
            inputMode="numeric"
            min={2}
            max={104}
            required
          />
          <TextField
            {...form.text('price')}
            label={t('price')}
            inputMode="decimal"
            maxLength={20}
            required
            after={of.currency}
          />
          <TextField
            ref={days}
            {...form.text('expiryDays')}
            label={t('expiryDays')}
            type="number"
            inputMode="numeric"
            min={1}
            max={730}
            required
            after={t('days')}
          />
        </div>
        <output className="-mt-2 block empty:hidden">
          <DaysHint
            values={current}
            of={of}
            onDays={
              live
                ? (most) => {
                    if (days.current) days.current.value = String(most)
                    type((before) => ({ ...before, expiryDays: String(most) }))
                  }
                : undefined
            }
          />
        </output>
        <RadioCards
          {...form.field('expiryStarts')}
          legend={t('expiryStarts')}
          columns={2}
          defaultValue={fields['expiryStarts']}
          options={(['purchase', 'first_session'] as const).map((starts) => ({
            value: starts,
            title: t(`starts.${starts}`),
            text: t(`startsText.${starts}`),
          }))}
        />
        <PaysField fields={fields} errors={form} offer={pays} />
        <CheckboxField
          {...form.field('isActive')}
          label={t('isActive')}
          defaultChecked={Boolean(fields['isActive'])}
        />
      </Card>
      <Card as="section" aria-labelledby="figures" className="grid gap-4">
        <h3 id="figures" className="text-lg">
          {t('figures')}
        </h3>
        <output className="block">
          <BundleFigures values={current} of={of} />
        </output>
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button size="large" pending={busy} pendingLabel={w('saving')}>
          {button}
        </Button>
        {!live && (
          <Button name="intent" value="preview" variant="secondary" size="large">
            {t('preview')}
          </Button>
        )}
      </div>
    </Form>
  )
}
