// The roles are written out because display: block, which makes the cards of a phone, takes them away.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers, at the far end. */
  numeric?: boolean | undefined
  /** Left out on a phone. */
  wide?: boolean | undefined
  /** What the row is about: the headline of its card on a phone. */
  lead?: boolean | undefined
}

type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table role="table" aria-label={caption} className="data-table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-align={column.numeric ? 'end' : undefined}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                data-label={column.header}
                data-align={column.numeric ? 'end' : undefined}
                data-lead={column.lead ? '' : undefined}
                data-wide={column.wide ? '' : undefined}
              >
                <div className="min-w-0">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
