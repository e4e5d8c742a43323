import { useEffect } from 'react'
import { Form, redirect, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { AutoSubmit } from '#app/features/accounts/auto-submit.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { findSessionUser, withCookies } from '#app/http/session.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { confirmEmail } from '#core/accounts/commands/confirm-email.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import type { Route } from './+types/verify'

const successMs = 1000
const alreadyMs = 800

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const token = url.searchParams.get('token_hash')
  const { origin } = depsOf(context)
  if (!token && (await findSessionUser(request, context))) {
    throw redirect(safeRedirect(url.searchParams.get('redirect_to'), origin, '/dashboard'))
  }
  const title = titleOf(context, translator(language, 'account')('verify.title'))
  return { texts: textsOf(language, ['account']), title, token }
}

export const action = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => noFields,
  run: async ({ deps, visitor, request, context, url, text }) => {
    const target = (fallback: string) =>
      safeRedirect(url.searchParams.get('redirect_to'), deps.origin, fallback)
    const confirmed = await confirmEmail(deps, visitor, text('token_hash') || null)
    if (confirmed.ok)
      return { ...confirmed, done: 'success' as const, target: target('/dashboard') }
    const { reason, email } = confirmed
    if (reason !== 'already_verified') return { ok: false as const, reason, email }
    const home = (await findSessionUser(request, context)) ? '/dashboard' : '/login'
    return { ok: true as const, cookies: [], done: 'already' as const, target: target(home) }
  },
  refusals: {
    invalid: failed('invalid', 400),
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
  return (
    <WithTexts texts={loaderData.texts}>
      <Confirmation token={loaderData.token} answer={actionData} />
    </WithTexts>
  )
}

type Answer = Route.ComponentProps['actionData']

function Confirmation({ token, answer }: { token: string | null; answer: Answer }) {
  const more = answer?.more
  if (more && 'done' in more) return <Confirmed {...more} />
  if (more) return <Failed {...more} />
  if (answer?.problem?.kind === 'failed') return <Failed reason="unexpected" email={null} />
  if (!token) return <Failed reason="invalid" email={null} />
  return <Asking token={token} answer={answer} />
}

function Asking({ token, answer }: { token: string; answer: Answer }) {
  const t = useTranslations('account')
  const form = useForm(answer)
  const lost = answer !== undefined
  return (
    <AuthPage title={t('verify.title')} text={t('verify.text')}>
      <FormSummary form={form} />
      <AutoSubmit
        stopped={lost}
        loading={t('verify.loading')}
        late={<Failed reason="timeout" email={null} inside />}
      >
        <input type="hidden" name="token_hash" value={token} />
        <Button wide size="large">
          {t('verify.button')}
        </Button>
      </AutoSubmit>
    </AuthPage>
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
    <AuthPage title={t('verify.title')}>
      <Banner tone="good" title={t(`verify.${done}`)} />
      <LinkButton to={target}>{t('verify.goOn')}</LinkButton>
    </AuthPage>
  )
}

type FailedProps = {
  reason: 'timeout' | 'invalid' | 'failed' | 'no_session' | 'unexpected' | 'rate_limited'
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
      <Form method="post" action="/verify-email" className="grid gap-4 border-t border-line pt-6">
        {email ? (
          <input type="hidden" name="email" value={email} />
        ) : (
          <TextField
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            dir="ltr"
          />
        )}
        <Button variant="secondary">{t('verify.resend')}</Button>
      </Form>
    </>
  )
  return inside ? body : <AuthPage title={t('verify.title')}>{body}</AuthPage>
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
