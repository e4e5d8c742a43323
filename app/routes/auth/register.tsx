import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormAnswer } from '#app/features/accounts/form-answer.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { findSignedIn } from '#app/http/session.ts'
import { orUnexpected } from '#app/http/unexpected.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { register, type RegisterProblem } from '#core/accounts/commands/register.ts'
import { homeOf } from '#core/accounts/rules.ts'
import { referralSchema, registerSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/register'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const signedIn = await findSignedIn(request, context)
  if (signedIn?.profile) throw redirect(homeOf(signedIn.profile.roles))
  const { signUp, plans } = depsOf(context).settings
  const language = readerLanguage(request)
  return {
    texts: textsOf(language, ['account']),
    title: titleOf(context, translator(language, 'account')('register.title')),
    email: url.searchParams.get('email') ?? '',
    ref: referralSchema.parse({ ref: url.searchParams.get('ref') }).ref,
    signUp,
    plans,
  }
}

type Reason = RegisterProblem | 'unexpected'

export async function action({ request, context }: Route.ActionArgs) {
  const form = registerSchema.safeParse(Object.fromEntries(await formOf(request)))
  if (!form.success)
    return data({ reason: 'failed' as const, email: '', agreed: false }, { status: 400 })
  const { email, password, agreeToTerms, ref } = form.data
  const agreed = agreeToTerms === 'on'
  const language = readerLanguage(request)
  return orUnexpected(context, async () => {
    const registered = await register(depsOf(context), visitorOf(request, context), {
      email,
      password,
      agreed,
      ref,
      language,
    })
    if (registered.ok)
      return redirect(`/verify-email?email=${encodeURIComponent(registered.email)}`)
    if (registered.reason !== 'exists')
      return data(
        { reason: registered.reason, email, agreed },
        { status: statusOf(registered.reason) },
      )
    const t = translator(language, 'account')
    const notice = noticeCookie({
      tone: 'neutral',
      title: t('login.existsTitle'),
      text: t('login.existsText'),
    })
    return redirect(`/login?email=${encodeURIComponent(email.trim())}`, {
      headers: { 'set-cookie': notice },
    })
  })
}

function statusOf(reason: RegisterProblem): number {
  if (reason === 'rate_limited') return 429
  return reason === 'closed' ? 403 : 400
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <RegisterPage page={loaderData} answer={actionData} />
    </WithTexts>
  )
}

type Page = Route.ComponentProps['loaderData']
type Answer = Route.ComponentProps['actionData']

function RegisterPage({ page, answer }: { page: Page; answer: Answer }) {
  const t = useTranslations('account')
  const { signUp, plans, ref } = page
  return (
    <AuthPage
      title={t('register.title')}
      text={
        signUp === 'open'
          ? t(plans ? 'register.text' : 'register.textPlain')
          : t('register.problems.closed')
      }
    >
      {signUp === 'open' && ref && plans && (
        <Banner
          title={t('register.referralTitle')}
          text={
            <>
              {t('register.referralText')} {t('register.referralCode', { code: ref })}
            </>
          }
        />
      )}
      {signUp === 'open' && <RegisterForm page={page} answer={answer} />}
      <p className="text-muted">
        {t('register.haveAccount')}{' '}
        <Link
          to="/login"
          className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
        >
          {t('register.signIn')}
        </Link>
      </p>
    </AuthPage>
  )
}

const fieldOf: Partial<Record<Reason, 'email' | 'password' | 'agreeToTerms'>> = {
  terms: 'agreeToTerms',
  missing: 'email',
  email_invalid: 'email',
  password_short: 'password',
  password_long: 'password',
  password_common: 'password',
}

function RegisterForm({ page, answer }: { page: Page; answer: Answer }) {
  const t = useTranslations('account')
  const busy = useNavigation().state !== 'idle'
  const reason = answer && 'reason' in answer ? answer.reason : null
  const typed = answer && 'email' in answer ? answer : { email: page.email, agreed: false }
  const text = reason && t(`register.problems.${reason}`)
  const field = reason && fieldOf[reason]
  const errorsOf = (name: string) => (text && field === name ? [text] : undefined)
  const terms = (chunks: React.ReactNode) => <LegalLink to="/terms-of-service">{chunks}</LegalLink>
  const privacy = (chunks: React.ReactNode) => <LegalLink to="/privacy-policy">{chunks}</LegalLink>
  return (
    <Form method="post" className="grid gap-5">
      <FormAnswer
        title={t('error')}
        answer={answer}
        problem={text ? { id: field ?? undefined, text } : undefined}
      />
      {page.ref && <input type="hidden" name="ref" value={page.ref} />}
      <TextField
        id="email"
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        dir="ltr"
        defaultValue={typed.email}
        errors={errorsOf('email')}
      />
      <PasswordField
        id="password"
        label={t('password')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="new-password"
        description={t('register.passwordHelp')}
        errors={errorsOf('password')}
      />
      <CheckboxField
        id="agreeToTerms"
        name="agreeToTerms"
        value="on"
        required
        defaultChecked={typed.agreed}
        label={t.rich('register.agree', { terms, privacy })}
        errors={errorsOf('agreeToTerms')}
      />
      <Button wide size="large" pending={busy} pendingLabel={t('register.pending')}>
        {t('register.button')}
      </Button>
    </Form>
  )
}

function LegalLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noopener" className="text-ink underline underline-offset-4">
      {children}
    </a>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
