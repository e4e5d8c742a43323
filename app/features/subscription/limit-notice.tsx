import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Banner } from '#app/ui/banner.tsx'
import type { Usage } from '#core/plans/queries.ts'
import { percentReached } from '#core/plans/rules.ts'

/** Says on the overview that most or all of the month's online bookings are used; nothing before, and nothing without a limit. */
export function LimitNotice({ usage, className }: { usage: Usage; className?: string }) {
  const t = useTranslations('subscription')
  const { used, most } = usage.bookings
  const percent = most === null ? null : percentReached(used, most)
  if (percent === null || most === null) return null
  return (
    <Banner
      tone="warn"
      className={className}
      title={`${t('usage.bookings')}: ${t('usage.of', { used, most })}`}
      text={t(percent === 100 ? 'usage.over' : 'usage.near')}
      action={
        <Link
          to="/subscription"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('title')}
        </Link>
      }
    />
  )
}
