import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { versionOf } from '#core/shared/version.ts'
import { changeBilling, findBilling } from '#core/vendors/commands/change-billing.ts'
import { type BillingForm, billingSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/settings-payment'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const billing = await findBilling(depsOf(context).db, vendor.id)
  return { fields: billingFields(billing), version: versionOf(billing) }
}

const billingFields = ({ paymentNote, postalAddress, taxLine }: BillingForm) => ({
  paymentNote: paymentNote ?? '',
  postalAddress: postalAddress ?? '',
  taxLine: taxLine ?? '',
})

export const action = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => billingSchema,
  fields: () => billingFields,
  run: ({ deps, member, form, version }) => changeBilling(deps.db, member.vendor.id, form, version),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('payment.failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, '/settings/payment', { title: t('payment.saved') }),
})

export const clientAction = keepForm

/** How customers pay, and what their receipts say of the vendor. */
export default function SettingsPayment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('settings.payment')
  const s = useTranslations('settings')
  const shared = useTranslations('shared')
  const labels = {
    paymentNote: t('note'),
    postalAddress: t('postalAddress'),
    taxLine: t('taxLine'),
  }
  const form = useForm(actionData, { labels, values: loaderData.fields })
  return (
    <>
      <SettingsHeader title={s('entries.payment')} />
      <Form method="post" className="grid max-w-3xl gap-6 pb-12">
        <ShownVersion version={loaderData.version} answer={actionData} />
        <FormSummary form={form} />
        <TextArea
          {...form.text('paymentNote')}
          label={t('note')}
          note={shared('optional')}
          description={t('noteText')}
          maxLength={500}
        />
        <TextArea
          {...form.text('postalAddress')}
          label={t('postalAddress')}
          note={shared('optional')}
          description={t('postalAddressText')}
          maxLength={300}
        />
        <TextField
          {...form.text('taxLine')}
          label={t('taxLine')}
          note={shared('optional')}
          description={t('taxLineText')}
          maxLength={120}
        />
        <div>
          <Button pending={form.busy} pendingLabel={s('saving')}>
            {s('save')}
          </Button>
        </div>
      </Form>
    </>
  )
}
