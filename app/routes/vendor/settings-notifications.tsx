import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownValues } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { useSaveOnChange } from '#app/features/settings/use-save-on-change.ts'
import { formAction } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import {
  changeNotifications,
  findNotifications,
} from '#core/vendors/commands/change-notifications.ts'
import { vendorNews } from '#core/vendors/rules.ts'
import { type NotificationsForm, notificationsSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/settings-notifications'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor, email } = managerOf(context)
  const wanted = await findNotifications(depsOf(context).db, vendor.id)
  return { fields: newsFields(wanted), email }
}

/** An unticked box is ''. */
const newsFields = (wanted: NotificationsForm): Record<string, string> =>
  Object.fromEntries(vendorNews.map((news) => [news, wanted[news] ? 'on' : '']))

export const action = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => notificationsSchema,
  edits: () => ({ fields: newsFields }),
  run: ({ deps, member, form, shown }) =>
    changeNotifications(deps.db, member.vendor.id, form, shown),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('notifications.failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, '/settings/notifications', { title: t('notifications.saved') }),
})

export const clientAction = keepForm

export default function SettingsNotifications({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('settings.notifications')
  const s = useTranslations('settings')
  const { fields: values, email } = loaderData
  const labels = {
    booked: t('booked'),
    requested: t('requested'),
    cancelled: t('cancelled'),
    moved: t('moved'),
  }
  const form = useForm(actionData, { labels, values })
  const { byButton, onChange } = useSaveOnChange()
  return (
    <>
      <SettingsHeader title={t('title')} text={t('text', { email })} />
      <Form method="post" onChange={onChange} className="grid max-w-xl gap-6 pb-12">
        <ShownValues fields={values} answer={actionData} />
        <FormSummary form={form} />
        <fieldset className="grid">
          <legend className="mb-2 font-medium">{t('legend')}</legend>
          <div className="divide-y divide-line border-y border-line">
            {vendorNews.map((news) => (
              <CheckboxField
                key={news}
                {...form.field(news)}
                label={t(news)}
                description={news === 'requested' ? t('requestedText') : undefined}
                defaultChecked={form.fields[news] === 'on'}
                className="py-1"
              />
            ))}
          </div>
        </fieldset>
        {(byButton || actionData) && (
          <div>
            <Button pending={form.busy} pendingLabel={s('saving')}>
              {s('save')}
            </Button>
          </div>
        )}
      </Form>
    </>
  )
}
