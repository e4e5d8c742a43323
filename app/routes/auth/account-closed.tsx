import { type ActionFunctionArgs, Form, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { orNotFound } from '#app/http/managing.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { findSessionUser } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { reopenAccount } from '#core/own-data/commands/reopen-account.ts'
import { findClosed } from '#core/own-data/queries/closed.ts'
import { daysToTakeBack } from '#core/own-data/rules.ts'
import { dateFormat } from '#core/shared/formats.ts'
import { addMinutes } from '#core/shared/time.ts'
import { ownsVendor } from '#core/vendors/rules.ts'
import type { Route } from './+types/account-closed'

const dayMinutes = 24 * 60

export async function loader({ request, context }: Route.LoaderArgs) {
  const user = await findSessionUser(request, context)
  if (!user) throw redirect('/login')
  const closed = await findClosed(depsOf(context).db, user.id)
  if (!closed) throw redirect('/dashboard')
  const language = readerLanguage(request)
  const days = dateFormat(language, { timeZone: closed.timeZone, dateStyle: 'long' })
  return {
    title: titleOf(context, translator(language, 'ownData')('closed.title')),
    day: days.format(addMinutes(closed.closedAt, daysToTakeBack * dayMinutes)),
    isErasing: closed.erasingAt !== null,
    owns: ownsVendor(closed.role),
  }
}

/** For `allow`: the owner of a closed account, who is not in the workspace any more. */
async function ownerOfClosed({ request, context }: ActionFunctionArgs) {
  const user = orNotFound(await findSessionUser(request, context))
  const { vendorId, role } = orNotFound(await findClosed(depsOf(context).db, user.id))
  return { owner: orNotFound(ownsVendor(role) ? { vendorId, userId: user.id } : null) }
}

const { problem } = refusalsIn('ownData')

export const action = formAction({
  allow: ownerOfClosed,
  texts: 'ownData',
  schema: () => noFields,
  run: ({ deps, owner }) => reopenAccount(deps.db, owner),
  refusals: { too_late: problem('closed.tooLate', 410) },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, '/dashboard', {
      title: t('closed.backDone'),
      text: t('closed.backDoneText'),
    }),
})

export const clientAction = keepForm

export default function AccountClosed({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('ownData.closed')
  const form = useForm(actionData)
  const { day, isErasing, owns } = loaderData
  const text = isErasing ? t('erasing') : owns ? t('text', { day }) : t('member')
  return (
    <AuthPage title={t('title')} text={text}>
      <FormSummary form={form} />
      {owns && !isErasing && (
        <Form method="post" className="grid gap-2">
          <Button wide size="large" pending={form.busy}>
            {t('back')}
          </Button>
          <p className="text-muted">{t('backText')}</p>
        </Form>
      )}
      <LinkButton to="/signout" variant="secondary" wide>
        {t('signOut')}
      </LinkButton>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
