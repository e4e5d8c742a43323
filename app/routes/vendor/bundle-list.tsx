import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { ClassHeader } from '#app/features/workspace/class-header.tsx'
import { BundleTable } from '#app/features/vendor-bundles/bundle-table.tsx'
import { SoldList } from '#app/features/vendor-bundles/sold-list.tsx'
import { formAction } from '#app/http/form-action.ts'
import { limitRefusal } from '#app/features/workspace/class-answers.server.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { orNotFound } from '#app/http/managing.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { versionOf } from '#core/shared/version.ts'
import { bundleValues, editBundle } from '#core/passes/commands/save-bundle.ts'
import {
  findBundle,
  listBundlesOfVendor,
  listSoldPasses,
  listUsableDates,
} from '#core/passes/queries.ts'
import { enoughDays, usableDates } from '#core/passes/rules.ts'
import { bundleSaleSchema } from '#core/passes/schema.ts'
import { todayIn } from '#core/shared/time.ts'
import { planAllows } from '#core/plans/queries.ts'
import type { Route } from './+types/bundle-list'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db } = depsOf(context)
  const found = await findOwnClass(db, { vendorId: vendor.id, classId: params.classId })
  const { id, kind, title, visibility } = orNotFound(found?.kind === 'class' ? found : null)
  const bundles = await listBundlesOfVendor(db, vendor.id)
  const sells = await planAllows(depsOf(context), vendor.id, 'bundles')
  const dates = await listUsableDates(db, id)
  const today = todayIn(vendor.timeZone, new Date())
  const ofClass = bundles.filter(({ classId }) => classId === id)
  return {
    of: { id, kind, title, visibility },
    sells,
    sold: await listSoldPasses(db, { vendorId: vendor.id, classId: id }),
    bundles: ofClass.map((bundle) => {
      const usable = usableDates(dates, bundle, today)
      const isShort = usable < bundle.sessionCount
      const version = versionOf(bundleValues(bundle))
      return {
        ...bundle,
        version,
        usable,
        needs: isShort ? enoughDays(dates, bundle, today) : null,
      }
    }),
  }
}

const { problem } = refusalsIn('vendorBundles')

export const action = formAction({
  allow: manager,
  texts: 'vendorBundles',
  schema: () => bundleSaleSchema,
  run: async ({ deps, member, version, form: { bundleId, intent, expiryDays } }) => {
    const bundle = await findBundle(deps.db, { bundleId, vendorId: member.vendor.id })
    if (!bundle) return { ok: false, reason: 'not_found' } as const
    const current = bundleValues(bundle)
    const changed =
      intent === 'extend'
        ? { expiryDays: Math.max(expiryDays, bundle.expiryDays) }
        : { isActive: intent === 'activate' }
    const form = { ...current, ...changed }
    const saved = await editBundle(
      deps,
      { vendorId: member.vendor.id, bundleId },
      form,
      version ?? versionOf(current),
    )
    return saved.ok ? { ...saved, days: form.expiryDays } : saved
  },
  refusals: {
    plan: problem('refused'),
    dearer: problem('dearer'),
    currency_changed: problem('currencyChanged'),
    ...limitRefusal,
  },
  failures: ({ t }) => ({ failed: { title: t('form.failed') } }),
  done: ({ deps, params, form, result: { days }, t }) =>
    redirectWithToast(
      deps,
      `/dashboard/classes/${params['classId']}/bundles`,
      {
        activate: { title: t('activated') },
        deactivate: { title: t('deactivated'), text: t('deactivatedText') },
        extend: { title: t('extended', { n: days }), text: t('form.editText') },
      }[form.intent],
    ),
})

export const clientAction = keepForm

export default function Bundles({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('vendorBundles')
  const form = useForm(actionData)
  const { of, sells, bundles, sold } = loaderData
  const add = sells && (
    <LinkButton to={`/dashboard/classes/${params.classId}/bundles/new`}>
      <Plus aria-hidden="true" /> {t('add')}
    </LinkButton>
  )
  return (
    <>
      <ClassHeader
        of={of}
        page="bundles"
        name={t('title', { title: of.title })}
        manages
        actions={bundles.length > 0 && add}
      />
      <div className="grid gap-6 pt-5 pb-12">
        <FormSummary form={form} />
        <p className="max-w-prose text-muted">{t('text')}</p>
        {!sells && <Banner tone="warn" title={t('noPlan')} text={t('noPlanText')} />}
        {bundles.length > 0 ? (
          <BundleTable rows={bundles} sells={sells} />
        ) : (
          sells && <EmptyState level={3} title={t('empty')} text={t('emptyText')} action={add} />
        )}
        {sold.length > 0 && (
          <section aria-labelledby="sold" className="grid gap-3">
            <h3 id="sold" className="text-lg">
              {t('whoBought')}
            </h3>
            <SoldList passes={sold} classId={params.classId} />
          </section>
        )}
      </div>
    </>
  )
}
