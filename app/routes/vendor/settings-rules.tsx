import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { useNoticeText } from '#app/features/class-form/notice-text.ts'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { useSaveOnChange } from '#app/features/settings/use-save-on-change.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { mornings, nightStarts } from '#core/bookings/rules/night.ts'
import { evening } from '#core/messages/rules/reminders.ts'
import { planAllows } from '#core/plans/queries.ts'
import { versionOf } from '#core/shared/version.ts'
import {
  changeBookingRules,
  findBookingRules,
} from '#core/vendors/commands/change-booking-rules.ts'
import { noticePeriods, spotsPerPerson } from '#core/vendors/rules.ts'
import { type BookingRulesForm, bookingRulesSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/settings-rules'

export async function loader({ context }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { vendor } = managerOf(context)
  const [rules, mayChangeNotice, mayRemind] = await Promise.all([
    findBookingRules(deps.db, vendor.id),
    planAllows(deps, vendor.id, 'cancellation_rules'),
    planAllows(deps, vendor.id, 'reminders'),
  ])
  return { fields: ruleFields(rules), version: versionOf(rules), mayChangeNotice, mayRemind }
}

const ruleFields = (rules: BookingRulesForm): Record<string, string> => ({
  noticeMinutes: String(rules.noticeMinutes),
  maxSpotsPerBooking: String(rules.maxSpotsPerBooking),
  recordNewAsPaid: rules.recordNewAsPaid ? 'on' : '',
  remindsDay: rules.remindsDay ? 'on' : '',
  remindsHours: rules.remindsHours ? 'on' : '',
})

const { field } = refusalsIn('settings')

export const action = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => bookingRulesSchema,
  fields: () => ruleFields,
  run: ({ deps, member, form, version }) =>
    changeBookingRules(deps, member.vendor.id, form, version),
  refusals: {
    notice_not_in_plan: field('noticeMinutes', 'rules.notInPlan'),
    reminders_not_in_plan: field('remindsDay', 'rules.remindersNotInPlan'),
  },
  failures: ({ t }) => ({ failed: { title: t('rules.failed') } }),
  done: ({ deps, t }) => redirectWithToast(deps, '/settings/rules', { title: t('rules.saved') }),
})

export const clientAction = keepForm

export default function SettingsRules({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('settings.rules')
  const s = useTranslations('settings')
  const noticeText = useNoticeText()
  const clock = useClock()
  const { fields: values, version, mayChangeNotice, mayRemind } = loaderData
  const labels = {
    noticeMinutes: t('notice'),
    maxSpotsPerBooking: t('spots'),
    recordNewAsPaid: t('paid'),
    remindsDay: t('remindsDay'),
    remindsHours: t('remindsHours'),
  }
  const shows = {
    noticeMinutes: (minutes: string) => noticeText(Number(minutes)),
    maxSpotsPerBooking: (count: string) => t('upTo', { count: Number(count) }),
  }
  const form = useForm(actionData, { labels, values, shows })
  const { byButton, hidden, onChange } = useSaveOnChange()
  return (
    <>
      <SettingsHeader title={t('title')} text={t('text')} />
      <Form
        method="post"
        autoComplete="off"
        onChange={onChange}
        className="grid max-w-3xl gap-6 pb-6"
      >
        <ShownVersion version={version} answer={actionData} />
        <FormSummary form={form} />
        <SelectField
          {...form.text('noticeMinutes')}
          label={t('notice')}
          description={mayChangeNotice ? t('noticeText') : t('notInPlan')}
          otherLabel={noticeText(Number(values['noticeMinutes']))}
          options={noticePeriods.map((minutes) => ({
            value: String(minutes),
            label: noticeText(minutes),
            disabled: !mayChangeNotice && String(minutes) !== values['noticeMinutes'],
          }))}
        />
        <SelectField
          {...form.text('maxSpotsPerBooking')}
          label={t('spots')}
          description={t('spotsText')}
          options={spotsPerPerson.map((count) => ({
            value: String(count),
            label: t('upTo', { count }),
          }))}
        />
        <CheckboxField
          {...form.field('recordNewAsPaid')}
          label={t('paid')}
          description={t('paidText')}
          defaultChecked={form.fields['recordNewAsPaid'] === 'on'}
          className="border-t border-line pt-3"
        />
        <fieldset className="grid border-t border-line pt-4">
          <legend className="float-left font-medium">{t('reminders')}</legend>
          <p className="clear-both text-sm text-muted">
            {mayRemind
              ? t('remindersText', {
                  night: clock(nightStarts),
                  morning: clock(mornings.reminders),
                  evening: clock(evening),
                })
              : t('remindersNotInPlan')}
          </p>
          {(['remindsDay', 'remindsHours'] as const).map((name) =>
            mayRemind ? (
              <CheckboxField
                key={name}
                {...form.field(name)}
                label={t(name)}
                defaultChecked={form.fields[name] === 'on'}
              />
            ) : (
              <input key={name} type="hidden" name={name} value={values[name]} />
            ),
          )}
        </fieldset>
        {(byButton || actionData) && (
          <div className={hidden && !actionData ? 'invisible' : undefined}>
            <Button pending={form.busy} pendingLabel={s('saving')}>
              {s('save')}
            </Button>
          </div>
        )}
      </Form>
      <Link
        to="/dashboard/settings"
        className="mb-12 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {s('entries.classes')}
      </Link>
    </>
  )
}
