import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { LegalPage } from '#app/features/legal/legal-page.tsx'
import { cameFrom } from '#app/http/came-from.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
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
  return {
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
  const { back, operatorEmail } = loaderData
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
      title={t('title')}
      intro={t('intro', { operator })}
      sections={sections}
      updated={updated}
    />
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? []
