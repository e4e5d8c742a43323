import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useFormats } from '#app/features/admin/use-formats.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { textOf } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { adminOf, superAdmin } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { invite, withdrawInvitation } from '#core/accounts/commands/invite.ts'
import { type InvitationListed, listInvitations } from '#core/accounts/queries.ts'
import { inviteSchema } from '#core/accounts/schema.ts'
import { invitationSchema } from '#core/admin/schema.ts'
import { languageNames, languages } from '#core/shared/languages.ts'
import type { Route } from './+types/invitations'

const path = '/super-admin/invitations'
const listed = 100

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context)
  const { db, settings } = depsOf(context)
  return {
    invitations: await listInvitations(db, listed),
    isClosed: settings.signUp === 'closed',
    now: new Date(),
  }
}

const { field, problem } = refusalsIn('admin')

const send = formAction({
  allow: superAdmin,
  texts: 'admin',
  schema: () => inviteSchema,
  run: ({ deps, admin, form }) => invite(deps, { ...form, adminId: admin.userId }),
  refusals: {
    exists: field('email', 'invite.exists'),
    closed: problem('invite.closed', 403),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t, result: { email } }) =>
    redirectWithToast(deps, path, {
      title: t('invite.sent'),
      text: t('invite.sentText', { email }),
    }),
})

const withdraw = formAction({
  allow: superAdmin,
  texts: 'admin',
  schema: () => invitationSchema,
  run: ({ deps, admin, form: { invitationId } }) =>
    withdrawInvitation(deps.db, { invitationId, adminId: admin.userId }),
  refusals: { over: problem('invite.notOpen') },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, path, { tone: 'neutral', title: t('invite.withdrawn') }),
})

export const action = byIntent({ withdraw }, send)

export const clientAction = keepForm

export default function Invitations({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const { invitations, isClosed, now } = loaderData
  const isOfList = actionData !== undefined && textOf(actionData.typed, 'intent') === 'withdraw'
  const list = useForm(isOfList ? actionData : undefined)
  return (
    <>
      <SectionHeader
        title={t('invite.title')}
        text={isClosed ? t('invite.closed') : t('invite.text')}
        back={{ to: '/super-admin/vendors', label: t('details.back') }}
      />
      <div className="grid gap-6">
        {!isClosed && <InviteForm answer={isOfList ? undefined : actionData} />}
        <Card as="section" aria-labelledby="invitations">
          <CardHeader
            level={3}
            id="invitations"
            title={t('invite.list')}
            text={invitations.length === 0 && t('invite.none')}
          />
          <FormSummary form={list} className="mb-3" />
          <ul className="grid divide-y divide-line">
            {invitations.map((invitation) => (
              <Invitation key={invitation.id} invitation={invitation} now={now} busy={list.busy} />
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}

function InviteForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const t = useTranslations('admin.invite')
  const labels = { email: t('email'), language: t('language') }
  const form = useForm(answer, { labels, values: { email: '', language: useLocale() } })
  return (
    <Form method="post" noValidate className="grid max-w-xl gap-4">
      <FormSummary form={form} marked={['email']} />
      <TextField
        {...form.text('email')}
        label={t('email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <SelectField
        {...form.text('language')}
        label={t('language')}
        options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
      />
      <div>
        <Button pending={form.busy}>{t('button')}</Button>
      </div>
    </Form>
  )
}

type InvitationProps = { invitation: InvitationListed; now: Date; busy: boolean }

function Invitation({ invitation, now, busy }: InvitationProps) {
  const t = useTranslations('admin.invite')
  const { day } = useFormats()
  const { id, email, expiresAt, acceptedAt } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
      <p className="min-w-0 wrap-anywhere">
        {email}
        <span className="block text-sm text-muted">
          {acceptedAt !== null
            ? t('accepted', { day: day(acceptedAt) })
            : t(expiresAt > now ? 'open' : 'over', { day: day(expiresAt) })}
        </span>
      </p>
      {acceptedAt === null && (
        <Form method="post">
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="invitationId" value={id} />
          <Button variant="quiet" size="small" pending={busy}>
            {t('withdraw')}
          </Button>
        </Form>
      )}
    </li>
  )
}
