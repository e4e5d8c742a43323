import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Question } from '#app/ui/question.tsx'
import { priceAfterDowngrade, whatEnds } from '#core/plans/catalogue.ts'
import type { Subscription } from '#core/plans/queries.ts'
import { formatMoney } from '#core/shared/money.ts'
import { billingDate, type ShownPlan } from './shown-plan.ts'

type ChangeQuestionProps = {
  asks: 'cancel' | 'downgrade'
  subscription: Subscription
  limits: ShownPlan['limits']
  /** granted months follow */
  hasNext: boolean
}

/** Says what changes before a plan is cancelled or downgraded. */
export function ChangeQuestion({ asks, subscription, limits, hasNext }: ChangeQuestionProps) {
  const t = useTranslations('subscription.ask')
  const own = useTranslations('subscription')
  const p = useTranslations('pricing.plans')
  const language = useLocale()
  const plan = p(`${subscription.plan}.name`)
  const date = billingDate(subscription.paidUntil, language)
  const price = formatMoney(priceAfterDowngrade(subscription), language)
  const cancels = asks === 'cancel'
  const stops = whatEnds(subscription.plan, cancels ? 'free' : 'professional')
  return (
    <Question
      level={3}
      title={cancels ? t('cancelTitle', { plan }) : t('downgradeTitle')}
      text={
        cancels
          ? t(hasNext ? 'cancelNext' : subscription.isPastDue ? 'cancelNow' : 'cancelText', {
              plan,
              date,
            })
          : t('downgradeText', { date, price })
      }
    >
      {stops.length > 0 && (
        <>
          <h4 className="font-medium">{t('stops')}</h4>
          <ul className="list-disc ps-6">
            {stops.map((line) => (
              <li key={line}>{t(`lines.${line}`, limits)}</li>
            ))}
          </ul>
        </>
      )}
      <Form method="post" className="mt-2 flex flex-wrap gap-3">
        <input type="hidden" name="shown" value={subscription.id} />
        <Button variant="danger" name="intent" value={asks}>
          {cancels ? own('current.cancel') : own('plans.downgrade')}
        </Button>
        <LinkButton to="/subscription" variant="secondary">
          {t('back', { plan })}
        </LinkButton>
      </Form>
    </Question>
  )
}
