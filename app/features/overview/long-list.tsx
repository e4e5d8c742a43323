import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type LongListProps = {
  rows: readonly ReactNode[]
  /** how many are open at first; one more is shown rather than folded */
  most: number
  /** behind the last row */
  children?: ReactNode
}

/** A list of rows whose rest is folded, so that what comes after it stays near. */
export function LongList({ rows, most, children }: LongListProps) {
  const t = useTranslations('overview')
  const open = rows.length > most + 1 ? most : rows.length
  const folded = rows.length - open
  const list = 'divide-y divide-line border-y border-line'
  return (
    <div>
      <ul className={list}>{rows.slice(0, open)}</ul>
      {folded > 0 ? (
        <details>
          <summary className="inline-flex min-h-11 items-center underline underline-offset-4">
            {t('showMore', { count: folded })}
          </summary>
          <ul className={list}>{rows.slice(open)}</ul>
          {children}
        </details>
      ) : (
        children
      )}
    </div>
  )
}
