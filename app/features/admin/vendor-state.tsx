import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { VendorListed } from '#core/admin/queries/vendors.ts'
import type { VendorState } from '#core/admin/rules.ts'
import { perMonth, planName } from '#core/admin/rules.ts'
import { useFormats } from './use-formats.ts'

const tones: Record<VendorState, Tone> = {
  active: 'good',
  suspended: 'bad',
  pending: 'warn',
  closed: 'neutral',
}

export function StateBadge({ state }: { state: VendorState }) {
  const t = useTranslations('admin.vendors.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

type Subscribed = Pick<VendorListed, 'plan' | 'subscription' | 'trialEndsAt'> & { now: Date }

/** What a vendor has subscribed, else what it has anyway. */
export function SubscriptionText({ plan, subscription, trialEndsAt, now }: Subscribed) {
  const t = useTranslations('admin')
  const { date, day } = useFormats()
  if (subscription)
    return (
      <span className="grid justify-items-start gap-0.5">
        {t('offer', {
          plan: t(`plans.${subscription.plan}`),
          term: t(`terms.${subscription.term}`),
        })}
        {subscription.pastDue ? (
          <Badge tone="bad">{t('vendors.pastDue')}</Badge>
        ) : (
          <span className="text-sm text-muted">
            {subscription.cancelAt === null
              ? t('vendors.paidUntil', { day: date(subscription.paidUntil) })
              : t('vendors.endsOn', { day: day(subscription.cancelAt) })}
          </span>
        )}
      </span>
    )
  const name = planName({ plan, subscription, trialEndsAt }, now)
  if (name === 'trial')
    return (
      <span className="grid">
        {t('plans.trial')}
        <span className="text-sm text-muted">
          {t('vendors.trialUntil', { day: day(trialEndsAt) })}
        </span>
      </span>
    )
  return <>{t(`plans.${name}`)}</>
}

/** What a subscription brings in per month; nothing while it is past due. */
export function RevenueText({ subscription }: Pick<VendorListed, 'subscription'>) {
  const t = useTranslations('admin')
  const { money } = useFormats()
  if (!subscription || subscription.pastDue || subscription.priceMinor === 0)
    return <>{t('none')}</>
  return <>{money(perMonth(subscription), subscription.currency)}</>
}
