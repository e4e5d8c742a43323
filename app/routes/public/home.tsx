import { redirect } from 'react-router'
import { homeOf } from '#core/accounts/rules.ts'
import { findVendorByUsername } from '#core/vendors/queries.ts'
import { textsOf } from '#core/shared/texts/catalogue.ts'
import type { Route } from './+types/home'
import { DataPrivacy, Features } from '../../components/home/features.tsx'
import { Hero } from '../../components/home/hero.tsx'
import { LastWord } from '../../components/home/last-word.tsx'
import { OneClass } from '../../components/home/one-class.tsx'
import { LandingHeader } from '../../components/home/landing-header.tsx'
import { SiteFooter } from '../../components/page/site-footer.tsx'
import { WithTexts } from '../../components/page/with-texts.tsx'
import { PricingSection } from '../../components/pricing/pricing-section.tsx'
import { TrainerPage } from '../../components/trainer/trainer-page.tsx'
import { headOf } from '../../head.ts'
import { depsOf, readerLanguage } from '../../request.ts'
import { findSignedIn } from '../../session.ts'
import { titleOf } from '../../titles.ts'
import { trainerPage } from '../../trainer-page.ts'
import { translator } from '../../translate.ts'

// The landing page needs no script; a trainer's page in its place does.
export const handle = {
  plain: (page: unknown) => typeof page === 'object' && page !== null && 'landing' in page,
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const signedIn = await findSignedIn(request, context)
  if (signedIn) throw redirect(homeOf(signedIn.profile?.roles ?? []))
  const { db, settings } = depsOf(context)
  // Before the trainer has signed up there is no such page yet, and the landing page leads to the sign-up.
  const vendor = settings.home ? await findVendorByUsername(db, settings.home) : null
  if (vendor) return { trainer: await trainerPage({ request, context, url }, vendor) }
  const language = readerLanguage(request)
  const t = translator(language, 'home')
  return {
    landing: {
      texts: textsOf(language, ['home', 'pricing']),
      head: headOf(context, {
        title: titleOf(context, t('title')),
        description: t('description'),
        path: '/',
      }),
      open: settings.signUp === 'open',
      plansOn: settings.plans,
    },
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  if ('trainer' in loaderData) return <TrainerPage {...loaderData.trainer} />
  const { texts, open, plansOn } = loaderData.landing
  return (
    <WithTexts texts={texts}>
      <LandingHeader open={open} plansOn={plansOn} />
      <main>
        <Hero open={open} plansOn={plansOn} />
        <OneClass />
        <Features />
        {plansOn && <PricingSection />}
        <DataPrivacy />
        {open && <LastWord />}
      </main>
      <SiteFooter flush product />
    </WithTexts>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return 'trainer' in loaderData ? loaderData.trainer.head : loaderData.landing.head
}
