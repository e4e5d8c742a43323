import { useLocale, useTranslations } from 'use-intl'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import { momentText } from '#app/locale/clock.ts'
import { buttonClasses } from '#app/ui/button-classes.ts'
import type { AskWays, BookingOffer } from './booking-offer.ts'

/** In place of the form, where the vendor takes no more online bookings: how to ask for a spot. */
export function AskTrainer({ offer, ways }: { offer: BookingOffer; ways: AskWays }) {
  const t = useTranslations('booking.ask')
  const language = useLocale()
  const { title, business: name, sessions, preselected } = offer
  const session = sessions.find(({ id }) => id === preselected)
  const text = session
    ? t('messageFor', { title, when: momentText(session.startsAt, session.timeZone, language) })
    : t('message', { title })
  const write = writingTo(ways, { subject: title, text })
  return (
    <div className="grid gap-4">
      {session && (
        <p className="font-medium">
          <SessionTime
            startsAt={session.startsAt}
            endsAt={session.endsAt}
            zone={session.timeZone}
            day
          />
        </p>
      )}
      <p>{t(write || ways.phone ? 'text' : 'noWay', { name })}</p>
      <div className="grid gap-2">
        {write && (
          <Way href={write} variant="primary">
            {t('button', { name })}
          </Way>
        )}
        {ways.phone && (
          <Way href={`tel:${ways.phone}`} variant={write ? 'secondary' : 'primary'}>
            {t(write ? 'call' : 'callFor', { name })}
          </Way>
        )}
      </div>
    </div>
  )
}

type WayProps = { href: string; variant: 'primary' | 'secondary'; children: string }

function Way({ href, variant, children }: WayProps) {
  return (
    <a
      href={href}
      className={buttonClasses({ variant, size: 'large', wide: true })}
      rel="noreferrer"
      {...(href.startsWith('https:') && { target: '_blank' })}
    >
      {children}
    </a>
  )
}

/** Where a message with this text is written; null if the vendor has published nothing but perhaps a phone. */
function writingTo(
  { telegram, email }: AskWays,
  { subject, text }: { subject: string; text: string },
): string | null {
  const body = encodeURIComponent(text)
  if (telegram) return `https://t.me/${telegram}?text=${body}`
  if (email)
    return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${body}`
  return null
}
