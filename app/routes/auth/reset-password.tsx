import { data, Form, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormAnswer } from '#app/features/accounts/form-answer.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { orUnexpected } from '#app/http/unexpected.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { resetPassword } from '#core/accounts/commands/reset-password.ts'
import { newPasswordSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/reset-password'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const title = titleOf(context, translator(language, 'account')('reset.title'))
  return { texts: textsOf(language, ['account']), title, token: url.searchParams.get('token') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = newPasswordSchema.safeParse(Object.fromEntries(await formOf(request)))
  if (!form.success) return data({ reason: 'link_invalid' as const }, { status: 400 })
  return orUnexpected(context, async () => {
    const done = await resetPassword(depsOf(context), visitorOf(request, context), form.data)
    if (!done.ok)
      return data({ reason: done.reason }, { status: done.reason === 'rate_limited' ? 429 : 400 })
    const t = translator(readerLanguage(request), 'account')
    const notice = noticeCookie({
      tone: 'good',
      title: t('login.resetDone'),
      text: t('login.resetDoneText'),
    })
    return redirect('/login', { headers: { 'set-cookie': notice } })
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <ResetForm token={loaderData.token} answer={actionData} />
    </WithTexts>
  )
}

function ResetForm({
  token,
  answer,
}: {
  token: string | null
  answer: Route.ComponentProps['actionData']
}) {
  const t = useTranslations('account')
  const busy = useNavigation().state !== 'idle'
  const reason = answer && 'reason' in answer ? answer.reason : null
  const text = reason && t(`reset.problems.${reason}`)
  const weak = reason?.startsWith('password_')
  if (!token || reason === 'link_invalid') {
    return (
      <AuthPage title={t('reset.title')} text={t('reset.problems.link_invalid')}>
        <LinkButton to="/forgot-password">{t('reset.again')}</LinkButton>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={t('reset.title')} text={t('reset.text')}>
      <Form method="post" className="grid gap-5">
        <FormAnswer
          title={t('error')}
          answer={answer}
          problem={text ? { id: weak ? 'password' : undefined, text } : undefined}
        />
        <input type="hidden" name="token" value={token} />
        <PasswordField
          id="password"
          label={t('reset.password')}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          autoComplete="new-password"
          description={t('register.passwordHelp')}
          errors={text && weak ? [text] : undefined}
        />
        <Button wide size="large" pending={busy}>
          {t('reset.button')}
        </Button>
      </Form>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
