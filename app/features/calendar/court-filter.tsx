import { Form, useSubmit } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { CalendarView } from './calendar-range.ts'
import type { CalendarClass } from './class-colours.ts'

type CourtFilterProps = {
  courts: readonly CalendarClass[]
  court: string | null
  view: CalendarView
  from: string
}

/** Which court is shown: the free ground of several lies on the same hours. */
export function CourtFilter({ courts, court, view, from }: CourtFilterProps) {
  const t = useTranslations('calendar.court')
  const submit = useSubmit()
  if (courts.length < 2) return null
  return (
    <Form method="get" key={court} className="flex items-end gap-2 pb-3" preventScrollReset>
      <input type="hidden" name="view" value={view} />
      <input type="hidden" name="from" value={from} />
      <SelectField
        label={<VisuallyHidden>{t('label')}</VisuallyHidden>}
        name="court"
        defaultValue={court ?? ''}
        placeholder={t('all')}
        options={courts.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={({ currentTarget }) => void submit(currentTarget.form)}
        className="gap-0! max-md:flex-1 md:w-72"
      />
      <Button variant="secondary" className="[@media(scripting:enabled)]:hidden">
        {t('show')}
      </Button>
    </Form>
  )
}
