import type { ReactNode } from 'react'
import { Card } from '#app/ui/card.tsx'

/** One figure of the installation. */
export function StatCard({
  title,
  value,
  text,
}: {
  title: string
  value: ReactNode
  text: string
}) {
  return (
    <Card className="grid content-start gap-1">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <p className="text-2xl font-semibold tabular-nums wrap-anywhere">{value}</p>
      <p className="text-sm text-muted">{text}</p>
    </Card>
  )
}
