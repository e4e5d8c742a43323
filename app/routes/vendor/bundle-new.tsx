import { data, redirect } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { BundleForm } from '#app/features/vendor-bundles/bundle-form.tsx'
import { sellerOf } from '#app/features/vendor-bundles/bundle-seller.server.ts'
import { emptyBundle, typedBundle } from '#app/features/vendor-bundles/bundle-values.ts'
import { errorsIn } from '#app/features/workspace/class-answers.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { parseForm } from '#app/http/forms.ts'
import { orNotFound } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { Banner } from '#app/ui/banner.tsx'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { createBundle } from '#core/entitlements/commands/save-bundle.ts'
import { bundleFormSchema } from '#core/entitlements/schema.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { Route } from './+types/bundle-new'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor, sells } = sellerOf(context)
  const found = orNotFound(
    await findOwnClass(depsOf(context).db, { vendorId: vendor.id, classId: params.classId }),
  )
  return {
    title: found.title,
    singlePriceMinor: found.price_minor,
    currency: vendor.currency,
    sells,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { vendor, seller } = sellerOf(context)
  const form = await formOf(request)
  const typed = typedBundle(form)
  if (form.get('intent') === 'preview') return data({ errors: {}, typed })
  const parsed = parseForm(bundleFormSchema(vendor.currency), form)
  if (!parsed.ok) return data({ errors: errorsIn(parsed.result), typed }, { status: 400 })
  const t = translator(readerLanguage(request), 'workspace')
  const created = await createBundle(depsOf(context).db, seller, params.classId, parsed.value)
  if (!created.ok) {
    if (created.reason === 'not_found') throw data(null, { status: 404 })
    return data({ errors: { '': [t('bundles.refused')] }, typed }, { status: 409 })
  }
  const notice = noticeCookie({
    tone: 'good',
    title: t('bundles.form.created'),
    text: t(parsed.value.isActive ? 'bundles.form.createdText' : 'bundles.form.createdInactive'),
  })
  return redirect(`/dashboard/classes/${params.classId}/bundles`, {
    headers: { 'set-cookie': notice },
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function NewBundle({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('workspace.bundles')
  const language = useLocale()
  const { title, singlePriceMinor, currency, sells } = loaderData
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
          values={emptyBundle}
          answer={actionData}
          singlePriceMinor={singlePriceMinor}
          currency={currency}
          button={t('form.create')}
        />
      ) : (
        <Banner tone="warn" title={t('noPlan')} text={t('noPlanText')} />
      )}
    </>
  )
}
