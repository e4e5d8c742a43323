import { useLocale, useTranslations } from 'use-intl'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { dateFormat } from '#core/shared/formats.ts'
import { percentReached } from '#core/plans/rules.ts'
import { PlanBar } from './plan-bar.tsx'
import type { ShownPlan } from './shown-plan.ts'

/** What the vendor has used of this month. */
export function UsageCard({ plan: { usage } }: { plan: ShownPlan }) {
  const t = useTranslations('subscription.usage')
  const language = useLocale()
  const month = dateFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${usage.month}T12:00:00Z`),
  )
  const { used, most } = usage.bookings
  const percent = most === null ? null : percentReached(used, most)
  return (
    <Card as="section" aria-labelledby="usage" className="grid content-start gap-4">
      <CardHeader id="usage" title={t('title', { month })} level={3} />
      <Used label={t('bookings')} of={usage.bookings} />
      {percent !== null && (
        <p className="-mt-2 text-muted">{t(percent === 100 ? 'over' : 'near')}</p>
      )}
      <Used label={t('classes')} of={usage.classes} />
    </Card>
  )
}

type UsedProps = { label: string; of: { used: number; most: number | null } }

function Used({ label, of: { used, most } }: UsedProps) {
  const t = useTranslations('subscription.usage')
  if (most === null)
    return (
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{label}</span>
        <span className="text-muted">{t('unlimited', { used })}</span>
      </p>
    )
  return (
    <PlanBar
      label={label}
      value={used}
      most={most}
      text={t('of', { used, most })}
      warns={percentReached(used, most) !== null}
    />
  )
}
