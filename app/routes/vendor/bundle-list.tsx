import Plus from 'lucide-react/icons/plus'
import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { sellerOf } from '#app/features/vendor-bundles/bundle-seller.server.ts'
import { BundleTable } from '#app/features/vendor-bundles/bundle-table.tsx'
import { useFormErrors } from '#app/features/workspace/form-errors.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { orNotFound } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage, textIn } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { editBundle } from '#core/entitlements/commands/save-bundle.ts'
import { findBundle, listBundlesOfVendor } from '#core/entitlements/queries.ts'
import type { Route } from './+types/bundle-list'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor, sells } = sellerOf(context)
  const { db } = depsOf(context)
  const { id, title } = orNotFound(
    await findOwnClass(db, { vendorId: vendor.id, classId: params.classId }),
  )
  const bundles = await listBundlesOfVendor(db, vendor.id)
  return { title, sells, bundles: bundles.filter(({ classId }) => classId === id) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { vendor, seller } = sellerOf(context)
  const { db } = depsOf(context)
  const form = await formOf(request)
  const bundleId = textIn(form, 'bundleId') ?? ''
  const bundle = orNotFound(await findBundle(db, { bundleId, vendorId: vendor.id }))
  const isActive = form.get('intent') === 'activate'
  const saved = await editBundle(db, seller, bundle.id, {
    ...bundle,
    priceMinor: bundle.bundlePriceMinor,
    isActive,
  })
  const t = translator(readerLanguage(request), 'workspace')
  if (!saved.ok) {
    if (saved.reason === 'not_found') throw data(null, { status: 404 })
    return data({ errors: { '': [t('bundles.refused')] }, typed: null }, { status: 409 })
  }
  const notice = noticeCookie({
    tone: 'good',
    title: t(isActive ? 'bundles.activated' : 'bundles.deactivated'),
    ...(!isActive && { text: t('bundles.deactivatedText') }),
  })
  return redirect(`/dashboard/classes/${params.classId}/bundles`, {
    headers: { 'set-cookie': notice },
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function Bundles({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('workspace.bundles')
  const errors = useFormErrors(actionData)
  const { title, sells, bundles } = loaderData
  const add = sells && (
    <LinkButton to={`/dashboard/classes/${params.classId}/bundles/new`}>
      <Plus aria-hidden="true" /> {t('add')}
    </LinkButton>
  )
  return (
    <>
      <SectionHeader
        title={t('title', { title })}
        text={t('text')}
        back={{ to: '/dashboard/classes', label: t('back') }}
        actions={bundles.length > 0 && add}
      />
      <div className="grid gap-6 pb-12">
        <FormProblem {...errors.summary} />
        {!sells && <Banner tone="warn" title={t('noPlan')} text={t('noPlanText')} />}
        {bundles.length > 0 ? (
          <BundleTable rows={bundles} sells={sells} />
        ) : (
          sells && <EmptyState level={3} title={t('empty')} text={t('emptyText')} action={add} />
        )}
      </div>
    </>
  )
}
