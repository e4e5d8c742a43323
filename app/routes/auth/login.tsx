import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '#app/features/accounts/account-page.tsx'
import { type BackTo, BackToForm } from '#app/features/accounts/back-to-form.tsx'
import { CodeForm, codeIntent } from '#app/features/accounts/code-form.tsx'
import { EmailField } from '#app/features/accounts/email-field.tsx'
import { FieldLinks } from '#app/features/accounts/field-links.tsx'
import { googleAction } from '#app/features/accounts/google-action.server.ts'
import { GoogleForm, googleIntent, useGoogleSent } from '#app/features/accounts/google-form.tsx'
import { PasskeyForm } from '#app/features/accounts/passkey-form.tsx'
import { sayWhySuspended } from '#app/features/accounts/suspended.server.ts'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { type Asked, formAction } from '#app/http/form-action.ts'
import { emptyAnswer, textOf, textsIn } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { keptField, keptFields, keptText } from '#app/http/kept-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, formOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { findSignedIn, withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { codeStep } from '#app/features/accounts/code-step.ts'
import { findBegunSignIn } from '#core/accounts/commands/begun-sign-in.ts'
import { finishSignIn } from '#core/accounts/commands/finish-sign-in.ts'
import { findWaitingJoin } from '#core/accounts/commands/join-provider.ts'
import { signIn } from '#core/accounts/commands/sign-in.ts'
import {
  type PasskeyRequest,
  requestPasskey,
  signInWithPasskey,
} from '#core/accounts/commands/sign-in-with-passkey.ts'
import { findAccount, findProfile } from '#core/accounts/queries.ts'
import { homeOf, safeRedirect } from '#core/accounts/rules.ts'
import { passkeyAnswerSchema, signInCodeSchema, signInSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/login'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const isCodeStep = url.searchParams.get('step') === 'code'
  const begun = isCodeStep ? await findBegunSignIn(deps, visitorOf(request, context)) : null
  const signedIn = begun ? null : await findSignedIn(request, context)
  if (signedIn?.profile) {
    const home = homeOf(signedIn.profile.roles)
    throw redirect(safeRedirect(url.searchParams.get('redirect_to'), deps.origin, home))
  }
  const language = readerLanguage(request)
  const title = titleOf(context, translator(language, 'account')('login.button'))
  return {
    title,
    passkey: requestPasskey(deps),
    email: begun?.email ?? url.searchParams.get('email') ?? '',
    /** the password was right in this browser, and the code is missing */
    isCodeStep: begun !== null,
    isCodeOver: isCodeStep && begun === null,
    google: {
      isOffered: deps.openId.google !== null,
      signUp: deps.settings.signUp,
      /** the address that Google named, and whose owner has to sign in otherwise once */
      waiting: findWaitingJoin(deps, visitorOf(request, context))?.email ?? null,
    },
  }
}

const { field, problem } = refusalsIn('account')

