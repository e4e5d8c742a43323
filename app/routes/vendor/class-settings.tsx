import { data, Form, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { ConfirmationFields } from '#app/features/class-form/booking-fields.tsx'
import { textsIn, typedIn } from '#app/http/form-answer.ts'
import { errorsIn } from '#app/features/workspace/class-answers.server.ts'
import { useFormErrors } from '#app/features/workspace/form-errors.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { parseForm } from '#app/http/forms.ts'
import { managerOf } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { changeConfirmation } from '#core/classes/commands/change-confirmation.ts'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { confirmationSchema } from '#core/classes/schema.ts'
import type { Route } from './+types/class-settings'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const classes = await listOwnClasses(depsOf(context).db, vendor.id)
  const named = url.searchParams.get('class')
  const chosen = named === null ? classes[0] : classes.find(({ id }) => id === named)
  if (named !== null && !chosen) throw data(null, { status: 404 })
  return {
    classes: classes.map(({ id, title }) => ({ id, title })),
    chosen: chosen && {
      id: chosen.id,
      title: chosen.title,
      confirmationMode: chosen.confirmationMode,
      confirmationTimeoutMinutes: String(chosen.confirmationTimeoutMinutes),
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { vendor } = managerOf(context)
  const form = await formOf(request)
  const parsed = parseForm(confirmationSchema, form)
  if (!parsed.ok)
    return data(
      { errors: errorsIn(parsed.result), typed: { fields: textsIn(typedIn(form)) } },
      { status: 400 },
    )
  const changed = await changeConfirmation(depsOf(context).db, vendor.id, parsed.value)
  if (!changed.ok) throw data(null, { status: 404 })
  const t = translator(readerLanguage(request), 'workspace')
  const notice = noticeCookie({
    tone: 'good',
    title: t('settings.updated'),
    text: t('settings.updatedText', { title: changed.title }),
  })
  return redirect(`/dashboard/settings?class=${parsed.value.classId}`, {
    headers: { 'set-cookie': notice },
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function ClassSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  const { classes, chosen } = loaderData
  return (
    <>
      <SectionHeader
        title={t('settings.title')}
        text={t('settings.text')}
        actions={
          <LinkButton to="/dashboard/settings/page" variant="secondary">
            {t('page.link')}
          </LinkButton>
        }
      />
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
            />
            <Button variant="secondary">{t('settings.show')}</Button>
          </Form>
          <SettingsForm key={`form ${chosen.id}`} chosen={chosen} answer={actionData} />
        </div>
      ) : (
        <EmptyState
          level={3}
          title={t('settings.empty')}
          text={t('settings.emptyText')}
          action={<LinkButton to="/dashboard/classes/new">{t('classes.add')}</LinkButton>}
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
  const busy = useNavigation().state === 'submitting'
  const errors = useFormErrors(answer)
  const { confirmationMode, confirmationTimeoutMinutes } = chosen
  const fields =
    answer && 'typed' in answer
      ? answer.typed.fields
      : { confirmationMode, confirmationTimeoutMinutes }
  return (
    <Form method="post">
      <Card as="section" aria-labelledby="settings-class" className="grid gap-5">
        <h3 id="settings-class" className="text-lg wrap-anywhere">
          {chosen.title}
        </h3>
        <FormProblem {...errors.summary} />
        <input type="hidden" name="classId" value={chosen.id} />
        <ConfirmationFields fields={fields} errors={errors} />
        <div>
          <Button pending={busy} pendingLabel={t('saving')}>
            {t('settings.button')}
          </Button>
        </div>
      </Card>
    </Form>
  )
}
