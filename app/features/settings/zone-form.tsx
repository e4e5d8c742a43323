import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { AgreementQuestion } from '#app/features/class-form/agreement-question.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import type { FormAnswer } from '#app/http/form-answer.ts'
import type { Choice } from '#app/locale/places.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import type { Asked } from '#core/classes/steps/agreement.ts'

type ZoneFormProps = {
  version: string
  timeZone: string
  zones: readonly Choice[]
  answer: FormAnswer<Asked | null> | undefined
}

/** Asks before people are notified, so it has a button of its own. */
export function ZoneForm({ version, timeZone, zones, answer }: ZoneFormProps) {
  const t = useTranslations('settings.business')
  const s = useTranslations('settings')
  const values = { timeZone }
  const form = useForm(answer, { labels: { timeZone: t('timeZone') }, values })
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="intent" value="zone" />
      <ShownVersion version={version} answer={answer} />
      <FormSummary form={form} />
      <SelectField
        {...form.text('timeZone')}
        description={t('timeZoneText', { time: useClock()('18:00') })}
        options={zones}
      />
      <AgreementQuestion answer={answer} pending={form.busy} />
      <div>
        <Button variant="secondary" pending={form.busy} pendingLabel={s('saving')}>
          {t('saveZone')}
        </Button>
      </div>
    </Form>
  )
}
