import { useTranslations } from 'use-intl'
import type { BookingOffer } from '#app/features/booking/booking-offer.ts'
import { DayStrip } from '#app/features/sessions/day-strip.tsx'
import type { SessionCard } from '#core/classes/queries/public-sessions.ts'
import { OpenedSheet } from './book-link.tsx'
import { SessionList } from './session-list.tsx'

/** The times of a day on a phone: each opens the form in the sheet of the trainer's page. */
export function PhoneTimes({
  offer,
  sessions,
}: {
  offer: BookingOffer
  sessions: readonly SessionCard[]
}) {
  const t = useTranslations('booking.form')
  return (
    <>
      <DayStrip {...offer} label={t('dates')} chosen={offer.date} />
      <SessionList
        sessions={sessions}
        zone={offer.timeZone}
        now={offer.now}
        words="catalogue"
        editable={false}
      />
      <OpenedSheet sessions={sessions} words="catalogue" />
    </>
  )
}
