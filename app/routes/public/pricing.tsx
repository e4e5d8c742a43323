import ArrowLeft from 'lucide-react/icons/arrow-left'
import { data } from 'react-router'
import { useTranslations } from 'use-intl'
import { LandingHeader } from '#app/features/home/landing-header.tsx'
import { BillingSwitch } from '#app/features/pricing/billing-switch.tsx'
import { PlanCards } from '#app/features/pricing/plan-cards.tsx'
import { Questions } from '#app/features/pricing/questions.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { keepBrought } from '#app/http/brought.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { findSignedIn } from '#app/http/session.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { trialDays } from '#core/plans/catalogue.ts'
import { findPlanShown } from '#core/plans/queries.ts'
import { findWorkplace } from '#core/vendors/queries.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/pricing'

// Nothing on this page needs a script.
export const handle = { plain: true }

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { settings, origin } = depsOf(context)
  if (!settings.plans) throw data(null, { status: 404 })
  const language = readerLanguage(request)
  const t = translator(language, 'pricing')
  const page = {
    head: headOf(context, {
      title: titleOf(context, t('title')),
      description: t('description'),
      path: '/pricing',
    }),
    open: settings.signUp === 'open',
    yearly: url.searchParams.get('billing') === 'yearly',
    own: await findPaidPlan(request, context),
  }
  return data(page, { headers: await keepBrought(request, origin) })
}

/** What the signed-in reader pays for; null: nothing. */
async function findPaidPlan(request: Request, context: Route.LoaderArgs['context']) {
  const signedIn = await findSignedIn(request, context)
  const { db } = depsOf(context)
  const workplace = signedIn && (await findWorkplace(db, signedIn.user.id))
  if (!workplace || !mayManage(workplace.role)) return null
  const { kind } = await findPlanShown(db, workplace.id)
  return kind === 'professional' || kind === 'enterprise' ? kind : null
}

export default function PricingPage({ loaderData }: Route.ComponentProps) {
  const { open, yearly, own } = loaderData
  const t = useTranslations('pricing')
  return (
    <>
      <LandingHeader open={open} />
      <main id="main">
        <div className="billing page pt-4">
          <LinkButton to="/" variant="quiet" size="small" className="-ms-3">
            <ArrowLeft aria-hidden="true" />
            {t('backHome')}
          </LinkButton>
          <div className="mt-6 mb-8 grid justify-items-start sm:mt-8 gap-6 sm:mb-12 sm:justify-items-center sm:text-center">
            <div>
              <h1 className="text-3xl sm:text-4xl">{t('headline')}</h1>
              {own === null && (
                <p className="mt-4 max-w-[40rem] text-lg text-muted">
                  {t('text', { days: trialDays })}
                </p>
              )}
            </div>
            <BillingSwitch yearly={yearly} />
          </div>
          <PlanCards open={open} own={own} />
        </div>
        <Questions />
      </main>
      <SiteFooter product flush />
    </>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}
