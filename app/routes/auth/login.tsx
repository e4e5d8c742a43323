import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormAnswer } from '#app/features/accounts/form-answer.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { findSignedIn, withCookies } from '#app/http/session.ts'
import { orUnexpected } from '#app/http/unexpected.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { signIn } from '#core/accounts/commands/sign-in.ts'
import { findAccount, findProfile } from '#core/accounts/queries.ts'
import { homeOf, safeRedirect } from '#core/accounts/rules.ts'
import { signInSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/login'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const signedIn = await findSignedIn(request, context)
  if (signedIn?.profile) {
    const { origin } = depsOf(context)
    throw redirect(
      safeRedirect(url.searchParams.get('redirect_to'), origin, homeOf(signedIn.profile.roles)),
    )
  }
  const language = readerLanguage(request)
  const title = titleOf(context, translator(language, 'account')('login.button'))
  return {
    texts: textsOf(language, ['account']),
    title,
    email: url.searchParams.get('email') ?? '',
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const deps = depsOf(context)
  const form = signInSchema.safeParse(Object.fromEntries(await formOf(request)))
  if (!form.success) return data({ reason: 'wrong' as const, email: '' }, { status: 400 })
  const { email } = form.data
  return orUnexpected(context, async () => {
    const signed = await signIn(deps, visitorOf(request, context), form.data)
    if (!signed.ok)
      return data(
        { reason: signed.reason, email },
        { status: signed.reason === 'rate_limited' ? 429 : 400 },
      )
    const account = await findAccount(deps.db, email.trim())
    const profile = account && (await findProfile(deps.db, account.id))
    const target = safeRedirect(
      url.searchParams.get('redirect_to'),
      deps.origin,
      homeOf(profile?.roles ?? []),
    )
    const t = translator(readerLanguage(request), 'account')
    const notice = noticeCookie({
      tone: 'good',
      title: t('login.success'),
      text: t('login.successText'),
    })
    return redirect(target, { headers: withCookies([...signed.cookies, notice]) })
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <LoginForm email={loaderData.email} answer={actionData} />
    </WithTexts>
  )
}

type Answer = Route.ComponentProps['actionData']

function LoginForm({ email, answer }: { email: string; answer: Answer }) {
  const t = useTranslations('account')
  const busy = useNavigation().state !== 'idle'
  const reason = answer && 'reason' in answer ? answer.reason : null
  const typed = answer && 'email' in answer ? answer.email : email
  return (
    <AuthPage title={t('login.title')} text={t('login.text')}>
      <FormAnswer
        title={t('error')}
        answer={answer}
        problem={reason ? { text: t(`login.problems.${reason}`) } : undefined}
      />
      {reason === 'unverified' && (
        <LinkButton variant="secondary" to={`/verify-email?email=${encodeURIComponent(typed)}`}>
          {t('login.resend')}
        </LinkButton>
      )}
      <Form method="post" className="grid gap-5">
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={typed}
          maxLength={254}
          dir="ltr"
        />
        <PasswordField
          label={t('password')}
          showLabel={t('showPassword')}
          hideLabel={t('hidePassword')}
          autoComplete="current-password"
        />
        <Button wide size="large" pending={busy} pendingLabel={t('login.pending')}>
          {t('login.button')}
        </Button>
      </Form>
      <Link
        to="/forgot-password"
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        {t('login.forgot')}
      </Link>
      <p className="text-muted">
        {t('login.noAccount')}{' '}
        <Link
          to="/register"
          className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
        >
          {t('login.signUp')}
        </Link>
      </p>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
