import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { CookieList } from '#app/features/legal/cookie-list.tsx'
import { LegalPage } from '#app/features/legal/legal-page.tsx'
import { readLegalText } from '#app/features/legal/legal-text.ts'
import { OperatorText } from '#app/features/legal/operator-text.tsx'
import { cameFrom } from '#app/http/came-from.ts'
import { cookieName } from '#app/http/cookies.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { hostCookie } from '#core/shared/host-cookie.ts'
import { hasBots } from '#core/telegram/queries.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/privacy-policy'

// Nothing on this page needs a script.
export const handle = { plain: true }

const updated = '2026-11-29'
const order = [
  'responsible',
  'providers',
  'clients',
  'enquiries',
  'administrators',
  'duration',
  'others',
  'rights',
] as const

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { origin, settings, openId, googleCalendar } = deps
  const hasTelegram = await hasBots(deps)
  const language = readerLanguage(request)
  const t = translator(language, 'legal')
  const file = settings.legalTexts.privacy
  return {
    own: file && { ...readLegalText(file.text), updated: todayIn('UTC', file.changedAt) },
    head: headOf(context, {
      title: titleOf(context, t('privacy.title')),
      description: t('privacy.intro', { operator: settings.operatorName }),
      path: '/privacy-policy',
    }),
    back: url.searchParams.has('tab') ? null : cameFrom(request, origin),
    operatorEmail: settings.operatorEmail,
    operatorAddress: settings.operatorAddress,
    cookies: {
      session: hostCookie('openspot.session_token', origin),
      known: hostCookie('known', origin),
      device: cookieName('device', origin),
      paying: cookieName('paying', origin),
      brought: cookieName('brought', origin),
      notice: cookieName('notice', origin),
      ...(openId.google && {
        openId: hostCookie('openspot.openid', origin),
        join: hostCookie('openspot.join', origin),
        filling: hostCookie('openspot.filling', origin),
      }),
      ...(googleCalendar && { calendar: hostCookie('openspot.calendar', origin) }),
      ...(hasTelegram && {
        telegramLogin: hostCookie('openspot.telegram-login', origin),
        telegram: hostCookie('openspot.telegram', origin),
      }),
    },
    hasGoogle: openId.google !== null,
    hasCalendar: googleCalendar !== null,
    hasTelegram,
  }
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { own, back, operatorEmail, operatorAddress, cookies } = loaderData
  const { hasGoogle, hasCalendar, hasTelegram } = loaderData
  const t = useTranslations('legal.privacy')
  const l = useTranslations('legal')
  const operator = useRouteLoaderData<{ operatorName: string }>('root')?.operatorName ?? ''
  const sections = order.map((name) => ({
    title: t(`sections.${name}.title`),
    text: [
      t(`sections.${name}.text`, { operator }),
      ...(name === 'others' && hasGoogle ? [t('sections.others.google')] : []),
      ...(name === 'others' && hasCalendar ? [t('sections.others.calendar')] : []),
      ...(name === 'others' && hasTelegram ? [t('sections.others.telegram')] : []),
      ...(name === 'others' ? [t('sections.others.cards')] : []),
    ].join(' '),
  }))
  return (
    <LegalPage
      back={back}
      operatorEmail={operatorEmail}
      title={own?.title ?? t('title')}
      intro={own ? null : t('intro', { operator })}
      sections={own ? [] : sections}
      updated={own?.updated ?? updated}
    >
      {own && <OperatorText blocks={own.blocks} />}
      <CookieList {...cookies} />
      {operatorAddress !== null && (
        <section id="operator" className="mt-8 scroll-mt-4">
          <h2 className="text-xl">{l('notice')}</h2>
          <p className="mt-2 text-lg wrap-anywhere whitespace-pre-line text-muted">
            {operatorAddress}
          </p>
        </section>
      )}
    </LegalPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? []
