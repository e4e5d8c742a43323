import { randomUUID } from 'node:crypto'
import { useLocale, useTranslations } from 'use-intl'
import { BundleForm } from '#app/features/vendor-bundles/bundle-form.tsx'
import { emptyBundle } from '#app/features/vendor-bundles/bundle-values.ts'
import { paysOffer } from '#app/features/class-form/pays-offer.server.ts'
import { limitRefusal } from '#app/features/workspace/class-answers.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { formMoney } from '#app/http/form-money.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { orNotFound } from '#app/http/managing.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { readAgain } from '#app/http/read-again.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { createBundle } from '#core/passes/commands/save-bundle.ts'
import { listUsableDates } from '#core/passes/queries.ts'
import { usableDates } from '#core/passes/rules.ts'
import { bundleFormSchema } from '#core/passes/schema.ts'
import { formatMoney } from '#core/shared/money.ts'
import { todayIn } from '#core/shared/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { planAllows } from '#core/plans/queries.ts'
import type { Route } from './+types/bundle-new'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const own = { vendorId: vendor.id, classId: params.classId }
  const named = await findOwnClass(depsOf(context).db, own)
  const found = orNotFound(named?.kind === 'class' ? named : null)
  const dates = await listUsableDates(depsOf(context).db, found.id)
  const today = todayIn(vendor.timeZone, new Date())
  return {
    title: found.title,
    // As its class, until the vendor says otherwise.
    values: emptyBundle(dates, today, found.pays),
    pays: await paysOffer(depsOf(context), vendor.id, found.pays),
    formKey: randomUUID(),
    singlePriceMinor: found.priceMinor,
    currency: vendor.currency,
    dates,
    today,
    sells: await planAllows(depsOf(context), vendor.id, 'bundles'),
  }
}

const { field, problem } = refusalsIn('vendorBundles')

export const action = formAction({
  allow: manager,
  texts: 'vendorBundles',
  schema: (asked) => bundleFormSchema(formMoney(asked)),
  redraw: ({ text }) => (text('intent') === 'preview' ? {} : null),
  run: ({ deps, member, id, form }) =>
    createBundle(deps, { vendorId: member.vendor.id, classId: id('classId') }, form),
  refusals: {
    plan: problem('refused'),
    dearer: field('price', 'form.dearer'),
    currency_changed: wrong('price', 'currency_changed'),
    ...limitRefusal,
  },
  failures: ({ t }) => ({ failed: { title: t('form.failed') } }),
  done: async ({ deps, member, params, id, form, t }) => {
    const dates = await listUsableDates(deps.db, id('classId'))
    const n = usableDates(dates, form, todayIn(member.vendor.timeZone, new Date()))
    const isTooShort = n < form.sessionCount
    const active = isTooShort
      ? t('form.createdTooFew', { n, sessions: form.sessionCount })
      : t('form.createdText')
    return redirectWithToast(deps, `/dashboard/classes/${params['classId']}/bundles`, {
      ...(form.isActive && isTooShort && { tone: 'neutral' as const }),
      title: t('form.created'),
      text: form.isActive ? active : t('form.createdInactive'),
    })
  },
})

export const clientAction = keepForm
export const shouldRevalidate = readAgain

export default function NewBundle({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('vendorBundles')
  const u = useTranslations('subscription')
  const language = useLocale()
  const { title, values, formKey, sells, pays, ...of } = loaderData
  const { singlePriceMinor, currency } = of
  const price = formatMoney({ minor: singlePriceMinor, currency }, language)
  return (
    <>
      <SectionHeader
        title={t('form.newTitle')}
        text={t('form.newText', { title, price })}
        back={{ to: `/dashboard/classes/${params.classId}/bundles`, label: t('all') }}
      />
      {sells ? (
        <BundleForm
          values={values}
          formKey={formKey}
          answer={actionData}
          of={of}
          pays={pays}
          button={t('form.create')}
        />
      ) : (
        <Banner
          tone="warn"
          title={t('noPlan')}
          text={t('noPlanText')}
          action={<LinkButton to="/subscription">{u('plans.title')}</LinkButton>}
        />
      )}
    </>
  )
}
