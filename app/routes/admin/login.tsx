import { Form, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { CodeForm, codeIntent } from '#app/features/accounts/code-form.tsx'
import { EmailField } from '#app/features/accounts/email-field.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { sayWhySuspended } from '#app/features/accounts/suspended.server.ts'
import { FieldLinks } from '#app/features/accounts/field-links.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { type Asked, formAction } from '#app/http/form-action.ts'
import { textOf } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { findSignedIn, withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { sentence, translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { findBegunSignIn } from '#core/accounts/commands/begun-sign-in.ts'
import { finishSignIn } from '#core/accounts/commands/finish-sign-in.ts'
import { findProfile } from '#core/accounts/queries.ts'
import { homeOf, safeRedirect } from '#core/accounts/rules.ts'
import { signInCodeSchema, signInSchema } from '#core/accounts/schema.ts'
import { signInAsAdmin } from '#core/admin/commands/sign-in-as-admin.ts'
import type { Route } from './+types/login'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const isCodeStep = url.searchParams.get('step') === 'code'
  const begun = isCodeStep ? await findBegunSignIn(deps, visitorOf(request, context)) : null
  const signedIn = begun ? null : await findSignedIn(request, context)
  if (signedIn?.profile?.roles.includes('super_admin')) throw redirect(homeOf(['super_admin']))
  return {
    title: titleOf(context, translator(readerLanguage(request), 'admin')('login.title')),
    email: begun?.email ?? '',
    isCodeStep: begun !== null,
    isCodeOver: isCodeStep && begun === null,
    isIdle: url.searchParams.get('ended') === 'idle',
  }
}

const { field, problem } = refusalsIn('account')

const failures = ({ t }: Pick<Asked<object, 'account'>, 't'>) => ({
  failed: { title: t('login.problems.unexpected') },
})

const signInAction = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => signInSchema,
  alsoWrong: ({ t, isEmpty }) => ({
    errors: Object.fromEntries(
      (['email', 'password'] as const)
        .filter(isEmpty)
        .map((name) => [name, [t(`login.problems.${name}_missing`)]]),
    ),
    problem: { text: t('login.problems.missing') },
  }),
  run: ({ deps, visitor, form }) => signInAsAdmin(deps, visitor, form),
  refusals: {
    missing: (refusal, language) => ({
      ...field('email', 'login.problems.email_missing', 400)(refusal, language),
      ...problem('login.problems.missing', 400)(refusal, language),
    }),
    wrong: problem('login.problems.wrong', 400),
    unverified: problem('login.problems.unverified', 400),
    suspended: sayWhySuspended,
    rate_limited: problem('login.problems.rate_limited', 429),
  },
  failures,
  done: async (asked) => {
    const { url, result } = asked
    if (!result.codeNeeded) return welcome(asked, result.cookies)
    const query = new URLSearchParams({ step: 'code' })
    const to = url.searchParams.get('redirect_to')
    if (to !== null) query.set('redirect_to', to)
    return redirect(`/super-admin?${query.toString()}`, { headers: withCookies(result.cookies) })
  },
})

const codeAction = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => signInCodeSchema,
  run: ({ deps, visitor, form }) => finishSignIn(deps, visitor, form),
  refusals: {
    wrong_code: field('code', 'code.problems.wrong_code', 400),
    used_code: field('code', 'code.problems.used_code', 400),
    wrong_recovery_code: field('recoveryCode', 'code.problems.wrong_recovery_code', 400),
    codes_limited: problem('code.problems.codes_limited', 429),
    suspended: sayWhySuspended,
    not_begun: problem('code.problems.not_begun', 400),
  },
  failures,
  done: async (asked) => {
    const { deps, result } = asked
    // Somebody else began to sign in at another page.
    const profile = await findProfile(deps.db, result.userId)
    if (profile && !profile.roles.includes('super_admin'))
      return redirect(homeOf(profile.roles), { headers: withCookies(result.cookies) })
    return welcome(asked, result.cookies)
  },
})

function welcome(
  { deps, url, language }: Pick<Asked<object, 'account'>, 'deps' | 'url' | 'language'>,
  cookies: readonly string[],
) {
  const to = safeRedirect(url.searchParams.get('redirect_to'), deps.origin, homeOf(['super_admin']))
  return redirectWithToast(deps, to, {
    title: sentence(language, 'admin.login.success'),
    text: sentence(language, 'admin.login.successText'),
    cookies,
  })
}

export const action = byIntent({ [codeIntent]: codeAction }, signInAction)

export const clientAction = keepForm

export default function SuperAdminLogin({ loaderData, actionData }: Route.ComponentProps) {
  const asksCode =
    loaderData.isCodeStep && (!actionData || textOf(actionData.typed, 'intent') === codeIntent)
  if (asksCode) return <CodeForm email={loaderData.email} answer={actionData} back="/super-admin" />
  return <PasswordForm page={loaderData} answer={actionData} />
}

type FormProps = {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function PasswordForm({ page, answer }: FormProps) {
  const t = useTranslations('admin.login')
  const a = useTranslations('account')
  const labels = { email: a('email'), password: a('password') }
  const form = useForm(answer, { labels, values: { email: page.email } })
  return (
    <AuthPage title={t('title')} text={t('note')} leave={<></>}>
      {page.isIdle && !answer && <Banner title={t('idle')} text={t('idleText')} />}
      {page.isCodeOver && !answer && <Banner title={a('code.problems.not_begun')} />}
      <FieldLinks form={form} labels={labels} />
      <Form method="post" noValidate className="grid gap-5">
        <EmailField {...form.field('email')} defaultValue={form.fields['email'] ?? ''} />
        <PasswordField {...form.field('password')} autoComplete="current-password" />
        <Button wide size="large" pending={form.busy} pendingLabel={t('pending')}>
          {t('button')}
        </Button>
      </Form>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
