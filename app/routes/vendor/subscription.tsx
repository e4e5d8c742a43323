import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { ChangeQuestion } from '#app/features/subscription/change-question.tsx'
import { CurrentPlan } from '#app/features/subscription/current-plan.tsx'
import { OwnPlans } from '#app/features/subscription/own-plans.tsx'
import type { ShownPlan } from '#app/features/subscription/shown-plan.ts'
import { UsageCard } from '#app/features/subscription/usage-card.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { managerOf, notFound, owner } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import {
  cancelSubscription,
  downgrade,
  keepSubscription,
} from '#core/plans/commands/change-own-plan.ts'
import { requestPlan, withdrawRequest } from '#core/plans/commands/request-plan.ts'
import {
  findOpenRequest,
  findPlanPeriods,
  findSubscription,
  findUsage,
  freeLimits,
} from '#core/plans/queries.ts'
import { currentPeriod, isRunning } from '#core/plans/rules.ts'
import { planChangeSchema, planRequestSchema } from '#core/plans/schema.ts'
import { ownsVendor } from '#core/vendors/rules.ts'
import type { Route } from './+types/subscription'

const here = '/subscription'
const questions = ['cancel', 'downgrade'] as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { vendor } = managerOf(context)
  if (!deps.settings.plans) throw notFound()
  const [{ periods, now }, subscription, request, usage] = await Promise.all([
    findPlanPeriods(deps.db, vendor.id),
    findSubscription(deps.db, vendor.id),
    findOpenRequest(deps.db, vendor.id),
    findUsage(deps, vendor.id),
  ])
  const asks = questions.find((question) => question === url.searchParams.get('ask')) ?? null
  const mayAsk =
    subscription !== null &&
    subscription.cancelAt === null &&
    (asks === 'cancel' || subscription.plan === 'enterprise')
  const plan: ShownPlan = {
    period: currentPeriod(periods, now),
    gift: periods.find((period) => period.source === 'grant' && isRunning(period, now)) ?? null,
    next: periods.filter(({ startsAt }) => startsAt > now),
    subscription,
    request,
    usage,
    limits: freeLimits,
    since: periods[0]?.startsAt ?? now,
    now,
    zone: vendor.timeZone,
  }
  return { plan, asks: mayAsk ? asks : null, isOwner: ownsVendor(vendor.role) }
}

const { problem } = refusalsIn('subscription')
const refusals = { changed: problem('changed') }
const failures = ({ t }: { t: (key: 'failed') => string }) => ({ failed: { title: t('failed') } })

const upgrade = formAction({
  allow: owner,
  texts: 'subscription',
  schema: () => planRequestSchema,
  run: async ({ deps, member: { vendor, userId, email }, form }) => ({
    ...(await requestPlan(deps.db, { vendorId: vendor.id, userId, ...form })),
    email,
  }),
  refusals: {},
  failures,
  done: ({ deps, result, t }) =>
    redirectWithToast(deps, here, {
      title: t('done.asked'),
      text: t('done.askedText', { email: result.email }),
    }),
})

const withdraw = formAction({
  allow: owner,
  texts: 'subscription',
  schema: () => noFields,
  run: ({ deps, member: { vendor, userId } }) =>
    withdrawRequest(deps.db, { vendorId: vendor.id, userId }),
  refusals: {},
  failures,
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('done.withdrawn') }),
})

const changes = {
  cancel: { change: cancelSubscription, said: 'cancelled' },
  keep: { change: keepSubscription, said: 'kept' },
  downgrade: { change: downgrade, said: 'downgraded' },
} as const

const changeBy = ({ change, said }: (typeof changes)[keyof typeof changes]) =>
  formAction({
    allow: owner,
    texts: 'subscription',
    schema: () => planChangeSchema,
    run: ({ deps, member: { vendor, userId }, form }) =>
      change(deps.db, { vendorId: vendor.id, userId, ...form }),
    refusals,
    failures,
    done: ({ deps, t }) => redirectWithToast(deps, here, { title: t(`done.${said}`) }),
  })

export const action = byIntent(
  {
    withdraw,
    cancel: changeBy(changes.cancel),
    keep: changeBy(changes.keep),
    downgrade: changeBy(changes.downgrade),
  },
  upgrade,
)

export const clientAction = keepForm

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('subscription')
  const { plan, asks, isOwner } = loaderData
  const form = useForm(actionData)
  return (
    <>
      <SectionHeader
        title={t('title')}
        text={t('text')}
        back={{ to: '/dashboard', label: t('back') }}
      />
      <div className="grid gap-6 pb-12">
        <FormSummary form={form} />
        {asks && isOwner && plan.subscription && (
          <ChangeQuestion
            asks={asks}
            subscription={plan.subscription}
            limits={plan.limits}
            hasNext={plan.next.length > 0}
          />
        )}
        <div className="grid items-start gap-4 md:grid-cols-2">
          <CurrentPlan plan={plan} isOwner={isOwner} />
          <UsageCard plan={plan} />
        </div>
        <OwnPlans plan={plan} isOwner={isOwner} />
      </div>
    </>
  )
}
