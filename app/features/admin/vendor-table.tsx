import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Avatar } from '#app/ui/avatar.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import type { VendorListed } from '#core/admin/queries/vendors.ts'
import { RevenueText, StateBadge, SubscriptionText } from './vendor-state.tsx'

type VendorTableProps = { vendors: readonly VendorListed[]; now: Date }

export function VendorTable({ vendors, now }: VendorTableProps) {
  const t = useTranslations('admin')
  const column = (key: Parameters<typeof heading>[0]) => ({ key, header: heading(key) })
  function heading(
    key: 'vendor' | 'contact' | 'classes' | 'subscription' | 'revenue' | 'status' | 'actions',
  ) {
    return t(`vendors.columns.${key}`)
  }
  const columns: Column<VendorListed>[] = [
    {
      ...column('vendor'),
      lead: true,
      cell: ({ id, ownerName, business, avatarUrl, location }) => (
        <span className="flex items-center gap-3">
          <Avatar name={ownerName} src={avatarUrl} size="small" />
          <span className="grid min-w-0">
            <Link
              to={`/super-admin/vendors/${id}`}
              className="font-medium wrap-anywhere underline-offset-4 hover:underline"
            >
              <bdi>{business ?? t('vendors.unnamed')}</bdi>
            </Link>
            <span className="text-sm font-normal text-muted wrap-anywhere">
              <bdi>{ownerName}</bdi>
              {location !== null && ` · ${location}`}
            </span>
          </span>
        </span>
      ),
    },
    {
      ...column('contact'),
      // On a phone: who, which plan, and whether all is well. The rest is on its page.
      wide: true,
      cell: ({ ownerEmail, phone }) => (
        <span className="grid max-md:wrap-anywhere md:wrap-break-word">
          <a href={`mailto:${ownerEmail}`} className="underline-offset-4 hover:underline">
            {ownerEmail}
          </a>
          {phone !== null && <span className="text-sm text-muted">{phone}</span>}
        </span>
      ),
    },
    { ...column('classes'), numeric: true, wide: true, cell: ({ classes }) => classes },
    {
      ...column('subscription'),
      cell: (vendor) => <SubscriptionText {...vendor} now={now} />,
    },
    {
      ...column('revenue'),
      numeric: true,
      wide: true,
      cell: (vendor) => <RevenueText {...vendor} />,
    },
    { ...column('status'), cell: ({ state }) => <StateBadge state={state} /> },
    { ...column('actions'), cell: (vendor) => <VendorMenu vendor={vendor} /> },
  ]
  return (
    <DataTable
      caption={t('vendors.title')}
      columns={columns}
      rows={vendors}
      rowKey={({ id }) => id}
    />
  )
}

function VendorMenu({ vendor: { id, state, business, ownerName } }: { vendor: VendorListed }) {
  const t = useTranslations('admin.vendors')
  const own = `/super-admin/vendors/${id}`
  return (
    <Menu iconOnly label={t('menu', { business: business ?? ownerName })}>
      <MenuLink to={own}>{t('view')}</MenuLink>
      <MenuLink to={`${own}/billing`}>{t('billing')}</MenuLink>
      {state === 'active' ? (
        <MenuLink to={`${own}/suspend`} tone="bad">
          {t('suspend')}
        </MenuLink>
      ) : (
        <MenuLink to={`${own}/suspend`}>{t('activate')}</MenuLink>
      )}
    </Menu>
  )
}
