import Search from 'lucide-react/icons/search'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import {
  planFilters,
  type VendorFilters as Values,
  vendorOrders,
  vendorStatuses,
} from '#core/admin/rules.ts'

export function VendorFilters({ values }: { values: Values }) {
  const t = useTranslations('admin.vendors')
  const a = useTranslations('admin')
  const { status, plan, search, order } = values
  const isActive = status !== null || plan !== null || search !== ''
  return (
    <search aria-label={t('search')}>
      <Form
        method="get"
        // What was chosen elsewhere (a link, the back button) shows here too.
        key={JSON.stringify(values)}
        className="grid grid-cols-2 items-end gap-3 pb-4 lg:grid-cols-[minmax(0,1fr)_10rem_10rem_10rem_auto]"
      >
        <TextField
          label={t('search')}
          name="q"
          type="search"
          placeholder={t('find')}
          before={<Search aria-hidden="true" />}
          defaultValue={search}
          maxLength={200}
          className="max-lg:col-span-2"
        />
        <SelectField
          label={t('status')}
          name="status"
          placeholder={t('all')}
          defaultValue={status ?? ''}
          options={vendorStatuses.map((one) => ({ value: one, label: t(`states.${one}`) }))}
        />
        <SelectField
          label={t('plan')}
          name="plan"
          placeholder={t('all')}
          defaultValue={plan ?? ''}
          options={planFilters.map((one) => ({ value: one, label: a(`planFilters.${one}`) }))}
        />
        <SelectField
          label={t('order')}
          name="order"
          defaultValue={order}
          options={vendorOrders.map((one) => ({ value: one, label: t(`orders.${one}`) }))}
          className="max-lg:col-span-2"
        />
        <span className="flex flex-wrap gap-2 max-lg:col-span-2">
          <Button variant="secondary">{t('apply')}</Button>
          {isActive && (
            <LinkButton variant="quiet" to="/super-admin/vendors">
              {t('reset')}
            </LinkButton>
          )}
        </span>
      </Form>
    </search>
  )
}
