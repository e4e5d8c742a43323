import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { LegalPage } from '#app/features/legal/legal-page.tsx'
import { cameFrom } from '#app/http/came-from.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import type { Route } from './+types/terms-of-service'

// Nothing on this page needs a script.
export const handle = { plain: true }

const updated = '2026-11-22'
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
    texts: textsOf(language, ['legal']),
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
  const { texts, back, operatorEmail } = loaderData
  return (
    <WithTexts texts={texts}>
      <Terms back={back} operatorEmail={operatorEmail} />
    </WithTexts>
  )
}

function Terms(page: { back: string | null; operatorEmail: string | null }) {
  const t = useTranslations('legal.terms')
  const operator = useRouteLoaderData<{ operatorName: string }>('root')?.operatorName ?? ''
  const sections = order.map((name) => ({
    title: t(`sections.${name}.title`),
    text: t(`sections.${name}.text`, { operator }),
  }))
  return (
    <LegalPage
      {...page}
      title={t('title')}
      intro={t('intro', { operator })}
      sections={sections}
      updated={updated}
    />
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? []
