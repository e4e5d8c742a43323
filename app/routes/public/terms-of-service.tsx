import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { LegalPage } from '#app/features/legal/legal-page.tsx'
import { readLegalText } from '#app/features/legal/legal-text.ts'
import { OperatorText } from '#app/features/legal/operator-text.tsx'
import { cameFrom } from '#app/http/came-from.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/terms-of-service'

// Nothing on this page needs a script.
export const handle = { plain: true }

const updated = '2026-11-23'
const order = [
  'providers',
  'clients',
  'administrators',
  'accounts',
  'bookings',
  'use',
  'liability',
  'changes',
] as const

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { origin, settings } = depsOf(context)
  const language = readerLanguage(request)
  const t = translator(language, 'legal')
  const file = settings.legalTexts.terms
  return {
    own: file && { ...readLegalText(file.text), updated: todayIn('UTC', file.changedAt) },
    head: headOf(context, {
      title: titleOf(context, t('terms.title')),
      description: t('terms.intro', { operator: settings.operatorName }),
      path: '/terms-of-service',
    }),
    back: url.searchParams.has('tab') ? null : cameFrom(request, origin),
    operatorEmail: settings.operatorEmail,
  }
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { own, back, operatorEmail } = loaderData
  const t = useTranslations('legal.terms')
  const operator = useRouteLoaderData<{ operatorName: string }>('root')?.operatorName ?? ''
  const sections = order.map((name) => ({
    title: t(`sections.${name}.title`),
    text: t(`sections.${name}.text`, { operator }),
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
    </LegalPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? []
