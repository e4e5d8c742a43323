import ArrowLeft from 'lucide-react/icons/arrow-left'
import { data, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { trialDays } from '#core/plans/catalogue.ts'
import { textsOf } from '#core/shared/texts/catalogue.ts'
import type { Route } from './+types/pricing'
import { SiteFooter } from '../../components/page/site-footer.tsx'
import { WithTexts } from '../../components/page/with-texts.tsx'
import { BillingSwitch } from '../../components/pricing/billing-switch.tsx'
import { PlanCards } from '../../components/pricing/plan-cards.tsx'
import { Questions } from '../../components/pricing/questions.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { ThemeToggle } from '../../components/ui/theme-toggle.tsx'
import { headOf } from '../../head.ts'
import { depsOf, readerLanguage } from '../../request.ts'
import { titleOf } from '../../titles.ts'
import { translator } from '../../translate.ts'

// Nothing on this page needs a script.
export const handle = { plain: true }

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { settings } = depsOf(context)
  if (!settings.plans) throw data(null, { status: 404 })
  const language = readerLanguage(request)
  const t = translator(language, 'pricing')
  return {
    texts: textsOf(language, ['pricing']),
    head: headOf(context, {
      title: titleOf(context, t('title')),
      description: t('description'),
      path: '/pricing',
    }),
    yearly: url.searchParams.get('billing') === 'yearly',
  }
}

export default function PricingPage({ loaderData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <Pricing yearly={loaderData.yearly} />
    </WithTexts>
  )
}

function Pricing({ yearly }: { yearly: boolean }) {
  const t = useTranslations('pricing')
  return (
    <>
      <PricingHeader />
      <main>
        <div className="billing page pt-12 sm:pt-20">
          <div className="mb-10 grid justify-items-start gap-6 sm:mb-14 sm:justify-items-center sm:text-center">
            <div>
              <h1 className="text-3xl sm:text-4xl">{t('headline')}</h1>
              <p className="mt-4 max-w-[40rem] text-lg text-muted">
                {t('text', { days: trialDays })}
              </p>
            </div>
            <BillingSwitch yearly={yearly} />
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
