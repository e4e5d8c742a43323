import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { trialDays } from '#core/plans/catalogue.ts'
import { ExampleSessions } from './example-sessions.tsx'
import { StartForm } from './start-form.tsx'

/** What this is, in one sentence, and the way in. */
export function Hero({ open, plansOn }: { open: boolean; plansOn: boolean }) {
  const t = useTranslations('home')
  return (
    <section className="spot-field overflow-hidden border-b border-line">
      <div className="page grid items-center gap-x-16 gap-y-12 py-12 sm:py-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:py-28">
        <div>
          <h1 className="text-3xl sm:text-4xl lg:text-5xl">{t('headline')}</h1>
          <p className="mt-5 max-w-[34rem] text-lg text-muted sm:text-xl sm:leading-8">
            {t('text')}
          </p>
          {open ? (
            <>
              <StartForm id="email" className="mt-8" />
              {plansOn && <p className="mt-3 text-muted">{t('trial', { days: trialDays })}</p>}
            </>
          ) : (
            <Closed />
          )}
          <Link
            to="/classes"
            className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('browse')}
          </Link>
        </div>
        <ExampleSessions />
      </div>
    </section>
  )
}

function Closed() {
  const t = useTranslations('home')
  return (
    <div className="mt-8 grid justify-items-start gap-3">
      <p>{t('closed')}</p>
      <LinkButton to="/login" size="large">
        {t('signIn')}
      </LinkButton>
    </div>
  )
}
