import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, redirect, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { callbackStatuses } from '#app/features/google-calendar/callback-statuses.ts'
import { findCalendarManager } from '#app/features/google-calendar/calendar-manager.server.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { eachRefusal } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { readerLanguage } from '#app/http/request.ts'
import { withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { notify } from '#app/ui/notify.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { askForCalendar, connectCalendar } from '#core/calendar/commands/connect-calendar.ts'
import type { Route } from './+types/google-calendar-callback'

const settings = '/settings?tab=integrations'
const redirectMs = 2000

/** What Google names as the reason may be anything, as it is in the address. */
function errorIn(params: URLSearchParams): string | null {
  const error = params.get('error')
  if (error === null) return null
  return error.replaceAll(/[^\w .:-]/g, '').slice(0, 100) || 'unknown'
}

export function loader({ request, context, url }: Route.LoaderArgs) {
  const { searchParams } = url
  const t = translator(readerLanguage(request), 'googleCalendar')
  return {
    title: titleOf(context, t('callback.title')),
    error: errorIn(searchParams),
    isWhole: Boolean(searchParams.get('code') && searchParams.get('state')),
    query: searchParams.toString(),
  }
}

type Args = Parameters<typeof findCalendarManager>

const managing = async ({ request, context }: { request: Args[0]; context: Args[1] }) => ({
  manager: await findCalendarManager(request, context),
})

/** The button "Connect": to Google's page. */
const connect = formAction({
  allow: managing,
  texts: 'googleCalendar',
  schema: () => noFields,
  run: async ({ deps, manager }) => {
    const asked = manager && (await askForCalendar(deps, manager))
    return { ok: true, asked }
  },
  refusals: {},
  failures: ({ t }) => ({
    failed: { title: t('toasts.configurationError'), text: t('toasts.configurationErrorText') },
  }),
  done: ({ deps, t, result: { asked } }) => {
    if (!asked)
      return redirectWithToast(deps, '/login?redirect_to=/settings/integrations', {
        tone: 'bad',
        title: t('toasts.authentication'),
        text: t('toasts.authenticationText'),
      })
    if (!asked.ok)
      return redirectWithToast(deps, '/settings/integrations', {
        tone: 'bad',
        title: t('toasts.configuration'),
        text: t('toasts.configurationText'),
      })
    return redirect(asked.url, { headers: withCookies(asked.cookies) })
  },
})

/** The way back where no script runs, behind a button. */
const finish = formAction({
  allow: managing,
  texts: 'googleCalendar',
  schema: () => noFields,
  run: async ({ deps, manager, url, visitor }) => {
    if (!manager) return { ok: true, cookies: null }
    const code = url.searchParams.get('code') ?? ''
    const state = url.searchParams.get('state') ?? ''
    return connectCalendar(deps, manager, { code, state, ...visitor })
  },
  refusals: eachRefusal(callbackStatuses, (reason, status) => (_refusal: object, language) => {
    const t = translator(language, 'googleCalendar')
    const problem = { title: t('callback.failed'), text: t(`callback.problems.${reason}`) }
    return { status, problem }
  }),
  failures: ({ t }) => ({
    failed: { title: t('callback.failed'), text: t('callback.problems.unexpected') },
  }),
  done: ({ deps, t, result: { cookies } }) =>
    cookies === null
      ? redirectWithToast(deps, '/login?redirect_to=/settings/integrations', {
          tone: 'bad',
          title: t('toasts.authentication'),
          text: t('toasts.authenticationText'),
        })
      : redirectWithToast(deps, settings, {
          title: t('toasts.connected'),
          text: t('toasts.connectedText'),
          cookies,
        }),
})

export const action = byIntent({ connect }, finish)

export const clientAction = keepForm

export default function GoogleCalendarCallback({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('googleCalendar.callback')
  const { error, isWhole } = loaderData
  const form = useForm(actionData)
  return (
    <AuthPage title={t('title')}>
      {actionData ? (
        <>
          <FormSummary form={form} />
          <BackToSettings />
        </>
      ) : error !== null ? (
        <Failed
          text={t('denied', { error })}
          more={t(error === 'access_denied' ? 'deniedText' : 'againText')}
        />
      ) : isWhole ? (
        <Finishing query={loaderData.query} />
      ) : (
        <Failed text={t('missing')} more={t('againText')} />
      )}
    </AuthPage>
  )
}

type Reason = keyof typeof callbackStatuses
const isReason = (name: unknown): name is Reason =>
  typeof name === 'string' && Object.hasOwn(callbackStatuses, name)

type State = { now: 'processing' | 'connected' } | { now: 'failed'; reason: Reason | null }

/** Asks the server to finish; the page says how it went. */
function Finishing({ query }: { query: string }) {
  const t = useTranslations('googleCalendar')
  const navigate = useNavigate()
  const begun = useRef(false)
  const [state, setState] = useState<State>({ now: 'processing' })

  useEffect(() => {
    // The code counts once, however often React mounts the page.
    if (begun.current) return
    begun.current = true
    finishAt(query).then(
      (end) => {
        setState(end)
        if (end.now === 'failed') notify({ tone: 'bad', title: t('toasts.failed') })
      },
      () => {
        setState({ now: 'failed', reason: null })
        notify({ tone: 'bad', title: t('toasts.failed') })
      },
    )
  }, [query, t])

  const isConnected = state.now === 'connected'
  useEffect(() => {
    if (!isConnected) return undefined
    const later = setTimeout(
      () => void navigate(`${settings}&google_connected=true`, { replace: true }),
      redirectMs,
    )
    return () => clearTimeout(later)
  }, [isConnected, navigate])

  if (state.now === 'failed')
    return (
      <Failed
        text={t('callback.failed')}
        more={t(`callback.problems.${state.reason ?? 'unexpected'}`)}
      />
    )
  if (isConnected)
    return (
      <output className="grid gap-2">
        <span className="text-lg font-medium">{t('callback.success')}</span>
        <span className="text-muted">{t('callback.redirecting')}</span>
      </output>
    )
  return (
    <>
      <output className="flex items-center gap-3">
        <Spinner /> {t('callback.processing')}
      </output>
      <noscript>
        <Form method="post">
          <Button wide size="large">
            {t('callback.button')}
          </Button>
        </Form>
      </noscript>
    </>
  )
}

/** A redirect leads the browser there, if it is one of ours. */
async function finishAt(query: string): Promise<State> {
  const answer = await fetch(`/google-calendar-callback/finish?${query}`, {
    headers: { accept: 'application/json', 'content-type': 'application/json' },
  })
  if (answer.redirected) {
    const to = new URL(answer.url)
    if (to.origin !== window.location.origin) return { now: 'failed', reason: null }
    window.location.assign(to)
    return { now: 'processing' }
  }
  if (answer.ok) return { now: 'connected' }
  const said: unknown = await answer.json().catch(() => null)
  const reason = typeof said === 'object' && said !== null && 'reason' in said ? said.reason : null
  return { now: 'failed', reason: isReason(reason) ? reason : null }
}

function Failed({ text, more }: { text: string; more?: ReactNode }) {
  return (
    <>
      <div role="alert" className="grid gap-2">
        <p className="text-lg font-medium wrap-anywhere">{text}</p>
        {more && <p className="text-muted">{more}</p>}
      </div>
      <BackToSettings />
    </>
  )
}

function BackToSettings() {
  const t = useTranslations('googleCalendar.callback')
  return (
    <div>
      <LinkButton to={settings}>{t('back')}</LinkButton>
    </div>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
