import { useLocale, useTranslations } from 'use-intl'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import { momentText } from '#app/locale/clock.ts'
import { buttonClasses } from '#app/ui/button-classes.ts'
import type { AskWays, BookingOffer } from './booking-offer.ts'
import { telegramLink } from '#core/telegram/rules.ts'

/** In place of the form, where the vendor takes no more online bookings: the dates, and how to ask for a spot. */
export function AskTrainer({
  offer,
  ways,
  kind = 'class',
}: {
  kind?: 'class' | 'facility'
  offer: Pick<BookingOffer, 'title' | 'business' | 'sessions' | 'others' | 'preselected'>
  ways: AskWays
}) {
  const t = useTranslations('booking.ask')
  const language = useLocale()
  const { title, business: name, sessions, others, preselected } = offer
  const session = sessions.find(({ id }) => id === preselected)
  const text = session
    ? t('messageFor', {
        kind,
        title,
        when: momentText(session.startsAt, session.timeZone, language),
      })
    : t('message', { kind, title })
  const found = waysTo(ways, { subject: title, text })
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        {(session ? [session] : [...sessions, ...others]).map((one) => (
          <li key={one.id} className="font-medium">
            <SessionTime startsAt={one.startsAt} endsAt={one.endsAt} zone={one.timeZone} day />
          </li>
        ))}
      </ul>
      <p>{t(found.length > 0 ? 'text' : 'noWay', { kind, name })}</p>
      <ul className="grid gap-4">
        {found.map(({ kind, shown, href }, nth) => (
          <li key={kind} className="grid gap-1">
            <a
              href={href}
              className={buttonClasses({
                variant: nth === 0 ? 'primary' : 'secondary',
                size: 'large',
                wide: true,
              })}
              rel="noreferrer"
              {...(href.startsWith('https:') && { target: '_blank' })}
            >
              {t(kind)}
            </a>
            {/* Not every browser has a program for it. */}
            <span className="text-muted wrap-anywhere">{shown}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Way = { kind: 'telegram' | 'email' | 'call'; shown: string; href: string }

/** Every way that the vendor has published, with a message that says what is asked for. */
function waysTo(
  { telegram, email, phone }: AskWays,
  { subject, text }: { subject: string; text: string },
): Way[] {
  const body = encodeURIComponent(text)
  return [
    ...(telegram
      ? [
          {
            kind: 'telegram' as const,
            shown: `@${telegram}`,
            href: telegramLink(telegram, text),
          },
        ]
      : []),
    ...(email
      ? [
          {
            kind: 'email' as const,
            shown: email,
            href: `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${body}`,
          },
        ]
      : []),
    ...(phone
      ? [{ kind: 'call' as const, shown: phone, href: `tel:${phone.replaceAll(' ', '')}` }]
      : []),
  ]
}
