import type { ReactNode } from 'react'
import { Price } from '#app/locale/price.tsx'
import type { CardFacts } from '#core/classes/queries/class-cards.ts'

/** The top of every card of a class: its title, and what it costs. */
export function CardHead({ of, children }: { of: CardFacts; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <div className="min-w-0 flex-1 basis-32">{children}</div>
      <p className="shrink-0 text-lg font-semibold">
        <Price minor={of.priceMinor} currency={of.currency} />
      </p>
    </div>
  )
}
