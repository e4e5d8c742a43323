import { Form, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { PlanLines } from '#app/features/pricing/plan-cards.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { offerForNow, planCatalogue, type PlanOffer, yearlyPrice } from '#core/plans/catalogue.ts'
import { isMore, type PaidPlan, type Plan } from '#core/plans/rules.ts'
import { formatMoney } from '#core/shared/money.ts'
import { billingDay, type ShownPlan } from './shown-plan.ts'

/** The plans of the catalogue, with what the vendor can do about each. */
export function OwnPlans({ plan, isOwner }: { plan: ShownPlan; isOwner: boolean }) {
  const t = useTranslations('subscription.plans')
  return (
    <section aria-labelledby="plans" className="grid gap-4">
      <h3 id="plans" className="text-lg">
        {t('title')}
      </h3>
      <p className="-mt-2 text-muted">{t(isOwner ? 'upgradeText' : 'onlyOwner')}</p>
      <ul className="grid gap-4 lg:grid-cols-3">
        {planCatalogue.map((offer) => (
          <PlanCard key={offer.id} offer={offer} plan={plan} isOwner={isOwner} />
        ))}
      </ul>
    </section>
  )
}

type PlanCardProps = { offer: PlanOffer; plan: ShownPlan; isOwner: boolean }

function PlanCard({ offer, plan, isOwner }: PlanCardProps) {
  const t = useTranslations('subscription.plans')
  const p = useTranslations('pricing')
  // What the vendor has chosen: neither a trial nor a gift.
  const own = plan.subscription?.plan ?? 'free'
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-lg font-medium">{p(`plans.${offer.id}.name`)}</h4>
        {offer.id === planNow(plan) ? (
          <Badge tone="good">{t('yours')}</Badge>
        ) : offer.id === planAfter(plan) ? (
          <Badge>{t('later')}</Badge>
        ) : (
          offer.popular && <Badge>{p('popular')}</Badge>
        )}
      </div>
      {offer.id === own ? (
        // What a subscription costs says its card: it can be a year's price or an agreed one.
        !plan.subscription && <Price offer={offer} />
      ) : isMore(offer.id, own) && offer.id !== 'free' ? (
        <Upgrade offer={offer} of={offer.id} plan={plan} isOwner={isOwner} />
      ) : (
        <>
          <Price offer={offer} />
          {isOwner && !plan.subscription?.cancelAt && (
            <Link
              to={offer.id === 'free' ? '?ask=cancel' : '?ask=downgrade'}
              preventScrollReset
              className="inline-flex min-h-11 items-center self-start underline underline-offset-4"
            >
              {t(offer.id === 'free' ? 'cancel' : 'downgrade')}
            </Link>
          )}
        </>
      )}
      <PlanLines offer={offer} className="mt-6 border-t border-line pt-6" />
    </Card>
  )
}

/** The plan that the card above names; a trial is none of them. */
function planNow({ period }: ShownPlan): Plan | null {
  return period?.source === 'trial' ? null : (period?.plan ?? 'free')
}

/** What follows it, if it ends. */
function planAfter({ period, next }: ShownPlan): Plan | null {
  return period === null || period.endsAt === null ? null : (next[0]?.plan ?? 'free')
}

function Price({ offer }: { offer: PlanOffer }) {
  const p = useTranslations('pricing')
  const language = useLocale()
  return (
    <p>
      <span className="text-2xl font-semibold">{formatMoney(offer.monthly, language)}</span>{' '}
      <span className="text-muted">{p(offer.id === 'free' ? 'forever' : 'perMonth')}</span>
    </p>
  )
}

type UpgradeProps = PlanCardProps & { of: PaidPlan }

/** Asks the operator for a plan, in one tap; afterwards says that it was asked. */
function Upgrade({ offer, of, plan: { request, zone }, isOwner }: UpgradeProps) {
  const t = useTranslations('subscription.plans')
  const language = useLocale()
  const year = yearlyPrice(offer)
  const text = (money: PlanOffer['monthly']) => formatMoney(money, language)
  // Nothing of its own is built: there is nothing to pay more for.
  if (offerForNow(offer) !== null && request?.plan !== of)
    return (
      <>
        <Price offer={offer} />
        <p className="text-muted">{t('notYet')}</p>
        <LinkButton to="/contact" variant="secondary" wide>
          {t('writeToUs')}
        </LinkButton>
      </>
    )
  if (request?.plan === of)
    return (
      <div className="grid gap-2">
        <p>
          {request.term === 'yearly' && year
            ? t('yearly', { price: text(year.year), saving: text(year.saving) })
            : t('monthly', { price: text(offer.monthly) })}
        </p>
        <p className="font-medium">
          {t('asked', { date: billingDay(request.askedAt, zone, language) })}
        </p>
        <p className="text-muted">{t('askedText')}</p>
        {isOwner && (
          <Form method="post">
            <Button variant="secondary" size="small" name="intent" value="withdraw">
              {t('withdraw')}
            </Button>
          </Form>
        )}
      </div>
    )
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="plan" value={of} />
      <RadioCards
        name="term"
        legend={t('term')}
        defaultValue="monthly"
        required
        options={[
          { value: 'monthly', title: t('monthly', { price: text(offer.monthly) }) },
          ...(year
            ? [
                {
                  value: 'yearly',
                  title: t('yearly', { price: text(year.year), saving: text(year.saving) }),
                },
              ]
            : []),
        ]}
      />
      {isOwner && (
        <Button
          name="intent"
          value="upgrade"
          variant={offer.popular ? 'primary' : 'secondary'}
          wide
        >
          {t('upgrade')}
        </Button>
      )}
    </Form>
  )
}
