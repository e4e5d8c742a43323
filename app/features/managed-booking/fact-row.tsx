import type { ReactNode } from 'react'

/** A line of a description list: label and value. */
export function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 sm:items-baseline sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-4">
      <dt className="text-sm text-muted sm:text-base">{name}</dt>
      <dd className="min-w-0 text-lg">{children}</dd>
    </div>
  )
}
