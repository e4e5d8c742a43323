import { useEffect, useState } from 'react'
import { redirect, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '#app/features/accounts/account-page.tsx'
import { AutoSubmit } from '#app/features/accounts/auto-submit.tsx'
import { codeStep } from '#app/features/accounts/code-step.ts'
import { sayWhySuspended } from '#app/features/accounts/suspended.server.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { clearedCookie } from '#app/http/cookies.ts'
import { type Asked, formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { findSignedIn, withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { notify } from '#app/ui/notify.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { fillWithProvider } from '#core/accounts/commands/fill-with-provider.ts'
import {
  type ProviderProblem,
  signInWithProvider,
} from '#core/accounts/commands/sign-in-with-provider.ts'
import { findProfile } from '#core/accounts/queries.ts'
import { homeOf, safeRedirect } from '#core/accounts/rules.ts'
import { findWorkplace } from '#core/vendors/queries.ts'
import type { Route } from './+types/auth-callback'

const waitMs = 500
const longestWaitMs = 15_000
const lookAgainMs = 3000

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { searchParams } = url
  const brings = searchParams.has('code') || searchParams.has('error')
  const signedIn = brings ? null : await findSignedIn(request, context)
  if (signedIn?.profile) {
    const home = homeOf(signedIn.profile.roles)
    throw redirect(safeRedirect(searchParams.get('redirect_to'), depsOf(context).origin, home))
  }
  const t = translator(readerLanguage(request), 'account')
  return { title: titleOf(context, t('callback.title')), brings }
}

export const action = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => noFields,
  run: async ({ deps, visitor, url, request }) => {
    const customer = await fillWithProvider(deps, visitor, url.searchParams)
    if (customer) return { ok: true, customer, done: null }
    const came = { query: url.searchParams, language: readerLanguage(request) }
    const done = await signInWithProvider(deps, visitor, 'google', came)
    return !done.ok && done.reason === 'suspended' ? done : { ok: true, customer: null, done }
  },
  // The operator's reason may be longer than a cookie, so it does not wait for the next page.
  refusals: { suspended: sayWhySuspended },
  failures: ({ t }) => ({
    failed: { title: t('callback.error'), text: t('callback.problems.unexpected') },
  }),
  done: async ({ deps, result: { customer, done }, language, t }) => {
    if (customer) {
      const { to, problem, cookies } = customer
      if (problem === null) return redirect(to, { headers: withCookies(cookies) })
      const text = t(sentences[problem])
      return redirectWithToast(deps, to, { tone: 'bad', title: t('callback.error'), text, cookies })
    }
    if (done.ok) {
      // What a link brought was for this person.
      const cookies = [...done.cookies, await clearedCookie('brought', deps.origin)]
      const { userId, codeNeeded, redirectTo } = done
      return codeNeeded
        ? redirect(codeStep(redirectTo), { headers: withCookies(cookies) })
        : welcome({ deps, language }, { userId, redirectTo, cookies })
    }
    const { cookies } = done
    if (done.reason === 'known_address') {
      const to = `/login?email=${encodeURIComponent(done.email)}`
      return redirect(to, { headers: withCookies(cookies) })
    }
    return redirectWithToast(deps, '/login', {
      tone: 'bad',
      title: t('callback.error'),
      text: t(sentences[done.reason]),
      cookies,
    })
  },
})

const sentences = {
  timeout: 'callback.problems.timeout',
  cancelled: 'callback.problems.cancelled',
  refused: 'callback.problems.refused',
  unreachable: 'callback.problems.unreachable',
  expired: 'callback.problems.expired',
  unverified_email: 'callback.problems.unverified_email',
  held_address: 'register.problems.exists',
  closed: 'register.problems.closed',
  not_invited: 'register.problems.not_invited',
  admin: 'callback.problems.admin',
  rate_limited: 'login.problems.rate_limited',
  sign_up_limited: 'register.problems.rate_limited',
} as const satisfies Record<ProviderProblem, string>

type Welcomed = { userId: string; redirectTo: string | null; cookies: readonly string[] }

async function welcome(
  { deps, language }: Pick<Asked<object, 'account'>, 'deps' | 'language'>,
  { userId, redirectTo, cookies }: Welcomed,
): Promise<Response> {
  const profile = await findProfile(deps.db, userId)
  const workplace = await findWorkplace(deps.db, userId)
  // The setup asks for the language, so until then it is that of the browser.
  if (workplace && workplace.setUpAt === null) {
    const t = translator(language, 'account')
    return redirectWithToast(deps, '/onboarding', {
      title: t('callback.welcome'),
      text: t('callback.welcomeText'),
      cookies,
    })
  }
  const t = translator(profile?.language ?? language, 'account')
  const to = safeRedirect(redirectTo, deps.origin, homeOf(profile?.roles ?? []))
  return redirectWithToast(deps, to, {
    title: t('callback.welcomeBack'),
    text: t('callback.welcomeBackText'),
    cookies,
  })
}

export const clientAction = keepForm

export default function AuthCallback({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('account')
  const form = useForm(actionData)
  return (
    <AccountPage title={t('callback.title')}>
      <FormSummary form={form} />
      {loaderData.brings ? <Completing answer={actionData} /> : <Waiting />}
    </AccountPage>
  )
}

/** The form goes out by itself: what it does must not happen to those who only look at the address. */
function Completing({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const t = useTranslations('account')
  const isLeaving = useNavigation().state === 'loading'
  // What the browser brought is used up.
  const problem = answer?.problem?.kind
  if (problem === 'failed' || problem === 'refused') return <GoToLogin />
  return (
    <AutoSubmit
      waitMs={waitMs}
      stopped={answer !== undefined}
      loading={t(isLeaving ? 'callback.settingUp' : 'callback.completing')}
      text={t('callback.completing')}
      late={<TimedOut />}
    >
      <Button wide size="large">
        {t('callback.button')}
      </Button>
    </AutoSubmit>
  )
}

/** Opened without anything from Google: another tab may still sign in. */
function Waiting() {
  const t = useTranslations('account')
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = setInterval(() => void revalidate(), lookAgainMs)
    return () => clearInterval(look)
  }, [revalidate])
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const end = setTimeout(() => setOver(true), longestWaitMs)
    return () => clearTimeout(end)
  }, [])
  if (isOver) return <TimedOut />
  return (
    <>
      <output className="flex items-center gap-3">
        <Spinner /> {t('callback.completing')}
      </output>
      <noscript>
        <GoToLogin />
      </noscript>
    </>
  )
}

function TimedOut() {
  const t = useTranslations('account')
  const navigate = useNavigate()
  useEffect(() => {
    notify({ tone: 'bad', title: t('callback.error'), text: t('callback.problems.timeout') })
    void navigate('/login', { replace: true })
  }, [navigate, t])
  return <GoToLogin />
}

function GoToLogin() {
  const t = useTranslations('account')
  return <LinkButton to="/login">{t('verify.goToLogin')}</LinkButton>
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
