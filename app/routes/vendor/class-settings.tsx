import { Form, useSubmit } from 'react-router'
import { useTranslations } from 'use-intl'
import {
  ConfirmationFields,
  useConfirmationShows,
} from '#app/features/class-form/booking-fields.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, notFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { versionOf } from '#core/shared/version.ts'
import {
  changeConfirmation,
  confirmationValues,
} from '#core/classes/commands/change-confirmation.ts'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { type ConfirmationForm, confirmationSchema } from '#core/classes/schema.ts'
import type { Route } from './+types/class-settings'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const classes = await listOwnClasses(depsOf(context).db, vendor.id)
  const named = url.searchParams.get('class')
  const chosen = named === null ? classes[0] : classes.find(({ id }) => id === named)
  if (named !== null && !chosen) throw notFound()
  return {
    classes: classes.map(({ id, title }) => ({ id, title })),
    chosen: chosen && {
      id: chosen.id,
      title: chosen.title,
      confirmationMode: chosen.confirmationMode,
      confirmationTimeoutMinutes: String(chosen.confirmationTimeoutMinutes),
      version: versionOf(confirmationValues(chosen)),
    },
  }
}

export const action = formAction({
  allow: manager,
  texts: 'vendorClasses',
  schema: () => confirmationSchema,
  fields: () => confirmationFields,
  run: ({ deps, member, form, version }) =>
    changeConfirmation(deps.db, member.vendor.id, form, version),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('settings.failed') } }),
  done: ({ deps, form, result, t }) =>
    redirectWithToast(deps, `/dashboard/settings?class=${form.classId}`, {
      title: t('settings.updated'),
      text: t('settings.updatedText', { title: result.title }),
    }),
})

function confirmationFields({ confirmationTimeoutMinutes, ...form }: ConfirmationForm) {
  return { ...form, confirmationTimeoutMinutes: String(confirmationTimeoutMinutes) }
}

export const clientAction = keepForm

export default function ClassSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorClasses')
  const entries = useTranslations('settings.entries')
  const submit = useSubmit()
  const { classes, chosen } = loaderData
  return (
    <>
      <SettingsHeader title={entries('classes')} text={t('settings.text')} />
      {chosen ? (
        <div className="grid max-w-3xl gap-6 pb-12">
          <Form method="get" className="flex flex-wrap items-end gap-3">
            <SelectField
              label={t('settings.choose')}
              name="class"
              key={chosen.id}
              defaultValue={chosen.id}
              options={classes.map(({ id, title }) => ({ value: id, label: title }))}
              className="min-w-48 grow"
              // The form below follows the choice at once, so that nothing is saved on another class.
              onChange={(event) => void submit(event.currentTarget.form)}
            />
            <Button variant="secondary" className="[@media(scripting:enabled)]:hidden">
              {t('settings.show')}
            </Button>
          </Form>
          <SettingsForm key={`form ${chosen.id}`} chosen={chosen} answer={actionData} />
        </div>
      ) : (
        <EmptyState
          level={3}
          title={t('settings.empty')}
          text={t('settings.emptyText')}
          action={<LinkButton to="/dashboard/classes/new">{t('list.add')}</LinkButton>}
        />
      )}
    </>
  )
}

type SettingsFormProps = {
  chosen: NonNullable<Route.ComponentProps['loaderData']['chosen']>
  answer: Route.ComponentProps['actionData']
}

function SettingsForm({ chosen, answer }: SettingsFormProps) {
  const t = useTranslations('workspace')
  const classTexts = useTranslations('vendorClasses')
  const values = {
    classId: chosen.id,
    confirmationMode: chosen.confirmationMode,
    confirmationTimeoutMinutes: chosen.confirmationTimeoutMinutes,
  }
  const labels = {
    confirmationMode: classTexts('form.confirmationMode'),
    confirmationTimeoutMinutes: classTexts('form.timeout'),
  }
  const form = useForm(answer, { labels, values, shows: useConfirmationShows() })
  return (
    <Form method="post">
      <Card as="section" aria-labelledby="settings-class" className="grid gap-5">
        <h3 id="settings-class" className="text-lg wrap-anywhere">
          {chosen.title}
        </h3>
        <ShownVersion version={chosen.version} answer={answer} />
        <FormSummary form={form} />
        <input type="hidden" name="classId" value={chosen.id} />
        <ConfirmationFields fields={form.fields} errors={form} />
        <div>
          <Button pending={form.busy} pendingLabel={t('saving')}>
            {classTexts('settings.button', { title: chosen.title })}
          </Button>
        </div>
      </Card>
    </Form>
  )
}
