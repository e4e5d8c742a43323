import { useTranslations } from 'use-intl'
import { paysOffer } from '#app/features/class-form/pays-offer.server.ts'
import { BundleForm } from '#app/features/vendor-bundles/bundle-form.tsx'
import { bundleFields } from '#app/features/vendor-bundles/bundle-values.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { limitRefusal } from '#app/features/workspace/class-answers.server.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { formMoney } from '#app/http/form-money.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { orNotFound } from '#app/http/managing.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { readAgain } from '#app/http/read-again.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { versionOf } from '#core/shared/version.ts'
import { bundleValues, editBundle } from '#core/passes/commands/save-bundle.ts'
import { findBundle, listUsableDates } from '#core/passes/queries.ts'
import { todayIn } from '#core/shared/time.ts'
import { bundleFormSchema } from '#core/passes/schema.ts'
import type { Route } from './+types/bundle-edit'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db } = depsOf(context)
  const { bundleId, classId } = params
  const [bundle, of] = await Promise.all([
    findBundle(db, { bundleId, vendorId: vendor.id }),
    findOwnClass(db, { vendorId: vendor.id, classId }),
  ])
  const found = orNotFound(bundle?.classId === of?.id ? bundle : null)
  const values = bundleValues(found)
  return {
    values: bundleFields(values, pageLanguage(request, context)),
    version: versionOf(values),
    pays: await paysOffer(depsOf(context), vendor.id, found.pays),
    of: {
      currency: found.currency,
      singlePriceMinor: of?.priceMinor ?? 0,
      dates: await listUsableDates(db, found.classId),
      today: todayIn(vendor.timeZone, new Date()),
    },
  }
}

const { field, problem } = refusalsIn('vendorBundles')

export const action = formAction({
  allow: manager,
  texts: 'vendorBundles',
  schema: (asked) => bundleFormSchema(formMoney(asked)),
  fields:
    ({ language }) =>
    (form) =>
      bundleFields(form, language),
  redraw: ({ text }) => (text('intent') === 'preview' ? {} : null),
  run: ({ deps, member, id, form, version }) =>
    editBundle(deps, { vendorId: member.vendor.id, bundleId: id('bundleId') }, form, version),
  refusals: {
    plan: problem('refused'),
    dearer: field('price', 'form.dearer'),
    currency_changed: wrong('price', 'currency_changed'),
    ...limitRefusal,
  },
  failures: ({ t }) => ({ failed: { title: t('form.failed') } }),
  done: ({ deps, params, t }) =>
    redirectWithToast(deps, `/dashboard/classes/${params['classId']}/bundles`, {
      title: t('form.saved'),
    }),
})

export const clientAction = keepForm
export const shouldRevalidate = readAgain

export default function EditBundle({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('vendorBundles')
  return (
    <>
      <SectionHeader
        title={t('form.editTitle')}
        text={t('form.editText')}
        back={{ to: `/dashboard/classes/${params.classId}/bundles`, label: t('all') }}
      />
      <BundleForm
        values={loaderData.values}
        version={loaderData.version}
        answer={actionData}
        of={loaderData.of}
        pays={loaderData.pays}
        button={t('form.save')}
      />
    </>
  )
}
