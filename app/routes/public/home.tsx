import { redirect } from 'react-router'
import { AnySpotsLeft } from '#app/features/home/any-spots-left.tsx'
import { DataPrivacy, Features } from '#app/features/home/features.tsx'
import { Hero } from '#app/features/home/hero.tsx'
import { LandingHeader } from '#app/features/home/landing-header.tsx'
import { LastWord } from '#app/features/home/last-word.tsx'
import { Prices } from '#app/features/home/prices.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { trainerPage } from '#app/features/trainer/trainer-page.server.ts'
import { TrainerPage } from '#app/features/trainer/trainer-page.tsx'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { findSignedIn } from '#app/http/session.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { homeOf } from '#core/accounts/rules.ts'
import { findShowcase } from '#core/classes/queries/showcase.ts'
import { findVendorByUsername } from '#core/vendors/queries.ts'
import type { Route } from './+types/home'

// The landing page needs no script; a trainer's page in its place does.
export const handle = {
  plain: (page: unknown) => typeof page === 'object' && page !== null && 'landing' in page,
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const signedIn = await findSignedIn(request, context)
  if (signedIn) throw redirect(homeOf(signedIn.profile?.roles ?? []))
  const deps = depsOf(context)
  const { settings } = deps
  // Before the trainer has signed up there is no such page yet, and the landing page leads to the sign-up.
  const vendor = settings.home ? await findVendorByUsername(deps, settings.home) : null
  if (vendor) return { trainer: await trainerPage({ request, context, url }, vendor) }
  const language = readerLanguage(request)
  const t = translator(language, 'home')
  return {
    landing: {
      head: headOf(context, {
        title: titleOf(context, t('title')),
        description: t('description'),
        path: '/',
      }),
      signUp: settings.signUp,
      plansOn: settings.plans,
      livePage: settings.showcase && (await findShowcase(deps.db, settings.showcase)),
    },
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  if ('trainer' in loaderData) return <TrainerPage {...loaderData.trainer} />
  const { signUp, plansOn, livePage } = loaderData.landing
  const open = signUp === 'open'
  return (
    <>
      <LandingHeader open={open} />
      <main id="main">
        <Hero signUp={signUp} plansOn={plansOn} livePage={livePage} />
        <AnySpotsLeft />
        <Features />
        {plansOn && <Prices />}
        <DataPrivacy />
        {open && <LastWord />}
      </main>
      <SiteFooter flush product />
    </>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return 'trainer' in loaderData ? loaderData.trainer.head : loaderData.landing.head
}
