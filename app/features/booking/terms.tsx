import { useTranslations } from 'use-intl'
import { freeMinutesAfterBooking as minutes, freeTerm } from '#core/bookings/rules/cancelling.ts'
import { useMomentText } from '#app/features/sessions/session-time.tsx'
import type { BookingOffer } from './booking-offer.ts'
import { PayText, type PayWayShown } from './pay-fields.tsx'

type TermsProps = {
  offer: BookingOffer
  /** where it is paid; the form asks where there is a choice */
  way: PayWayShown
  /** the chosen one; without it the rule is said in general */
  session?: { startsAt: Date; timeZone: string } | null
}

/** Who is paid, and until when cancelling is free. */
export function Terms({ offer, way, session = null }: TermsProps) {
  const t = useTranslations('booking.form')
  if (offer.priceMinor === 0) return null
  const general = t('cancelFree', { hours: Math.ceil(offer.noticeMinutes / 60), minutes })
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {way !== 'choice' && <PayText {...offer} way={way} />}{' '}
      {session === null ? (
        general
      ) : (
        <>
          {/* Without a script the page cannot follow which time is chosen. */}
          <span className="noscript:hidden">
            <FreeUntil offer={offer} session={session} />
          </span>
          <span className="hidden noscript:inline">{general}</span>
        </>
      )}
    </p>
  )
}

function FreeUntil({
  offer,
  session,
}: {
  offer: BookingOffer
  session: { startsAt: Date; timeZone: string }
}) {
  const t = useTranslations('booking')
  const momentOf = useMomentText()
  const until = freeTerm({ ...offer, ...session }, offer.now)
  if (until === 'briefly') return t('form.cancelBriefly', { minutes })
  return (
    <span suppressHydrationWarning>
      {`${t('form.freeUntil', { time: momentOf(until, session.timeZone) })}.`}
    </span>
  )
}
