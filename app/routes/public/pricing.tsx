import ArrowLeft from 'lucide-react/icons/arrow-left'
import { data, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { BillingSwitch } from '#app/features/pricing/billing-switch.tsx'
import { PlanCards } from '#app/features/pricing/plan-cards.tsx'
import { Questions } from '#app/features/pricing/questions.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { trialDays } from '#core/plans/catalogue.ts'
import type { Route } from './+types/pricing'

// Nothing on this page needs a script.
export const handle = { plain: true }

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { settings } = depsOf(context)
  if (!settings.plans) throw data(null, { status: 404 })
  const language = readerLanguage(request)
  const t = translator(language, 'pricing')
  return {
    head: headOf(context, {
      title: titleOf(context, t('title')),
      description: t('description'),
      path: '/pricing',
    }),
    yearly: url.searchParams.get('billing') === 'yearly',
  }
}

export default function PricingPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('pricing')
  return (
    <>
      <PricingHeader />
      <main id="main">
        <div className="billing page pt-12 sm:pt-20">
          <div className="mb-10 grid justify-items-start gap-6 sm:mb-14 sm:justify-items-center sm:text-center">
            <div>
              <h1 className="text-3xl sm:text-4xl">{t('headline')}</h1>
              <p className="mt-4 max-w-[40rem] text-lg text-muted">
                {t('text', { days: trialDays })}
              </p>
            </div>
            <BillingSwitch yearly={loaderData.yearly} />
          </div>
          <PlanCards level={2} />
        </div>
        <Questions />
      </main>
      <SiteFooter product flush />
    </>
  )
}

function PricingHeader() {
  const t = useTranslations('pricing')
  const s = useTranslations('shared')
  const { pathname, search } = useLocation()
  return (
    <header className="border-b border-line">
      <div className="page flex min-h-16 flex-wrap items-center gap-x-1 gap-y-1 py-2 sm:gap-x-3">
        <LinkButton
          to="/"
          variant="quiet"
          size="small"
          className="-ms-2 me-auto max-sm:px-2 sm:-ms-3"
        >
          <ArrowLeft aria-hidden="true" />
          {t('backHome')}
        </LinkButton>
        <LinkButton to="/login" variant="quiet" size="small" className="max-sm:px-2">
          {t('signIn')}
        </LinkButton>
        {/* On the narrowest phones the cards below have it. */}
        <LinkButton to="/register" size="small" className="max-[24rem]:hidden">
          {t('getStarted')}
        </LinkButton>
        <ThemeToggle
          toLightLabel={s('theme.light')}
          toDarkLabel={s('theme.dark')}
          returnTo={pathname + search}
        />
      </div>
    </header>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}
