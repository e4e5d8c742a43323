import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { dayText } from '#app/features/workspace/day-text.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { extendBundle } from '#core/passes/commands/extend-bundle.ts'
import { listSoldPasses } from '#core/passes/queries.ts'
import { extendBundleSchema } from '#core/passes/schema.ts'
import { isId } from '#core/shared/ids.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/bundle-extend'

const usualDays = 30

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { classId, passId } = params
  if (!isId(classId) || !isId(passId)) throw notFound()
  const [pass] = await listSoldPasses(depsOf(context).db, { vendorId: vendor.id, classId, passId })
  if (!pass?.canBeExtended) throw notFound()
  const today = todayIn(vendor.timeZone, new Date())
  const { name, customerName, expired, lastDate } = pass
  const from = lastDate < today ? today : lastDate
  return { name, customerName, expired, lastDate, until: addDays(from, usualDays) }
}

const { field, problem } = refusalsIn('vendorBundles')

export const action = formAction({
  allow: manager,
  texts: 'vendorBundles',
  schema: () => extendBundleSchema,
  run: ({ deps: { db }, member: { vendor, userId }, id, form: { until } }) =>
    extendBundle(db, { vendorId: vendor.id, userId }, id('passId'), until),
  refusals: {
    nothing_left: problem('extend.nothingLeft', 410),
    too_far: field('until', 'extend.tooFar', 422),
    not_later: ({ lastDate }, language) => ({
      errors: {
        until: [
          translator(language, 'vendorBundles')('extend.notLater', {
            date: dayText(lastDate, language),
          }),
        ],
      },
      status: 422,
    }),
  },
  failures: ({ t }) => ({ failed: { title: t('extend.failed') } }),
  done: ({ deps, params, form, language, t }) =>
    redirectWithToast(deps, `/dashboard/classes/${params['classId']}/bundles`, {
      title: t('extend.done'),
      text: t('extend.doneText', { date: dayText(form.until, language) }),
    }),
})

export const clientAction = keepForm

export default function ExtendBundle({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('vendorBundles')
  const w = useTranslations('workspace')
  const { name, customerName, expired, lastDate, until } = loaderData
  const form = useForm(actionData, { labels: { until: t('extend.until') }, values: { until } })
  const language = useLocale()
  const all = `/dashboard/classes/${params.classId}/bundles`
  return (
    <>
      <SectionHeader
        title={t('extend.title', { name, customer: customerName })}
        text={t('extend.text', { expired })}
        back={{ to: all, label: t('all') }}
      />
      <Form method="post" noValidate className="grid max-w-sm gap-5">
        <FormSummary form={form} />
        <TextField
          {...form.text('until')}
          description={`${t('soldColumns.until')} ${dayText(lastDate, language)}`}
          type="date"
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button pending={form.busy} pendingLabel={t('extend.pending')}>
            {t('extend.button')}
          </Button>
          <LinkButton to={all} variant="secondary">
            {w('keep')}
          </LinkButton>
        </div>
      </Form>
    </>
  )
}
