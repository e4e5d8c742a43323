import { useEffect } from 'react'
import { Form, Link, redirect, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '#app/features/accounts/account-page.tsx'
import { AutoSubmit } from '#app/features/accounts/auto-submit.tsx'
import { useIsLate } from '#app/features/accounts/use-is-late.ts'
import { EmailField } from '#app/features/accounts/email-field.tsx'
import { PasswordField } from '#app/features/accounts/password-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { findSessionUser, withCookies } from '#app/http/session.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import {
  type ConfirmationAsks,
  confirmEmail,
  findConfirmationAsks,
} from '#core/accounts/commands/confirm-email.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { confirmationSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/verify'

const successMs = 1000
const alreadyMs = 800

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const token = url.searchParams.get('token_hash')
  const deps = depsOf(context)
  if (!token && (await findSessionUser(request, context))) {
    throw redirect(safeRedirect(url.searchParams.get('redirect_to'), deps.origin, '/dashboard'))
  }
  const title = titleOf(context, translator(language, 'account')('verify.title'))
  const asks = token && (await findConfirmationAsks(deps, visitorOf(request, context), token))
  return { title, token, asks: asks || null }
}

const { problem } = refusalsIn('account')

export const action = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => confirmationSchema,
  run: async ({ deps, visitor, request, context, url, form }) => {
    const target = (fallback: string) =>
      safeRedirect(url.searchParams.get('redirect_to'), deps.origin, fallback)
    const confirmed = await confirmEmail(deps, visitor, {
      token: form.token_hash ?? null,
      password: form.password ?? null,
      replaces: form.replaces ?? null,
    })
    if (confirmed.ok)
      return { ...confirmed, done: 'success' as const, target: target('/dashboard') }
    if ('asks' in confirmed) return confirmed
    const { reason, email } = confirmed
    if (reason !== 'already_verified') return { ok: false as const, reason, email }
    const home = (await findSessionUser(request, context)) ? '/dashboard' : '/login'
    return { ok: true as const, cookies: [], done: 'already' as const, target: target(home) }
  },
  refusals: {
    asks: ({ asks }) => ({ more: { asks } }),
    wrong: ({ asks }, language) => ({
      ...problem('login.problems.wrong', 400, 'error')(asks, language),
      more: { asks },
    }),
    invalid: failed('invalid', 400),
    expired: failed('expired', 400),
    failed: failed('failed', 400),
    no_session: failed('no_session', 400),
    rate_limited: failed('rate_limited', 429),
  },
  done: ({ result: { cookies, done, target } }) => ({
    more: { done, target },
    headers: withCookies(cookies, { refresh: `1;url=${target}` }),
  }),
})

/** The page says why, and offers a new link. */
function failed<const Reason extends FailedProps['reason']>(reason: Reason, status: number) {
  return ({ email }: { email: string | null }) => ({ more: { reason, email }, status })
}

// Where no script runs, the Refresh of the answer leads on.
export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const clientAction = keepForm

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  return <Confirmation {...loaderData} answer={actionData} />
}

type Answer = Route.ComponentProps['actionData']

type ConfirmationProps = { token: string | null; asks: ConfirmationAsks | null; answer: Answer }

function Confirmation({ token, asks, answer }: ConfirmationProps) {
  const more = answer?.more
  if (more && 'done' in more) return <Confirmed {...more} />
  if (more && 'reason' in more) return <Failed {...more} />
  if (answer?.problem?.kind === 'failed') return <Failed reason="unexpected" email={null} />
  if (!token) return <Failed reason="invalid" email={null} />
  const asked = more ? more.asks : asks
  if (asked) return <Asking token={token} asks={asked} answer={answer} />
  return <Confirming token={token} answer={answer} />
}

function Confirming({ token, answer }: { token: string; answer: Answer }) {
  const t = useTranslations('account')
  const form = useForm(answer)
  return (
    <AccountPage title={t('verify.title')}>
      <FormSummary form={form} />
      <AutoSubmit
        stopped={answer !== undefined}
        loading={t('verify.loading')}
        text={t('verify.text')}
        late={<Failed reason="timeout" email={null} inside />}
      >
        <input type="hidden" name="token_hash" value={token} />
        <Button wide size="large">
          {t('verify.button')}
        </Button>
      </AutoSubmit>
    </AccountPage>
  )
}

type AskingProps = { token: string; asks: ConfirmationAsks; answer: Answer }

/** Nothing happens by itself where another account would be left, or somebody else may have chosen the password. */
function Asking({ token, asks, answer }: AskingProps) {
  const t = useTranslations('account')
  const form = useForm(answer, { labels: { password: t('password') } })
  const { email, password, signedInAs } = asks
  const isLate = useIsLate(form.busy)
  return (
    <AccountPage
      title={t('verify.title')}
      text={password ? t('verify.password', { email }) : t('verify.text')}
    >
      <FormSummary form={form} />
      {isLate && (
        <Banner tone="bad" title={t('verify.errorTitle')} text={t('verify.problems.timeout')} />
      )}
      {signedInAs !== null && <Banner title={t('otherSession', { other: signedInAs })} />}
      <Form method="post" noValidate replace className="grid gap-5">
        <input type="hidden" name="token_hash" value={token} />
        {signedInAs !== null && <input type="hidden" name="replaces" value={signedInAs} />}
        {password && <PasswordField {...form.field('password')} autoComplete="current-password" />}
        <Button wide size="large" pending={form.busy && !isLate} pendingLabel={t('verify.loading')}>
          {t('verify.button')}
        </Button>
      </Form>
      {isLate && <LinkButton to="/login">{t('verify.goToLogin')}</LinkButton>}
      {password && (
        <Link
          to="/forgot-password"
          className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          {t('verify.forgot')}
        </Link>
      )}
    </AccountPage>
  )
}

function Confirmed({ done, target }: { done: 'success' | 'already'; target: string }) {
  const t = useTranslations('account')
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate(target, { replace: true }),
      done === 'success' ? successMs : alreadyMs,
    )
    return () => clearTimeout(timer)
  }, [done, target, navigate])
  return (
    <AccountPage title={t('verify.title')}>
      <Banner tone="good" title={t(`verify.${done}`)} />
      <LinkButton to={target}>{t('verify.goOn')}</LinkButton>
    </AccountPage>
  )
}

type FailedProps = {
  reason:
    | 'timeout'
    | 'invalid'
    | 'expired'
    | 'failed'
    | 'no_session'
    | 'unexpected'
    | 'rate_limited'
  /** Whose confirmation it was, where the link says so. */
  email: string | null
  /** The page around it is there already. */
  inside?: boolean
}

function Failed({ reason, email, inside }: FailedProps) {
  const t = useTranslations('account')
  const body = (
    <>
      <Banner tone="bad" title={t('verify.errorTitle')} text={t(`verify.problems.${reason}`)} />
      <LinkButton to="/login">{t('verify.goToLogin')}</LinkButton>
      <Form
        method="post"
        noValidate
        action="/verify-email"
        className="grid gap-4 border-t border-line pt-6"
      >
        {email ? <input type="hidden" name="email" value={email} /> : <EmailField name="email" />}
        <Button variant="secondary">{t('verify.resend')}</Button>
      </Form>
    </>
  )
  return inside ? body : <AccountPage title={t('verify.title')}>{body}</AccountPage>
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
