import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { ReasonForm } from '#app/features/admin/reason-form.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { adminOf, orNotFound, superAdmin } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { resendConfirmation } from '#core/admin/commands/resend-confirmation.ts'
import { activateVendor, suspendVendor } from '#core/admin/commands/suspend-vendor.ts'
import { findVendor } from '#core/admin/queries/vendors.ts'
import { activationSchema, standingSchema } from '#core/admin/schema.ts'
import type { Route } from './+types/vendor-suspend'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  adminOf(context)
  const vendor = orNotFound(await findVendor(depsOf(context).db, params.vendorId))
  const { id, state, emailVerified, setUpAt } = vendor
  const asksToSuspend = url.searchParams.get('do') === 'suspend'
  return {
    id,
    // One that is not ready yet can be suspended too.
    state: state === 'pending' && asksToSuspend ? ('active' as const) : state,
    business: vendor.business ?? vendor.ownerName,
    isUnconfirmed: !emailVerified,
    isNotSetUp: setUpAt === null,
    shown: String(vendor.standingVersion),
  }
}

const { problem } = refusalsIn('admin')

const change = (
  command: typeof suspendVendor,
  done: 'suspended' | 'activated',
  schema: typeof standingSchema | typeof activationSchema,
) =>
  formAction({
    allow: superAdmin,
    texts: 'admin',
    schema: () => schema,
    run: ({ deps, admin, id, form }) =>
      command(deps.db, { vendorId: id('vendorId'), adminId: admin.userId, ...form }),
    refusals: { unchanged: problem('suspend.unchanged') },
    failures: ({ t }) => ({ failed: { title: t('failed') } }),
    done: ({ deps, id, t, result: { business } }) =>
      redirectWithToast(deps, `/super-admin/vendors/${id('vendorId')}`, {
        title: t(`suspend.${done}`, { business }),
      }),
  })

const resend = formAction({
  allow: superAdmin,
  texts: 'admin',
  schema: () => noFields,
  run: ({ deps, admin, id }) =>
    resendConfirmation(deps.db, { vendorId: id('vendorId'), adminId: admin.userId }),
  refusals: { confirmed: problem('suspend.unchanged') },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, id, t }) =>
    redirectWithToast(deps, `/super-admin/vendors/${id('vendorId')}`, {
      title: t('suspend.resent'),
    }),
})

export const action = byIntent(
  { activate: change(activateVendor, 'activated', activationSchema), resend },
  change(suspendVendor, 'suspended', standingSchema),
)

export const clientAction = keepForm

export default function SuspendVendor({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('admin.suspend')
  const { id, state, business, shown } = loaderData
  const back = `/super-admin/vendors/${id}`
  if (state === 'suspended')
    return (
      <>
        <SectionHeader
          title={t('activateTitle', { business })}
          text={t('activateText')}
          back={{ to: back, label: business }}
        />
        <ReasonForm
          answer={actionData}
          sends={{ intent: 'activate', shown }}
          reason={{ label: t('activateReason'), help: t('activateReasonHelp'), isOptional: true }}
          button={t('activate')}
          back={back}
        />
      </>
    )
  if (state === 'pending') return <NotReady page={loaderData} answer={actionData} back={back} />
  return (
    <>
      <SectionHeader
        title={state === 'closed' ? t('closedTitle') : t('title', { business })}
        text={state === 'closed' ? t('closedText') : t('text')}
        back={{ to: back, label: business }}
      />
      <ReasonForm
        answer={actionData}
        sends={{ intent: 'suspend', shown }}
        reason={{ label: t('reason'), help: t('reasonHelp') }}
        button={t('button')}
        isDangerous
        back={back}
      />
    </>
  )
}

type NotReadyProps = {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
  back: string
}

/** What only the owner can do. */
function NotReady({ page, answer, back }: NotReadyProps) {
  const t = useTranslations('admin.suspend')
  const form = useForm(answer)
  const { business, isUnconfirmed, isNotSetUp } = page
  return (
    <>
      <SectionHeader
        title={t('pendingTitle', { business })}
        text={t('pendingText')}
        back={{ to: back, label: business }}
      />
      <div className="grid max-w-xl gap-4">
        <FormSummary form={form} />
        <ul className="list-disc ps-6">
          {isUnconfirmed && <li>{t('unconfirmed')}</li>}
          {isNotSetUp && <li>{t('notSetUp')}</li>}
        </ul>
        <Form method="post" className="flex flex-wrap gap-3">
          <input type="hidden" name="intent" value="resend" />
          {isUnconfirmed && <Button pending={form.busy}>{t('resend')}</Button>}
          <LinkButton to="?do=suspend" variant="secondary">
            {t('suspendInstead')}
          </LinkButton>
        </Form>
      </div>
    </>
  )
}
