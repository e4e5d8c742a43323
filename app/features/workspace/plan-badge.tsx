import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'

export type PlanShown =
  | { kind: 'trial'; daysLeft: number }
  | { kind: 'free' | 'professional' | 'enterprise' }

export function PlanBadge({ plan }: { plan: PlanShown }) {
  const t = useTranslations('workspace')
  if (plan.kind === 'trial')
    return <Badge tone="accent">{t('plan.trial', { days: plan.daysLeft })}</Badge>
  return <Badge tone={plan.kind === 'free' ? 'neutral' : 'accent'}>{t(`plan.${plan.kind}`)}</Badge>
}
