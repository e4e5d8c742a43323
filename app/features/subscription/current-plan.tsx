import { Form, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { ButtonVersion } from '#app/features/forms/hidden-fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { formatMoney } from '#core/shared/money.ts'
import { daysLeft, type PlanPeriod, warnedDays } from '#core/plans/rules.ts'
import { PlanBar } from './plan-bar.tsx'
import { billingDate, billingDay, lastDay, type ShownPlan } from './shown-plan.ts'

/** The plan that counts now: since when and until when, what follows it, and what can be done about it. */
export function CurrentPlan({ plan, isOwner }: { plan: ShownPlan; isOwner: boolean }) {
  const t = useTranslations('subscription.current')
  const p = useTranslations('pricing.plans')
  const language = useLocale()
  const { period, gift, subscription, now, zone } = plan
  const day = (at: Date) => billingDay(at, zone, language)
  const kind = period?.source === 'trial' ? 'trial' : (period?.plan ?? 'free')
  const end = period?.endsAt ?? null
  const next = plan.next[0]
  const left = end === null ? null : daysLeft(end, now)
  const isCancelled = subscription?.cancelAt !== null && subscription !== null
  const badge = isCancelled ? (
    <Badge tone="warn">{t('ends')}</Badge>
  ) : subscription?.isPastDue ? (
    <Badge tone="warn">{t('pastDue')}</Badge>
  ) : (
    <Badge tone="good">{t('active')}</Badge>
  )
  return (
    <Card as="section" aria-labelledby="current-plan" className="grid gap-4">
      <CardHeader id="current-plan" title={t('title')} level={3} action={badge} />
      <p className="-mt-4 text-2xl font-semibold">{t(`names.${kind}`)}</p>
      {subscription && (
        <p className="-mt-3 text-muted">
          {t('price', {
            price: formatMoney(
              { minor: subscription.priceMinor, currency: subscription.currency },
              language,
            ),
            term: subscription.term,
          })}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-3">
        <Fact label={t('started')} value={day(period?.startsAt ?? plan.since)} />
        {subscription && !isCancelled ? (
          <Fact label={t('paidUntil')} value={billingDate(subscription.paidUntil, language)} />
        ) : (
          <Fact
            label={t('expires')}
            value={
              end !== null ? day(lastDay(end)) : next ? day(lastDay(next.startsAt)) : t('noEnd')
            }
          />
        )}
      </dl>
      {period && end !== null && left !== null && (
        <PlanBar
          label={t('timeLeft')}
          value={left}
          most={daysLeft(end, period.startsAt)}
          text={t('daysLeft', { days: left })}
        />
      )}
      {period?.source === 'trial' && next ? (
        <p className="text-muted">{t('trialNext')}</p>
      ) : period?.source === 'trial' && left !== null && left <= warnedDays ? (
        <Banner
          tone="warn"
          title={t('warning')}
          text={t('warningText', { days: left, ...plan.limits })}
        />
      ) : (
        period?.source === 'trial' && <p className="text-muted">{t('trialText')}</p>
      )}
      {gift && (
        <p className="text-muted">
          {subscription && gift.endsAt
            ? t('gift', { plan: p(`${gift.plan}.name`), date: day(lastDay(gift.endsAt)) })
            : t('given')}
        </p>
      )}
      {subscription && (subscription.givenDays ?? 0) > 0 && (
        <p className="text-muted">{t('added', { days: subscription.givenDays ?? 0 })}</p>
      )}
      {subscription?.isPastDue && (
        <p className="text-muted">
          {t('pastDueText', { date: day(lastDay(subscription.graceEndsAt)) })}{' '}
          <Link to="/contact" className="underline underline-offset-4">
            {t('pastDueAsk')}
          </Link>
        </p>
      )}
      {isCancelled && end !== null && (
        <p className="text-muted">
          {t(next ? 'cancelNext' : 'cancelText', { date: day(lastDay(end)) })}
        </p>
      )}
      <Next periods={plan.next} zone={zone} />
      {subscription && isOwner && (
        <div>
          {isCancelled ? (
            <Form method="post">
              <ButtonVersion version={subscription.id} />
              <Button variant="secondary" name="intent" value="keep">
                {t('keep')}
              </Button>
            </Form>
          ) : (
            <Link
              to="?ask=cancel"
              preventScrollReset
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('cancel')}
            </Link>
          )}
        </div>
      )}
    </Card>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Granted months that begin later. */
function Next({ periods, zone }: { periods: readonly PlanPeriod[]; zone: string }) {
  const t = useTranslations('subscription.current')
  const p = useTranslations('pricing.plans')
  const language = useLocale()
  return periods.map(({ plan, startsAt, endsAt }) => (
    <p key={startsAt.toISOString()} className="text-muted">
      {t('next', {
        plan: p(`${plan}.name`),
        date: endsAt === null ? '' : billingDay(lastDay(endsAt), zone, language),
      })}
    </p>
  ))
}
