import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { BundleForm } from '#app/features/vendor-bundles/bundle-form.tsx'
import { sellerOf } from '#app/features/vendor-bundles/bundle-seller.server.ts'
import { type BundleValues, typedBundle } from '#app/features/vendor-bundles/bundle-values.ts'
import { errorsIn } from '#app/features/workspace/class-answers.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { parseForm } from '#app/http/forms.ts'
import { orNotFound } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { editBundle } from '#core/entitlements/commands/save-bundle.ts'
import { findBundle } from '#core/entitlements/queries.ts'
import { bundleFormSchema } from '#core/entitlements/schema.ts'
import { amountText } from '#core/shared/money.ts'
import type { Route } from './+types/bundle-edit'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = sellerOf(context)
  const { db } = depsOf(context)
  const { bundleId, classId } = params
  const [bundle, of] = await Promise.all([
    findBundle(db, { bundleId, vendorId: vendor.id }),
    findOwnClass(db, { vendorId: vendor.id, classId }),
  ])
  const found = orNotFound(bundle?.classId === of?.id ? bundle : null)
  const { currency } = found
  const values: BundleValues = {
    name: found.name,
    sessionCount: String(found.sessionCount),
    price: amountText({ minor: found.bundlePriceMinor, currency }),
    expiryDays: String(found.expiryDays),
    expiryStarts: found.expiryStarts,
    isActive: found.isActive ? 'on' : '',
  }
  return { values, currency, singlePriceMinor: of?.price_minor ?? 0 }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { vendor, seller } = sellerOf(context)
  const form = await formOf(request)
  const typed = typedBundle(form)
  if (form.get('intent') === 'preview') return data({ errors: {}, typed })
  const parsed = parseForm(bundleFormSchema(vendor.currency), form)
  if (!parsed.ok) return data({ errors: errorsIn(parsed.result), typed }, { status: 400 })
  const t = translator(readerLanguage(request), 'workspace')
  const saved = await editBundle(depsOf(context).db, seller, params.bundleId, parsed.value)
  if (!saved.ok) {
    if (saved.reason === 'not_found') throw data(null, { status: 404 })
    return data({ errors: { '': [t('bundles.refused')] }, typed }, { status: 409 })
  }
  return redirect(`/dashboard/classes/${params.classId}/bundles`, {
    headers: { 'set-cookie': noticeCookie({ tone: 'good', title: t('bundles.form.saved') }) },
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function EditBundle({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('workspace.bundles')
  return (
    <>
      <SectionHeader
        title={t('form.editTitle')}
        text={t('form.editText')}
        back={{ to: `/dashboard/classes/${params.classId}/bundles`, label: t('all') }}
      />
      <BundleForm
        values={loaderData.values}
        answer={actionData}
        singlePriceMinor={loaderData.singlePriceMinor}
        currency={loaderData.currency}
        button={t('form.save')}
      />
    </>
  )
}
