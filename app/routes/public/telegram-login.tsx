import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { AutoSubmit } from '#app/features/accounts/auto-submit.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { urlText } from '#app/http/url-text.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { useLookAgain } from '#app/ui/use-look-again.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { drawQr } from '#core/integrations/qr.ts'
import { beginLogin, findBegunLogin, finishLogin } from '#core/telegram/commands/log-in.ts'
import type { Route } from './+types/telegram-login'

const lookAgainMs = 2000

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const t = translator(readerLanguage(request), 'booking')
  const to = safeRedirect(url.searchParams.get('to'), deps.origin, '/')
  const vendorId = urlText(url, 'vendor')
  if (vendorId !== '') {
    const chat = url.searchParams.get('chat')
    const asksLink = chat === 'while_broken' ? chat : chat !== null
    const begun = await beginLogin(deps, { vendorId, to, asksLink })
    if (!begun.ok)
      throw await redirectWithToast(deps, to, {
        tone: 'bad',
        title: t('telegram.failed'),
        text: t(`telegram.problems.${begun.reason}`),
      })
    const { next, cookies } = begun
    const here = '/telegram/login'
    throw redirect(next.kind === 'openid' ? next.url : here, { headers: withCookies(cookies) })
  }
  const title = titleOf(context, t('telegram.login.title'))
  const brings = ['code', 'error'].some((name) => url.searchParams.has(name))
  const begun = await findBegunLogin(deps, request.headers)
  if (!begun) return data({ title, step: { kind: 'over' as const } }, { status: 410 })
  const step =
    brings || begun.kind === 'openid' || begun.claim !== null
      ? { kind: 'brings' as const }
      : { kind: 'chat' as const, link: begun.link, qr: qrOf(begun.link), number: begun.number }
  return data({ title, step: { ...step, to: begun.to } })
}

const qrOf = (link: string) => `data:image/svg+xml,${encodeURIComponent(drawQr(link))}`

export const headers = privateHeaders

export const action = formAction({
  allow: anyone,
  texts: 'booking',
  schema: () => noFields,
  run: async ({ deps, visitor, url }) => ({
    ok: true as const,
    done: await finishLogin(deps, visitor, url.searchParams),
  }),
  refusals: {},
  failures: ({ t }) => ({
    failed: { title: t('telegram.failed'), text: t('telegram.problems.refused') },
  }),
  done: ({ deps, result: { done }, t }) => {
    const { cookies } = done
    const to = done.to ?? '/'
    if (done.ok) return redirect(to, { status: 303, headers: withCookies(cookies) })
    // The chat is still open: the page goes on waiting.
    if (done.reason === 'waiting') return redirect('/telegram/login', { status: 303 })
    return redirectWithToast(deps, to, {
      tone: 'bad',
      title: t('telegram.failed'),
      text: t(`telegram.problems.${done.reason}`),
      cookies,
      status: 303,
    })
  },
})

export const clientAction = keepForm

export default function TelegramLoginPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('booking.telegram.login')
  const { step } = loaderData
  switch (step.kind) {
    case 'over':
      return (
        <AuthPage title={t('over')} text={t('overText')}>
          <LinkButton to="/" variant="secondary">
            {t('back')}
          </LinkButton>
        </AuthPage>
      )
    case 'brings':
      return (
        <AuthPage title={t('title')}>
          <AutoSubmit loading={t('completing')} text={t('completing')}>
            <Button wide size="large">
              {t('button')}
            </Button>
          </AutoSubmit>
        </AuthPage>
      )
    case 'chat':
      return <ByChat {...step} />
  }
}

type Chat = { link: string; qr: string; number: number; to: string }

/** The person confirms the login in the chat with the bot, on this device or another one. */
function ByChat({ link, qr, number, to }: Chat) {
  const t = useTranslations('booking.telegram.login')
  const live = useLive()
  useLookAgain(true, lookAgainMs)
  return (
    <AuthPage title={t('title')} text={t('chatText')}>
      <p className="grid gap-1 text-center">
        <span className="text-muted">{t('number')}</span>
        <strong className="text-5xl font-semibold tabular-nums">{number}</strong>
      </p>
      <a
        href={link}
        target="_blank"
        rel="noreferrer"
        className={buttonClasses({ wide: true, size: 'large' })}
      >
        {t('open')}
      </a>
      {live ? (
        <output className="flex items-center gap-3 text-muted">
          <Spinner /> {t('waiting')}
        </output>
      ) : (
        <LinkButton to="/telegram/login" reloadDocument variant="secondary" wide>
          {t('check')}
        </LinkButton>
      )}
      <div className="hidden items-center gap-4 border-t border-line pt-5 sm:flex">
        <img src={qr} alt={t('qr')} width={128} height={128} className="rounded-control" />
        <p className="text-muted">{t('scan')}</p>
      </div>
      <p>
        <a href={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t('other')}
        </a>
      </p>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
