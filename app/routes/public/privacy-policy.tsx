import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { textsOf } from '#core/shared/texts/catalogue.ts'
import type { Route } from './+types/privacy-policy'
import { cameFrom } from '../../came-from.ts'
import { CookieList } from '../../components/legal/cookie-list.tsx'
import { LegalPage } from '../../components/legal/legal-page.tsx'
import { WithTexts } from '../../components/page/with-texts.tsx'
import { headOf } from '../../head.ts'
import { depsOf, readerLanguage } from '../../request.ts'
import { titleOf } from '../../titles.ts'
import { translator } from '../../translate.ts'

// Nothing on this page needs a script.
export const handle = { plain: true }

const updated = '2026-11-21'
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

export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin, settings } = depsOf(context)
  const language = readerLanguage(request)
  const t = translator(language, 'legal')
  return {
    texts: textsOf(language, ['legal']),
    head: headOf(context, {
      title: titleOf(context, t('privacy.title')),
      description: t('privacy.intro', { operator: settings.operatorName }),
      path: '/privacy-policy',
    }),
    back: cameFrom(request, origin),
    operatorEmail: settings.operatorEmail,
  }
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { texts, back, operatorEmail } = loaderData
  return (
    <WithTexts texts={texts}>
      <Privacy back={back} operatorEmail={operatorEmail} />
    </WithTexts>
  )
}

function Privacy(page: { back: string; operatorEmail: string | null }) {
  const t = useTranslations('legal.privacy')
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
    >
      <CookieList />
    </LegalPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? []