const signInAction = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => signInSchema,
  alsoWrong: ({ t, isEmpty }) => {
    const missing = (['email', 'password'] as const).filter(isEmpty)
    return {
      errors: Object.fromEntries(
        missing.map((name) => [name, [t(`login.problems.${name}_missing`)]]),
      ),
      ...(missing.length > 0 && { problem: { text: t('login.problems.missing') } }),
    }
  },
  run: ({ deps, visitor, form }) => signIn(deps, visitor, form),
  refusals: {
    missing: (refusal, language) => ({
      ...field('email', 'login.problems.email_missing', 400)(refusal, language),
      ...problem('login.problems.missing', 400)(refusal, language),
    }),
    wrong: problem('login.problems.wrong', 400, 'error'),
    unverified: (refusal, language) => ({
      ...problem('login.problems.unverified', 400, 'error')(refusal, language),
      more: { unverified: true },
    }),
    suspended: sayWhySuspended,
    rate_limited: (refusal, language) => ({
      ...problem('login.problems.rate_limited', 429, 'error')(refusal, language),
      more: { locked: true },
    }),
  },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('login.problems.unexpected') } }),
  done: async (asked): Promise<Response | Stays> => {
    const { deps, url, form, result, text } = asked
    const { cookies, codeNeeded } = result
    const account = await findAccount(deps.db, form.email.trim())
    if (!codeNeeded) return signedIn(asked, { userId: account?.id ?? null, cookies })
    const headers = withCookies(cookies)
    // A redirect would lose the form.
    if (keptFields(text(keptField))) return { more: { step: 'code' }, headers }
    return redirect(codeStep(url.searchParams.get('redirect_to')), { headers })
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
    codes_limited: problem('code.problems.codes_limited', 429, 'error'),
    suspended: sayWhySuspended,
    not_begun: (refusal, language) => ({
      ...problem('code.problems.not_begun', 400)(refusal, language),
      more: { step: 'password' as const },
    }),
  },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('login.problems.unexpected') } }),
  done: (asked) => signedIn(asked, asked.result),
})

const passkeyIntent = 'passkey'

const passkeyAction = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => passkeyAnswerSchema,
  run: async ({ deps, visitor, form }) => {
    const done = await signInWithPasskey(deps, visitor, form)
    if (done.ok) return done
    if (done.reason === 'suspended') return done
    const { reason } = done
    return reason === 'passkey_over'
      ? { ok: false, reason, passkey: requestPasskey(deps) }
      : { ok: false, reason }
  },
  refusals: {
    // The page that is shown has the former question.
    passkey_over: ({ passkey, ...refusal }, language) => ({
      ...problem('login.problems.passkey_over', 409, 'error')(refusal, language),
      more: { passkey },
    }),
    passkey_unknown: problem('login.problems.passkey_unknown', 400, 'error'),
    suspended: sayWhySuspended,
    rate_limited: problem('login.problems.rate_limited', 429, 'error'),
  },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('login.problems.unexpected') } }),
  done: (asked) => signedIn(asked, asked.result),
})

type Stays = { more: { back: BackTo } | { step: 'code' }; headers: Headers }
type Finished = { userId: string | null; cookies: readonly string[] }

/** Leads back to the form that was kept, or to the page that the visitor came for. */
async function signedIn(
  { deps, url, text, language }: Asked<object, 'account'>,
  { userId, cookies }: Finished,
): Promise<Response | Stays> {
  const profile = userId === null ? null : await findProfile(deps.db, userId)
  const home = homeOf(profile?.roles ?? [])
  const to = safeRedirect(url.searchParams.get('redirect_to'), deps.origin, home)
  const fields = keptFields(text(keptField))
  if (fields) return { more: { back: { to, fields } }, headers: withCookies(cookies) }
  // The page that shows it has the language of the account.
  const t = translator(profile?.language ?? language, 'account')
  return redirectWithToast(deps, to, {
    title: t('login.success'),
    text: t('login.successText'),
    cookies,
  })
}

const actions = byIntent(
  { [codeIntent]: codeAction, [passkeyIntent]: passkeyAction, [googleIntent]: googleAction },
  signInAction,
)

/** A form whose session has expired is forwarded to this page, which keeps it. The forms of this page send it along. */
export async function action(args: Route.ActionArgs) {
  if (!args.url.searchParams.has('form')) return actions(args)
  const form = await formOf(args.request.clone())
  if (form.has(keptField) || (form.has('email') && form.has('password'))) return actions(args)
  return data(emptyAnswer({ [keptField]: [keptText(form)] }))
}

