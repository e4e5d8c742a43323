import { Form, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { withdrawBundle } from '#core/bookings/commands/withdraw-bundle.ts'
import { askAboutBundle } from '#core/bookings/steps/withdraw-question.ts'
import { agreedSchema } from '#core/classes/schema.ts'
import { listSoldPasses } from '#core/passes/queries.ts'
import { isId } from '#core/shared/ids.ts'
import type { Route } from './+types/bundle-withdraw'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { classId, passId } = params
  if (!isId(classId) || !isId(passId)) throw notFound()
  const { db } = depsOf(context)
  // Read before everything else on the page, so that a change between the two reads is asked about.
  const { agreement } = await askAboutBundle(db, passId)
  const [pass] = await listSoldPasses(db, { vendorId: vendor.id, classId, passId })
  if (!pass?.canBeWithdrawn) throw notFound()
  return { ...pass, agreement }
}

const { problem } = refusalsIn('vendorBundles')

export const action = formAction({
  allow: manager,
  texts: 'vendorBundles',
  schema: () => agreedSchema,
  run: ({ deps: { db }, member: { vendor, userId }, id, form: { agreed } }) =>
    withdrawBundle(db, { vendorId: vendor.id, userId }, id('passId'), agreed),
  refusals: {
    // Another status than 409, because the page cannot be loaded again.
    nothing_left: problem('withdraw.nothingLeft', 410),
    not_agreed: refusalsIn('workspace').problem('problems.bookingsChanged'),
  },
  failures: ({ t, language }) => ({
    failed: { title: t('withdraw.failed') },
    busy: { title: translator(language, 'workspace')('problems.busy') },
  }),
  done: ({ deps, params, result, t }) =>
    redirectWithToast(deps, `/dashboard/classes/${params['classId']}/bundles`, {
      title: t('withdraw.done'),
      text: t('withdraw.doneText', { spots: result.cancelled }),
    }),
})

export const clientAction = keepForm

/** What refused the withdrawal is seen at once: other dates, credits or payments. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function WithdrawBundle({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useTranslations('vendorBundles')
  const w = useTranslations('workspace')
  const form = useForm(actionData)
  const { name, customerName, upcomingSpots, remaining, isPaidFor, agreement } = loaderData
  const all = `/dashboard/classes/${params.classId}/bundles`
  return (
    <>
      <SectionHeader
        title={t('withdraw.title', { name, customer: customerName })}
        text={t('withdraw.text', { spots: upcomingSpots, left: remaining })}
        back={{ to: all, label: t('all') }}
      />
      <Form method="post" className="grid max-w-3xl gap-5">
        <FormSummary form={form} />
        <p>{t(isPaidFor ? 'withdraw.paid' : 'withdraw.unpaid')}</p>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="danger"
            name="agreed"
            value={agreement}
            pending={form.busy}
            pendingLabel={t('withdraw.pending')}
          >
            {t('withdraw.button')}
          </Button>
          <LinkButton to={all} variant="secondary">
            {w('keep')}
          </LinkButton>
        </div>
      </Form>
    </>
  )
}
