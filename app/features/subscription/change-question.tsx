import { ButtonVersion } from '#app/features/forms/hidden-fields.tsx'
import { useLocale, useTranslations } from 'use-intl'
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
      listTitle={t('stops')}
      list={stops.map((line) => t(`lines.${line}`, limits))}
      agree={{
        label: cancels ? own('current.cancel') : own('plans.downgrade'),
        name: 'intent',
        value: asks,
      }}
      back={{ to: '/subscription', label: t('back', { plan }) }}
    >
      <ButtonVersion version={subscription.id} />
    </Question>
  )
}
