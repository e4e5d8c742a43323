import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { StatusBadge } from '#app/features/booking/status-badge.tsx'
import { dayText, instantText } from '#app/features/workspace/day-text.ts'
import { OwedBadge } from '#app/features/vendor-bundles/owed-badge.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import type { listBookings } from '#core/bookings/queries/own-bookings.ts'
import { RowActions } from './row-actions.tsx'
import { PaymentBadge } from './payment-badge.tsx'

export type BookingShown = Awaited<ReturnType<typeof listBookings>>['items'][number]

type BookingTableProps = {
  rows: readonly BookingShown[]
  manages: boolean
  zone: string
  /** The URL of this list with its filters, for returning to it. */
  here: string
}

/** One row per spot; the spots of one purchase follow each other, and the later ones say which they are. */
export function BookingTable({ rows, manages, zone, here }: BookingTableProps) {
  const t = useTranslations('workspace')
  const texts = useClassTexts()
  const firsts = new Set(
    rows.filter((row, at) => rows[at - 1]?.groupId !== row.groupId).map(({ id }) => id),
  )
  const columns: Column<BookingShown>[] = [
    {
      key: 'customer',
      header: t('bookings.columns.customer'),
      lead: true,
      cell: (row) => <Customer row={row} first={firsts.has(row.id)} />,
    },
    { key: 'session', header: t('bookings.columns.session'), cell: (row) => <Session row={row} /> },
    {
      key: 'status',
      header: t('bookings.columns.status'),
      cell: (row) => <Status row={row} zone={zone} />,
    },
    {
      key: 'payment',
      header: t('bookings.columns.payment'),
      cell: (row) =>
        row.bundle && !firsts.has(row.id) ? (
          <span className="text-muted">{t('bookings.inBundle')}</span>
        ) : hasEndedUnpaid(row) ? (
          <span className="text-muted">{t('none')}</span>
        ) : (
          <span className="grid justify-items-start gap-1">
            <span>{texts.price(row.bundle?.priceMinor ?? row.priceMinor, row.currency)}</span>{' '}
            {row.bundle ? (
              <OwedBadge {...row.bundle} currency={row.currency} />
            ) : (
              <PaymentBadge payment={row.paymentStatus} />
            )}
          </span>
        ),
    },
    {
      key: 'source',
      header: t('bookings.columns.source'),
      cell: (row) => t(`bookings.source.${row.source}`),
    },
    {
      key: 'notes',
      header: t('bookings.columns.notes'),
      cell: (row) =>
        row.notes === null ? (
          <span className="text-muted">{t('none')}</span>
        ) : (
          <bdi className="line-clamp-3 max-w-56 text-sm wrap-anywhere">{row.notes}</bdi>
        ),
    },
    ...(manages
      ? [
          {
            key: 'actions',
            header: t('bookings.columns.actions'),
            cell: (row: BookingShown) => <RowActions row={row} rows={rows} here={here} />,
          },
        ]
      : []),
  ]
  return (
    <div className="overflow-x-auto">
      <DataTable
        caption={t('bookings.title')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
      />
    </div>
  )
}

/** No money was paid, and none is asked for. After a late cancellation it still may be. */
function hasEndedUnpaid({ bundle, status, attendance, paymentStatus, paidMinor }: BookingShown) {
  const isOver = status === 'cancelled' || status === 'rejected' || status === 'expired'
  const isUnpaid = paymentStatus === 'pending' && Number(paidMinor) === 0
  return bundle === null && isOver && isUnpaid && attendance !== 'late_cancel'
}

function Session({ row }: { row: BookingShown }) {
  const language = useLocale()
  return (
    <span className="block lg:min-w-36">
      <bdi className="block wrap-anywhere">{row.classTitle}</bdi>
      <Link
        to={`/dashboard/sessions/${row.sessionId}`}
        className="text-sm text-muted underline-offset-4 hover:underline"
      >
        <span className="inline-block">{dayText(row.date, language)}</span>{' '}
        <span className="inline-block">{row.startTime}</span>
      </Link>
    </span>
  )
}

function Customer({ row, first }: { row: BookingShown; first: boolean }) {
  const t = useTranslations('workspace.bookings')
  const language = useLocale()
  const { place, spots } = row.inPurchase
  const spot = spots > 1 && t('spotOf', { place, spots })
  if (!first)
    return (
      <span className="block border-s-2 border-accent ps-3 text-muted">
        <bdi className="wrap-anywhere">{row.customerName}</bdi>
        <span className="block text-sm">{spot}</span>
      </span>
    )
  const contacts = [row.customerPhone, row.customerEmail].filter((contact) => contact !== null)
  return (
    <span className="block lg:min-w-36">
      <bdi className="block font-medium wrap-anywhere">{row.customerName}</bdi>
      {contacts.map((contact) => (
        <span
          key={contact}
          dir="ltr"
          className="block text-sm font-normal text-muted wrap-anywhere"
        >
          {contact}
        </span>
      ))}
      <span className="block text-sm font-normal text-muted">
        {row.reference}
        {spot && ` · ${spot}`}
      </span>
      {row.bundle?.status === 'active' && (
        <span className="block text-sm font-normal text-muted">
          {t('bundleLeft', {
            name: row.bundle.name,
            n: row.bundle.remaining,
            total: row.bundle.total,
            until: dayText(row.bundle.lastDate, language),
          })}
        </span>
      )}
    </span>
  )
}

function Status({ row, zone }: { row: BookingShown; zone: string }) {
  const t = useTranslations('workspace.bookings')
  const language = useLocale()
  return (
    <span className="grid justify-items-start gap-1">
      <StatusBadge status={row.status} label={t(`status.${row.status}`)} />
      {row.status === 'pending' && row.expiresAt && (
        <span className="text-sm text-muted">
          {t('until', { time: instantText(row.expiresAt, zone, language) })}
        </span>
      )}
      {row.attendance === 'late_cancel' && <span className="text-sm text-muted">{t('late')}</span>}
    </span>
  )
}
