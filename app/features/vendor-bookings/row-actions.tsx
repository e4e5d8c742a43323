import Ban from 'lucide-react/icons/ban'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useTranslations } from 'use-intl'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import type { BookingShown } from './booking-table.tsx'

type RowActionsProps = { row: BookingShown; rows: readonly BookingShown[]; here: string }

/** What can be done with one spot. The first waiting spot of a purchase answers for all of them. */
export function RowActions({ row, rows, here }: RowActionsProps) {
  const t = useTranslations('workspace.bookings')
  const waiting = rows.filter(
    ({ groupId, status }) => groupId === row.groupId && status === 'pending',
  )
  const ask = (action: 'cancel' | 'delete') =>
    `${here}${here.includes('?') ? '&' : '?'}ask=${action}&booking=${row.id}`
  return (
    <span className="flex flex-wrap items-center gap-1 lg:flex-nowrap lg:justify-end">
      {waiting[0]?.id === row.id && (
        <AnswerButtons spots={waiting} name={row.customerName} returnTo={here} />
      )}
      <Menu iconOnly label={t('more', { name: row.customerName })}>
        <MenuLink to={`/dashboard/bookings/${row.id}?returnTo=${encodeURIComponent(here)}`}>
          <Pencil aria-hidden="true" /> {t('edit')}
        </MenuLink>
        {(row.status === 'pending' || row.status === 'confirmed') && (
          <MenuLink to={ask('cancel')}>
            <Ban aria-hidden="true" /> {t('cancel')}
          </MenuLink>
        )}
        <MenuLink to={ask('delete')} tone="bad">
          <Trash aria-hidden="true" /> {t('delete')}
        </MenuLink>
      </Menu>
    </span>
  )
}
