import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import {
  type BookingOrder,
  type BookingsShown,
  type PaymentShown,
  paymentsShown,
} from '#core/bookings/rules/list.ts'
import { type BookingStatus, bookingStatuses } from '#core/bookings/rules/status.ts'

export type FilterValues = {
  sort: BookingOrder
  /** null: as the other filters suggest */
  when: BookingsShown | null
  status: BookingStatus | null
  payment: PaymentShown | null
  classId: string | null
  from: string | null
  to: string | null
  search: string
}

type BookingFiltersProps = {
  values: FilterValues
  classes: readonly { id: string; title: string }[]
  active: boolean
  manages: boolean
}

/** The search is at hand, the other filters are folded. */
export function BookingFilters({ values, classes, active, manages }: BookingFiltersProps) {
  const t = useTranslations('vendorBookings.list')
  const own = useTranslations('vendorBookings.filters')
  const { when, sort, status, payment, classId, from, to, search } = values
  return (
    <search aria-label={t('filters')}>
      <Form
        method="get"
        // What was chosen elsewhere (a link, the back button) shows here too.
        key={JSON.stringify(values)}
        className="group grid gap-1 py-4"
      >
        {sort === 'booked' && <input type="hidden" name="sort" value={sort} />}
        {when && <input type="hidden" name="when" value={when} />}
        <div className="flex flex-wrap items-start gap-2">
          <TextField
            label={<VisuallyHidden>{t('search')}</VisuallyHidden>}
            name="q"
            type="search"
            placeholder={own('find')}
            before={<Search aria-hidden="true" />}
            defaultValue={search}
            maxLength={200}
            className="flex-1 basis-48 gap-0! sm:max-w-md"
          />
          {/* Below the filters if they are open. */}
          <Button variant="secondary" className="group-has-[details[open]]:hidden">
            {t('apply')}
          </Button>
          {active && (
            <LinkButton variant="quiet" size="small" to="/dashboard/bookings">
              {t('reset')}
            </LinkButton>
          )}
        </div>
        <details open={Boolean(status ?? payment ?? classId ?? from ?? to)}>
          <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control px-1 text-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden [&_svg]:size-4">
            <SlidersHorizontal aria-hidden="true" /> {own('more')}
          </summary>
          <div className="grid grid-cols-2 items-end gap-3 pt-1 pb-2 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_10rem_10rem_auto]">
            <SelectField
              label={t('statusFilter')}
              name="status"
              placeholder={t('any')}
              defaultValue={status ?? ''}
              options={bookingStatuses.map((one) => ({ value: one, label: t(`status.${one}`) }))}
            />
            <SelectField
              label={own('payment')}
              name="payment"
              placeholder={t('any')}
              defaultValue={payment ?? ''}
              options={paymentsShown
                // Others are not told what was paid.
                .filter((one) => manages || one === 'due')
                .map((one) => ({ value: one, label: own(`payments.${one}`) }))}
            />
            <SelectField
              label={t('class')}
              name="class"
              placeholder={t('any')}
              defaultValue={classId ?? ''}
              otherLabel={t('otherClass')}
              options={classes.map(({ id, title }) => ({ value: id, label: title }))}
              className="max-md:col-span-2"
            />
            <TextField label={t('from')} name="from" type="date" defaultValue={from ?? ''} />
            <TextField label={t('to')} name="to" type="date" defaultValue={to ?? ''} />
            <Button variant="secondary" className="max-md:col-span-2">
              {t('apply')}
            </Button>
          </div>
        </details>
      </Form>
    </search>
  )
}
