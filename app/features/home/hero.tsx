import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { ExamplePhone } from '#app/features/example/example-phone.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { planCatalogue } from '#core/plans/catalogue.ts'
import { StartForm } from './start-form.tsx'

type HeroProps = {
  signUp: 'open' | 'invite' | 'closed'
  plansOn: boolean
  /** the username of a page to show; null: there is none */
  livePage: string | null
}

/** What this is, in one sentence, and the way in. */
export function Hero({ signUp, plansOn, livePage }: HeroProps) {
  const t = useTranslations('home')
  const bookings = planCatalogue.find(({ id }) => id === 'free')?.bookingsPerMonth ?? 0
  return (
    <section className="overflow-hidden border-b border-line">
      <div className="page grid grid-cols-1 items-center gap-x-10 gap-y-12 py-10 md:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-20 lg:py-16">
        <div>
          <h1 className="text-3xl sm:text-4xl md:text-3xl lg:text-4xl xl:text-5xl">
            {/* Each sentence on a line of its own where there is room. */}
            {t('headline')
              .split(/(?<=\.) /)
              .map((sentence) => (
                <span key={sentence} className="sm:block">
                  {`${sentence} `}
                </span>
              ))}
          </h1>
          <p className="mt-5 max-w-[34rem] text-lg text-muted lg:text-xl lg:leading-8">
            {t('text')}
          </p>
          {signUp === 'open' ? (
            <>
              <StartForm id="email" className="mt-8" />
              <p className="mt-3 text-muted">
                {plansOn && `${t('free', { bookings })} `}
                {t('paid')}
              </p>
            </>
          ) : (
            <Closed isInvited={signUp === 'invite'} />
          )}
          <Link
            to="/classes"
            className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('browse')}
          </Link>
        </div>
        <div>
          <ExamplePhone>
            {livePage !== null && (
              <Link
                to={`/${livePage}`}
                className="ms-2 inline-flex min-h-11 items-center gap-1.5 font-medium underline underline-offset-4"
              >
                {t('live')}
                <ArrowRight aria-hidden="true" className="size-4" />
              </Link>
            )}
          </ExamplePhone>
        </div>
      </div>
    </section>
  )
}

function Closed({ isInvited }: { isInvited: boolean }) {
  const t = useTranslations('home')
  return (
    <div className="mt-8 grid justify-items-start gap-3">
      <p>{t(isInvited ? 'byInvitation' : 'closed')}</p>
      <LinkButton to="/login" size="large">
        {t('signIn')}
      </LinkButton>
    </div>
  )
}
