import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '#app/features/accounts/account-page.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { resetPassword } from '#core/accounts/commands/reset-password.ts'
import { newPasswordSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/reset-password'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const title = titleOf(context, translator(language, 'account')('reset.title'))
  const token = url.searchParams.get('token') ?? ''
  const { auth } = depsOf(context)
  return { title, token, end: (await auth.findReset(token)) ? null : auth.linkEndOf(token) }
}

const { field, problem } = refusalsIn('account')

export const action = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => newPasswordSchema,
  run: ({ deps, visitor, form }) => resetPassword(deps, visitor, form),
  refusals: {
    link_invalid: wrong('token', 'invalid', 400),
    password_short: field('password', 'reset.problems.password_short', 400),
    password_long: field('password', 'reset.problems.password_long', 400),
    password_common: field('password', 'reset.problems.password_common', 400),
    rate_limited: problem('reset.problems.rate_limited', 429, 'error'),
  },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('reset.problems.unexpected') } }),
  done: ({ deps, t, result: { cookies } }) =>
    redirectWithToast(deps, '/login', {
      cookies,
      title: t('login.resetDone'),
      text: t('login.resetDoneText'),
    }),
})

export const clientAction = keepForm

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetForm page={loaderData} answer={actionData} />
}

function ResetForm({
  page: { token, end },
  answer,
}: {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}) {
  const t = useTranslations('account')
  const form = useForm(answer, { labels: { password: t('reset.password') } })
  // The reader cannot correct the token.
  if (end !== null || form.of('token')) {
    return (
      <AccountPage title={t('reset.title')} text={t(`reset.ended.${end ?? 'used'}`)}>
        <LinkButton to="/forgot-password">{t('reset.again')}</LinkButton>
      </AccountPage>
    )
  }
  return (
    <AccountPage title={t('reset.title')} text={t('reset.text')}>
      <Form method="post" noValidate className="grid gap-5">
        <FormSummary form={form} />
        <input type="hidden" name="token" value={token} />
        <PasswordField
          {...form.field('password')}
          label={t('reset.password')}
          autoComplete="new-password"
          description={t('register.passwordHelp')}
        />
        <Button wide size="large" pending={form.busy}>
          {t('reset.button')}
        </Button>
      </Form>
    </AccountPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
