import { useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'

export type PlanShown =
  | { kind: 'trial'; daysLeft: number }
  | { kind: 'free' | 'professional' | 'enterprise' }

export function PlanBadge({ plan, className }: { plan: PlanShown; className?: string }) {
  const t = useTranslations('workspace.plan')
  return (
    <span className={cx('rounded-full bg-sunken px-2 text-sm whitespace-nowrap', className)}>
      {plan.kind === 'trial' ? t('trial', { days: plan.daysLeft }) : t(plan.kind)}
    </span>
  )
}
