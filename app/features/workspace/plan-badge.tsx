import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'
import type { PlanShown } from '#core/plans/rules.ts'

/** The plan, and the way to what it includes and what follows a trial. */
export function PlanBadge({ plan, className }: { plan: PlanShown; className?: string }) {
  const t = useTranslations('workspace.plan')
  return (
    <Link
      to="/subscription"
      title={t('about')}
      className={cx(
        'inline-flex min-h-6 items-center text-sm whitespace-nowrap underline underline-offset-4',
        className,
      )}
    >
      {plan.kind === 'trial' ? t('trial', { days: plan.daysLeft }) : t(plan.kind)}
    </Link>
  )
}
