import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ClassRow } from '#app/features/workspace/class-list.tsx'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'

export type ClassInBrief = Pick<
  ClassRow,
  'id' | 'title' | 'location' | 'onlineUrl' | 'priceMinor' | 'currency' | 'upcoming'
>

/** The numbers of the classes; students are the spots booked ahead. */
export function ClassSummary({ rows }: { rows: readonly ClassInBrief[] }) {
  const t = useTranslations('overview')
  const texts = useClassTexts()
  const columns: Column<ClassInBrief>[] = [
    {
      key: 'class',
      header: t('columns.class'),
      lead: true,
      cell: (row) => (
        <Link
          to={`/dashboard/classes/${row.id}/sessions`}
          className="font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          <bdi>{row.title}</bdi>
        </Link>
      ),
    },
    {
      key: 'location',
      header: t('columns.location'),
      wide: true,
      cell: (row) => <bdi className="wrap-anywhere">{texts.place(row)}</bdi>,
    },
    {
      key: 'price',
      header: t('columns.price'),
      numeric: true,
      wide: true,
      cell: (row) => texts.price(row.priceMinor, row.currency),
    },
    {
      key: 'students',
      header: t('columns.students'),
      cell: (row) => t('ahead', { count: row.upcoming.booked }),
    },
  ]
  return <DataTable caption={t('classes')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}
