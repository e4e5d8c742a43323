import { data, Form, Link, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '#app/features/accounts/account-page.tsx'
import { EmailField } from '#app/features/accounts/email-field.tsx'
import { FieldLinks } from '#app/features/accounts/field-links.tsx'
import { googleAction } from '#app/features/accounts/google-action.server.ts'
import { GoogleForm, googleIntent, useGoogleSent } from '#app/features/accounts/google-form.tsx'
import { LegalLink } from '#app/features/accounts/legal-link.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { findSignedIn, withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { sentence, translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { findInvitation } from '#core/accounts/commands/find-invitation.ts'
import { broughtBy, keepBrought } from '#app/http/brought.ts'
import { clearedCookie } from '#app/http/cookies.ts'
import { register } from '#core/accounts/commands/register.ts'
import { homeOf } from '#core/accounts/rules.ts'
import { registerSchema } from '#core/accounts/schema.ts'
import { isReferralCode } from '#core/referrals/queries.ts'
import type { Route } from './+types/register'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const signedIn = await findSignedIn(request, context)
  if (signedIn?.profile) throw redirect(homeOf(signedIn.profile.roles))
  const deps = depsOf(context)
  const { openId } = deps
  const { signUp, plans } = deps.settings
  const language = readerLanguage(request)
  const { ref, invite } = broughtBy(request, deps.origin)
  const found = invite === null || signUp === 'closed' ? null : await findInvitation(deps, invite)
  const invitation = found?.state === 'open' ? found : null
  const page = {
    title: titleOf(context, translator(language, 'account')('register.title')),
    email: invitation?.email ?? url.searchParams.get('email') ?? '',
    invite,
    isInvited: invitation !== null,
    isOver: found === null || found.state === 'open' ? null : found.state,
    // A code that is nobody's promises nothing.
    ref: plans && ref && (await isReferralCode(deps.db, ref)) ? ref : null,
    signUp,
    plans,
    hasGoogle: openId.google !== null,
  }
  return data(page, { headers: await keepBrought(request, deps.origin) })
}

const { problem } = refusalsIn('account')

const registerAction = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => registerSchema,
  run: async ({ deps, visitor, form, request }) => {
    const { email, password, agreeToTerms, ref, invite } = form
    const wish = {
      email,
      password,
      agreed: agreeToTerms === 'on',
      ref,
      invite,
      language: readerLanguage(request),
    }
    const registered = await register(deps, visitor, wish)
    if (registered.ok) return { ...registered, isNew: true }
    // Somebody who has an account already is sent to the sign-in.
    if (registered.reason === 'exists') return { ok: true, isNew: false, email, cookies: [] }
    return registered
  },
  refusals: {
    wrong_fields: ({ wrong }, language) => {
      const said = Object.entries(wrong).map(([name, problem]) => [
        name,
        [sentence(language, `account.register.problems.${problem}`)],
      ])
      const isMissing = wrong.email === 'email_missing' || wrong.password === 'password_missing'
      return {
        errors: Object.fromEntries(said),
        ...(isMissing && {
          problem: { text: sentence(language, 'account.register.problems.missing') },
        }),
        status: 400,
      }
    },
    closed: problem('register.problems.closed', 403, 'error'),
    not_invited: problem('register.problems.not_invited', 403, 'error'),
    rate_limited: problem('register.problems.rate_limited', 429, 'error'),
    mailbox_limited: problem('register.problems.mailbox_limited', 429, 'error'),
    failed: problem('register.problems.failed', 400, 'error'),
  },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('register.problems.unexpected') } }),
  done: async ({ deps, result: { isNew, email, cookies }, t }) => {
    if (isNew)
      return redirect(`/verify-email?email=${encodeURIComponent(email)}`, {
        headers: withCookies([...cookies, await clearedCookie('brought', deps.origin)]),
      })
    return redirectWithToast(deps, `/login?email=${encodeURIComponent(email.trim())}`, {
      tone: 'neutral',
      title: t('login.existsTitle'),
      text: t('login.existsText'),
    })
  },
})

export const action = byIntent({ [googleIntent]: googleAction }, registerAction)

export const clientAction = keepForm

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return <RegisterPage page={loaderData} answer={actionData} />
}

type Page = Route.ComponentProps['loaderData']
type Answer = Route.ComponentProps['actionData']

function RegisterPage({ page, answer }: { page: Page; answer: Answer }) {
  const t = useTranslations('account')
  const { signUp, plans, ref, isInvited, isOver, email } = page
  const isOpen = signUp === 'open' || isInvited
  const text = isOpen
    ? t(plans ? 'register.text' : 'register.textPlain')
    : signUp === 'closed'
      ? t('register.problems.closed')
      : t(isOver === null ? 'register.byInvitation' : `register.invitationOver.${isOver}`)
  return (
    <AccountPage title={t('register.title')} text={text}>
      {isInvited && (
        <Banner title={t('register.invitedTitle')} text={t('register.invitedText', { email })} />
      )}
      {signUp === 'open' && isOver !== null && (
        <Banner title={t(`register.invitationOver.${isOver}`)} />
      )}
      {isOpen && ref && (
        <Banner
          title={t('register.referralTitle')}
          text={
            <>
              {t('register.referralText')} {t('register.referralCode', { code: ref })}
            </>
          }
        />
      )}
      {isOpen && <RegisterForm page={page} answer={answer} />}
      <p className="text-muted">
        {t('register.haveAccount')}{' '}
        <Link
          to="/login"
          className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
        >
          {t('register.signIn')}
        </Link>
      </p>
    </AccountPage>
  )
}

function RegisterForm({ page, answer }: { page: Page; answer: Answer }) {
  const t = useTranslations('account')
  const labels = { email: t('email'), password: t('password'), agreeToTerms: t('register.terms') }
  const form = useForm(answer, { labels, values: { email: page.email } })
  const terms = (chunks: React.ReactNode) => <LegalLink to="/terms-of-service">{chunks}</LegalLink>
  const privacy = (chunks: React.ReactNode) => <LegalLink to="/privacy-policy">{chunks}</LegalLink>
  const isLeaving = useGoogleSent()
  const ref = page.ref && <input type="hidden" name="ref" value={page.ref} />
  return (
    <>
      <FieldLinks form={form} labels={labels} />
      {page.hasGoogle && <GoogleForm agrees="always">{ref}</GoogleForm>}
      <Form method="post" noValidate className="grid gap-5">
        {ref}
        {page.invite !== null && <input type="hidden" name="invite" value={page.invite} />}
        <EmailField {...form.text('email')} />
        <PasswordField
          {...form.field('password')}
          autoComplete="new-password"
          description={t('register.passwordHelp')}
        />
        <CheckboxField
          {...form.field('agreeToTerms')}
          value="on"
          required
          defaultChecked={form.fields['agreeToTerms'] === 'on'}
          label={t.rich('register.agree', { terms, privacy })}
        />
        <Button
          wide
          size="large"
          pending={form.busy && !isLeaving}
          pendingLabel={t('register.pending')}
        >
          {t('register.button')}
        </Button>
      </Form>
    </>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
