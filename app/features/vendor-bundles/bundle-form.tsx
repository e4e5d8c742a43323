import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { type Answer, useFormErrors } from '#app/features/workspace/form-errors.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { BundleFigures } from './bundle-figures.tsx'
import type { BundleValues } from './bundle-values.ts'

type BundleFormProps = {
  values: BundleValues
  answer: Answer<BundleValues>
  singlePriceMinor: number
  currency: string
  button: string
}

/** The form of a new bundle and of an existing one. */
export function BundleForm({
  answer,
  singlePriceMinor,
  currency,
  button,
  ...props
}: BundleFormProps) {
  const t = useTranslations('workspace.bundles.form')
  const w = useTranslations('workspace')
  const busy = useNavigation().state !== 'idle'
  const live = useLive()
  const values = answer && 'typed' in answer ? answer.typed : props.values
  const [typing, type] = useState<Partial<BundleValues>>({})
  const errors = useFormErrors(answer, {
    name: t('name'),
    sessionCount: t('sessionCount'),
    price: t('price'),
    expiryDays: t('expiryDays'),
    expiryStarts: t('expiryStarts'),
  })
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
      <FormProblem {...errors.summary} />
      <Card className="grid gap-5">
        <TextField
          {...errors.field('name')}
          label={t('name')}
          defaultValue={values.name}
          required
          maxLength={120}
        />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField
            {...errors.field('sessionCount')}
            label={t('sessionCount')}
            type="number"
            inputMode="numeric"
            min={2}
            max={104}
            required
            defaultValue={values.sessionCount}
          />
          <TextField
            {...errors.field('price')}
            label={t('price')}
            inputMode="decimal"
            maxLength={20}
            required
            after={currency}
            defaultValue={values.price}
          />
          <TextField
            {...errors.field('expiryDays')}
            label={t('expiryDays')}
            type="number"
            inputMode="numeric"
            min={1}
            max={730}
            required
            after={t('days')}
            defaultValue={values.expiryDays}
          />
        </div>
        <RadioCards
          {...errors.field('expiryStarts')}
          legend={t('expiryStarts')}
          columns={2}
          defaultValue={values.expiryStarts}
          options={(['purchase', 'first_session'] as const).map((starts) => ({
            value: starts,
            title: t(`starts.${starts}`),
            text: t(`startsText.${starts}`),
          }))}
        />
        <CheckboxField
          name="isActive"
          label={t('isActive')}
          defaultChecked={values.isActive !== ''}
        />
      </Card>
      <Card as="section" aria-labelledby="figures" className="grid gap-4">
        <h3 id="figures" className="text-lg">
          {t('figures')}
        </h3>
        <output className="block">
          <BundleFigures
            values={{ ...values, ...typing }}
            singlePriceMinor={singlePriceMinor}
            currency={currency}
          />
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
