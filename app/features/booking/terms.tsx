import { useTranslations } from 'use-intl'
import { freeMinutesAfterBooking, freeUntil } from '#core/bookings/rules.ts'
import { useMomentText } from '#app/features/sessions/session-time.tsx'
import type { BookingOffer } from './booking-offer.ts'

type TermsProps = {
  offer: BookingOffer
  /** the chosen one; without it the rule is said in general */
  session?: { startsAt: Date; timeZone: string } | null
}

/** Who is paid, and until when cancelling is free. */
export function Terms({ offer, session }: TermsProps) {
  const t = useTranslations('booking')
  const momentOf = useMomentText()
  if (offer.priceMinor === 0) return null
  const { noticeMinutes, now } = offer
  const until = session
    ? freeUntil({ ...session, noticeMinutes, bookedAt: now, confirmedAt: null, isAsAgreed: true })
    : null
  const isBrief =
    until !== null && until.getTime() <= now.getTime() + freeMinutesAfterBooking * 60_000
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {t('form.payDirectly', { name: offer.business })}{' '}
      {until === null || !session
        ? t('form.cancelFree', { hours: Math.ceil(noticeMinutes / 60) })
        : isBrief
          ? t('form.cancelBriefly', { minutes: freeMinutesAfterBooking })
          : `${t('manage.freeUntil', { time: momentOf(until, session.timeZone) })}.`}
    </p>
  )
}
