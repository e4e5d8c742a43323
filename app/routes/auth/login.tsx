import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '#app/features/accounts/account-page.tsx'
import { BackToForm } from '#app/features/accounts/back-to-form.tsx'
import { EmailField } from '#app/features/accounts/email-field.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { emptyAnswer } from '#app/http/form-answer.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { keptField, keptFields, keptText } from '#app/http/kept-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { findSignedIn, withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
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
    title,
    email: url.searchParams.get('email') ?? '',
  }
}

const { field, problem } = refusalsIn('account')

const signInAction = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => signInSchema,
  alsoWrong: ({ t, isEmpty }) => ({
    errors: Object.fromEntries(
      ['email', 'password'].filter(isEmpty).map((name) => [name, [t('login.problems.missing')]]),
    ),
  }),
  run: ({ deps, visitor, form }) => signIn(deps, visitor, form),
  refusals: {
    missing: field('email', 'login.problems.missing', 400),
    wrong: problem('login.problems.wrong', 400, 'error'),
    unverified: (refusal, language) => ({
      ...problem('login.problems.unverified', 400, 'error')(refusal, language),
      more: { unverified: true },
    }),
    suspended: problem('login.problems.suspended', 400, 'error'),
    rate_limited: (refusal, language) => ({
      ...problem('login.problems.rate_limited', 429, 'error')(refusal, language),
      more: { locked: true },
    }),
  },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('login.problems.unexpected') } }),
  done: async ({ deps, url, form, result, text, t }) => {
    const account = await findAccount(deps.db, form.email.trim())
    const profile = account && (await findProfile(deps.db, account.id))
    const home = homeOf(profile?.roles ?? [])
    const to = safeRedirect(url.searchParams.get('redirect_to'), deps.origin, home)
    const fields = keptFields(text(keptField))
    if (fields) return { more: { back: { to, fields } }, headers: withCookies(result.cookies) }
    return redirectWithToast(deps, to, {
      title: t('login.success'),
      text: t('login.successText'),
      cookies: result.cookies,
    })
  },
})

/** A form whose session has expired is forwarded to this page, which keeps it; a sign-in form already contains it. */
export async function action(args: Route.ActionArgs) {
  if (!args.url.searchParams.has('form')) return signInAction(args)
  const form = await formOf(args.request.clone())
  if (form.has(keptField)) return signInAction(args)
  return data(emptyAnswer({ [keptField]: [keptText(form)] }))
}

/** After a sign-in the loader would redirect, and the kept form would be lost. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod !== 'POST' && defaultShouldRevalidate
}

export const clientAction = keepForm

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const back = actionData?.more && 'back' in actionData.more ? actionData.more.back : null
  return back ? (
    <BackToForm {...back} />
  ) : (
    <LoginForm email={loaderData.email} answer={actionData} />
  )
}

type Answer = Route.ComponentProps['actionData']

function LoginForm({ email, answer }: { email: string; answer: Answer }) {
  const t = useTranslations('account')
  const form = useForm(answer, {
    labels: { email: t('email'), password: t('password') },
    values: { email },
  })
  const typed = form.fields['email'] ?? ''
  const kept = form.fields[keptField]
  return (
    <AccountPage title={t('login.title')} text={t('login.text')}>
      {kept && <Banner title={t('login.ended')} text={t('login.endedText')} />}
      <FormSummary form={form} title={t('error')} />
      {answer?.more && 'unverified' in answer.more && (
        <LinkButton variant="secondary" to={`/verify-email?email=${encodeURIComponent(typed)}`}>
          {t('login.resend')}
        </LinkButton>
      )}
      {answer?.more && 'locked' in answer.more && (
        <LinkButton variant="secondary" to={`/login-link?email=${encodeURIComponent(typed)}`}>
          {t('login.sendLink')}
        </LinkButton>
      )}
      <Form method="post" noValidate className="grid gap-5">
        {kept && <input type="hidden" name={keptField} value={kept} />}
        <EmailField {...form.field('email')} defaultValue={typed} />
        <PasswordField {...form.field('password')} autoComplete="current-password" />
        <Button wide size="large" pending={form.busy} pendingLabel={t('login.pending')}>
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
    </AccountPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
