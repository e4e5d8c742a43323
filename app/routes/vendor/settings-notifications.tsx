import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
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
import { SelectField } from '#app/ui/select-field.tsx'
import { localClockText } from '#core/shared/formats.ts'
import { versionOf } from '#core/shared/version.ts'
import {
  changeNotifications,
  findNotifications,
} from '#core/vendors/commands/change-notifications.ts'
import { eachNews, newsNames, vendorNews } from '#core/vendors/catalogue.ts'
import { agendaHours } from '#core/vendors/rules.ts'
import { type NotificationsForm, notificationsSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/settings-notifications'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor, email, userId } = managerOf(context)
  const reader = { vendorId: vendor.id, userId }
  const wanted = await findNotifications(depsOf(context).db, reader)
  return { fields: shownFields(wanted), version: versionOf(wanted), email, zone: vendor.timeZone }
}

/** An unticked box is ''. */
const shownFields = (wanted: NotificationsForm): Record<string, string> => ({
  agendaHour: wanted.agendaHour === null ? 'off' : String(wanted.agendaHour),
  ...eachNews((news) => (wanted[news] ? 'on' : '')),
})

export const action = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => notificationsSchema,
  fields: () => shownFields,
  run: ({ deps, member, form, version }) =>
    changeNotifications(
      deps.db,
      { vendorId: member.vendor.id, userId: member.userId },
      form,
      version,
    ),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('notifications.failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, '/settings/notifications', { title: t('notifications.saved') }),
})

export const clientAction = keepForm

export default function SettingsNotifications({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('settings.notifications')
  const s = useTranslations('settings')
  const language = useLocale()
  const { fields: values, version, email, zone } = loaderData
  const hourText = (hour: string | number) =>
    hour === 'off'
      ? t('agendaOff')
      : localClockText(`${String(hour).padStart(2, '0')}:00`, zone, language)
  const labels = {
    agendaHour: t('agenda'),
    ...eachNews((news) => vendorNews[news].label[language]),
  }
  const form = useForm(actionData, { labels, values, shows: { agendaHour: hourText } })
  const { byButton, hidden, onChange } = useSaveOnChange()
  return (
    <>
      <SettingsHeader title={t('title')} text={t('text', { email })} />
      <Form
        method="post"
        autoComplete="off"
        onChange={onChange}
        className="grid max-w-2xl gap-6 pb-12"
      >
        <ShownVersion version={version} answer={actionData} />
        <FormSummary form={form} />
        <SelectField
          {...form.text('agendaHour')}
          label={t('agenda')}
          description={t('agendaText')}
          otherLabel={hourText(values['agendaHour'] ?? 'off')}
          options={['off', ...agendaHours].map((hour) => ({
            value: String(hour),
            label: hourText(hour),
          }))}
        />
        <fieldset className="grid">
          <legend className="mb-2 font-medium">{t('legend')}</legend>
          <div className="divide-y divide-line border-y border-line">
            {newsNames.map((news) => (
              <CheckboxField
                key={news}
                {...form.field(news)}
                label={labels[news]}
                description={vendorNews[news].note?.[language]}
                defaultChecked={form.fields[news] === 'on'}
                className="py-1"
              />
            ))}
          </div>
        </fieldset>
        {(byButton || actionData) && (
          <div className={hidden && !actionData ? 'invisible' : undefined}>
            <Button pending={form.busy} pendingLabel={s('saving')}>
              {s('save')}
            </Button>
          </div>
        )}
      </Form>
    </>
  )
}