/** After a sign-in the loader would redirect, and the kept form would be lost. The step for the code is another page. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (currentUrl.search !== nextUrl.search) return defaultShouldRevalidate
  return formMethod !== 'POST' && defaultShouldRevalidate
}

export const clientAction = keepForm

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const more = actionData?.more
  if (more && 'back' in more) return <BackToForm {...more.back} />
  const { email, google, isCodeStep, isCodeOver } = loaderData
  const { passkey } = more && 'passkey' in more ? more : loaderData
  if (stepOf(actionData, isCodeStep) === 'code') {
    const typed = actionData && textsIn(actionData.typed)
    const kept = typed?.[keptField]
    return (
      <CodeForm email={typed?.['email'] ?? email} answer={actionData}>
        <KeptForm kept={kept} />
      </CodeForm>
    )
  }
  const shown = { email, passkey, google, isCodeOver }
  return <LoginForm {...shown} answer={actionData} />
}

/** Also without a form to keep: what has the field was sent by this page. */
function KeptForm({ kept = '' }: { kept: string | undefined }) {
  return <input type="hidden" name={keptField} value={kept} />
}

/** A code that could not be sent leaves its form where it is. */
function stepOf(answer: Answer, isCodeStep: boolean): 'password' | 'code' {
  if (!answer) return isCodeStep ? 'code' : 'password'
  if (answer.more && 'step' in answer.more) return answer.more.step
  return textOf(answer.typed, 'intent') === codeIntent ? 'code' : 'password'
}

type Answer = Route.ComponentProps['actionData']

/** What somebody agrees to who gets an account by the button. */
const googleAgrees = { open: 'new', invite: 'invited', closed: null } as const

type LoginFormProps = {
  email: string
  passkey: PasskeyRequest
  google: Route.ComponentProps['loaderData']['google']
  isCodeOver: boolean
  answer: Answer
}

function LoginForm({ email, passkey, google, isCodeOver, answer }: LoginFormProps) {
  const t = useTranslations('account')
  const isLeaving = useGoogleSent()
  const labels = { email: t('email'), password: t('password') }
  const form = useForm(answer, { labels, values: { email } })
  const typed = form.fields['email'] ?? ''
  const kept = form.fields[keptField]
  return (
    <AccountPage title={t('login.title')} text={t('login.text')}>
      {kept && <Banner title={t('login.ended')} text={t('login.endedText')} />}
      {isCodeOver && !answer && <Banner title={t('code.problems.not_begun')} />}
      {google.waiting !== null && (
        <Banner
          title={t('login.existsTitle')}
          text={t('google.waiting', { email: google.waiting })}
          action={
            <LinkButton
              variant="secondary"
              to={`/login-link?email=${encodeURIComponent(google.waiting)}`}
            >
              {t('login.sendLink')}
            </LinkButton>
          }
        />
      )}
      <FieldLinks form={form} labels={labels} />
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
      {google.isOffered && (
        <GoogleForm agrees={googleAgrees[google.signUp]}>
          <KeptForm kept={kept} />
          {kept && <p className="text-muted">{t('google.notKept')}</p>}
        </GoogleForm>
      )}
      <Form method="post" noValidate className="grid gap-5">
        <KeptForm kept={kept} />
        <EmailField {...form.field('email')} defaultValue={typed} />
        <PasswordField {...form.field('password')} autoComplete="current-password" />
        <Button
          wide
          size="large"
          pending={form.busy && !isLeaving}
          pendingLabel={t('login.pending')}
        >
          {t('login.button')}
        </Button>
      </Form>
      <PasskeyForm
        intent={passkeyIntent}
        draft={passkey.draft}
        ask={(browser) => browser.startAuthentication({ optionsJSON: passkey.options })}
        button={t('login.passkey')}
        variant="secondary"
        pendingLabel={t('login.passkeyPending')}
        explain={() => t('login.passkeyCancelled')}
      >
        <KeptForm kept={kept} />
      </PasskeyForm>
      <Link
        to="/forgot-password"
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        {t('login.forgot')}
      </Link>
      {google.signUp !== 'closed' && (
        <p className="text-muted">
          {t('login.noAccount')}{' '}
          <Link
            to="/register"
            className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
          >
            {t('login.signUp')}
          </Link>
        </p>
      )}
    </AccountPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
