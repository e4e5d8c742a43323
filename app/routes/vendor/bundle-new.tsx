import { data, redirect } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { createBundle } from '#core/entitlements/commands/save-bundle.ts'
import { bundleFormSchema } from '#core/entitlements/schema.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { Route } from './+types/bundle-new'
import { sellerOf } from '../../bundle-seller.ts'
import { errorsIn } from '../../class-answers.ts'
import { BundleForm } from '../../components/bundles/bundle-form.tsx'
import { emptyBundle, typedBundle } from '../../components/bundles/bundle-values.ts'
import { Banner } from '../../components/ui/banner.tsx'
import { SectionHeader } from '../../components/workspace/section-header.tsx'
import { parseForm } from '../../forms.ts'
import { orNotFound } from '../../managing.ts'
import { orNetworkProblem } from '../../network.ts'
import { noticeCookie } from '../../notices.ts'
import { depsOf, formOf, readerLanguage } from '../../request.ts'
import { translator } from '../../translate.ts'

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
