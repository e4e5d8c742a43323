import { redirect } from 'react-router'
import { homeOf } from '#core/accounts/rules.ts'
import { textsOf } from '#core/shared/texts/catalogue.ts'
import type { Route } from './+types/home'
import { DataPrivacy, Features } from '../../components/home/features.tsx'
import { Hero } from '../../components/home/hero.tsx'
import { SiteFooter } from '../../components/page/site-footer.tsx'
import { SiteHeader } from '../../components/page/site-header.tsx'
import { WithTexts } from '../../components/page/with-texts.tsx'
import { depsOf, readerLanguage } from '../../request.ts'
import { findSignedIn } from '../../session.ts'
import { titleOf } from '../../titles.ts'
import { translator } from '../../translate.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = await findSignedIn(request, context)
  if (signedIn) throw redirect(homeOf(signedIn.profile?.roles ?? []))
  const { home, signUp } = depsOf(context).settings
  if (home) throw redirect(`/${home}`)
  const language = readerLanguage(request)
  const t = translator(language, 'home')
  return {
    texts: textsOf(language, ['home']),
    title: titleOf(context, t('title')),
    description: t('description'),
    open: signUp === 'open',
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <SiteHeader />
      <main>
        <Hero open={loaderData.open} />
        <Features />
        <DataPrivacy />
      </main>
      <SiteFooter flush />
    </WithTexts>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }, { name: 'description', content: loaderData?.description }]
}
