import CalendarDays from 'lucide-react/icons/calendar-days'
import MailCheck from 'lucide-react/icons/mail-check'
import TicketCheck from 'lucide-react/icons/ticket-check'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Card } from '../ui/card.tsx'

const features = [
  ['schedule', CalendarDays],
  ['booking', TicketCheck],
  ['messages', MailCheck],
] as const

/** Only what is built is claimed. */
export function Features() {
  const t = useTranslations('home.features')
  return (
    <section className="border-t border-line py-12 sm:py-16" aria-labelledby="features">
      <div className="page">
        <h2 id="features" className="text-2xl">
          {t('title')}
        </h2>
        <ul className="mt-8 grid gap-4 md:grid-cols-3">
          {features.map(([name, Icon]) => (
            <Card as="li" key={name}>
              <Icon aria-hidden="true" className="size-7 text-accent" strokeWidth={1.5} />
              <h3 className="mt-4 text-lg">{t(`${name}.title`)}</h3>
              <p className="mt-1 text-muted">{t(`${name}.text`)}</p>
            </Card>
          ))}
        </ul>
      </div>
    </section>
  )
}

export function DataPrivacy() {
  const t = useTranslations('home.privacy')
  return (
    <section
      className="border-t border-line bg-sunken py-12 sm:py-16"
      aria-labelledby="data-privacy"
    >
      <div className="page grid gap-x-16 gap-y-4 md:grid-cols-2">
        <h2 id="data-privacy" className="text-2xl">
          {t('title')}
        </h2>
        <div>
          <p className="text-lg text-muted">{t('text')}</p>
          <Link
            to="/privacy-policy"
            className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('link')}
          </Link>
        </div>
      </div>
    </section>
  )
}
