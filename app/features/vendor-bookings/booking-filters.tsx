import Search from 'lucide-react/icons/search'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { type BookingStatus, bookingStatuses } from '#core/bookings/rules.ts'

export type FilterValues = {
  status: BookingStatus | null
  classId: string | null
  from: string | null
  to: string | null
  search: string
}

type BookingFiltersProps = {
  values: FilterValues
  classes: readonly { id: string; title: string }[]
  active: boolean
}

export function BookingFilters({ values, classes, active }: BookingFiltersProps) {
  const t = useTranslations('workspace.bookings')
  return (
    <search aria-label={t('filters')}>
      <Form
        method="get"
        // What was chosen elsewhere (a link, the back button) shows here too.
        key={JSON.stringify(values)}
        className="mb-6 grid grid-cols-2 items-end gap-3 md:grid-cols-4 lg:grid-cols-[1fr_1fr_10rem_10rem_1.5fr_auto]"
      >
        <SelectField
          label={t('columns.status')}
          name="status"
          placeholder={t('any')}
          defaultValue={values.status ?? ''}
          options={bookingStatuses.map((status) => ({
            value: status,
            label: t(`status.${status}`),
          }))}
        />
        <SelectField
          label={t('class')}
          name="class"
          placeholder={t('any')}
          defaultValue={values.classId ?? ''}
          otherLabel={t('otherClass')}
          options={classes.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <TextField label={t('from')} name="from" type="date" defaultValue={values.from ?? ''} />
        <TextField label={t('to')} name="to" type="date" defaultValue={values.to ?? ''} />
        <TextField
          label={t('search')}
          name="q"
          type="search"
          before={<Search aria-hidden="true" />}
          defaultValue={values.search}
          maxLength={200}
          className="col-span-2 md:col-span-3 lg:col-span-1"
        />
        <div className="col-span-2 flex gap-2 md:col-span-1">
          <Button variant="secondary" className="grow">
            {t('apply')}
          </Button>
          {active && (
            <LinkButton variant="quiet" to="/dashboard/bookings">
              {t('reset')}
            </LinkButton>
          )}
        </div>
      </Form>
    </search>
  )
}
