import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { ShownSpots, type VendorSpot } from './shown-spots.tsx'

type GiveFormProps = {
  spot: VendorSpot
  formKey: string
  list: string
  answer: AnyFormAnswer
}

/** Who gets a spot that somebody else has. */
export function GiveForm({ spot, formKey, list, answer }: GiveFormProps) {
  const t = useTranslations('vendorBookings.give')
  const own = useTranslations('vendorBookings')
  const s = useTranslations('shared')
  const form = useForm(answer, { labels: { customerName: t('name'), contact: t('contact') } })
  const { busy } = form
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <FormKey fresh={formKey} answer={answer} />
      <ShownSpots spots={[spot]} />
      <input type="hidden" name="returnTo" value={list} />
      <FormSummary form={form} />
      <TextField {...form.text('customerName')} required maxLength={120} autoComplete="off" />
      <TextField
        {...form.text('contact')}
        note={s('optional')}
        maxLength={254}
        autoComplete="off"
        dir="ltr"
      />
      <div className="flex flex-wrap gap-3">
        <Button pending={busy} pendingLabel={t('pending')}>
          {t('button')}
        </Button>
        <LinkButton variant="secondary" to={list}>
          {own('cancel')}
        </LinkButton>
      </div>
    </Form>
  )
}
