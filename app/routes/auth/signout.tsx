import { Form, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { AutoSubmit } from '#app/features/accounts/auto-submit.tsx'
import { fromMenu, leaveSession } from '#app/features/accounts/signed-out.ts'
import { forgetAccount } from '#app/features/device/device.ts'
import { useUnsentMarks } from '#app/features/device/use-unsent-marks.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { clearedSession } from '#app/http/cookies.ts'
import { failureOf } from '#app/http/failures.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { depsOf, readerLanguage, textIn, visitorOf } from '#app/http/request.ts'
import { readForm } from '#app/http/read-form.ts'
import { redirectWithToast, type Toast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { signOut } from '#core/accounts/commands/sign-out.ts'
import type { Route } from './+types/signout'

export async function loader({ request, context }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  return { title: titleOf(context, translator(language, 'account')('signOut.title')) }
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const deps = depsOf(context)
  const t = translator(readerLanguage(request), 'account')
  // A form that cannot be read is no reason to stay either.
  const form = await readForm(request)
  const isFromMenu = form !== null && textIn(form, 'from') === fromMenu
  const stay = () =>
    redirectWithToast(deps, '/dashboard', { tone: 'bad', title: t('signOut.menuFailed') })
  const leave = async (toast: Omit<Toast, 'tone'>, tone: Toast['tone']) =>
    redirectWithToast(deps, '/', { ...toast, tone, cookies: await clearedSession(deps.origin) })
  try {
    if (await signOut(deps, visitorOf(request, context)))
      return await leave({ title: t('signOut.done') }, 'neutral')
    if (isFromMenu) return await stay()
    const text = t('signOut.failed', { message: t('signOut.failedBecause') })
    return await leave({ title: t('error'), text }, 'bad')
  } catch (error) {
    // Logged, but no reason to stay.
    failureOf(args, error)
    if (isFromMenu) return stay()
    return leave({ title: t('error'), text: t('signOut.unexpected') }, 'bad')
  }
}

export async function clientAction(args: Route.ClientActionArgs) {
  try {
    return await keepForm(args)
  } catch (left) {
    if (left instanceof Response && left.headers.get('location') === '/') leaveSession()
    throw left
  }
}

export default function SignOut({ actionData }: Route.ComponentProps) {
  const answer: AnyFormAnswer = actionData
  const t = useTranslations('account')
  const form = useForm(answer)
  const { state }: { state: unknown } = useLocation()
  const unsent = useUnsentMarks()
  const from = state === fromMenu && <input type="hidden" name="from" value={fromMenu} />
  if (unsent !== null && unsent > 0 && answer === undefined)
    return (
      <AuthPage
        title={t('signOut.unsent', { count: unsent })}
        text={t('signOut.unsentText', { count: unsent })}
      >
        <LinkButton to="/dashboard/today" size="large" wide>
          {t('signOut.stay')}
        </LinkButton>
        <Form method="post" noValidate replace onSubmit={forgetAccount}>
          {from}
          <Button wide size="large" variant="secondary">
            {t('signOut.leave', { count: unsent })}
          </Button>
        </Form>
      </AuthPage>
    )
  return (
    <AuthPage title={t('signOut.title')}>
      <FormSummary form={form} />
      <AutoSubmit
        ready={unsent !== null}
        stopped={answer !== undefined}
        loading={t('signOut.text')}
        text={t('signOut.question')}
        before={forgetAccount}
      >
        {from}
        <Button wide size="large">
          {t('signOut.button')}
        </Button>
      </AutoSubmit>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
