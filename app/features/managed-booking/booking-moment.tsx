import { useTranslations } from 'use-intl'
import { pageNoticeId } from '#app/features/site/notices.tsx'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { holdsSeat } from '#core/bookings/rules/status.ts'
import type { ManagedSession } from './managed.ts'

type BookingMomentProps = {
  title: string
  /** the only session of the purchase */
  session: ManagedSession | null
}

/** Celebrates a new booking: the spot fills, and the page says what was booked and when. */
export function BookingMoment({ title, session }: BookingMomentProps) {
  const t = useTranslations('booking')
  const own = session?.spots.filter(({ status }) => holdsSeat(status)).length ?? 0
  return (
    <header className="grid grid-cols-1 justify-items-center gap-3 pt-2 text-center">
      {/* A party has the whole slot. */}
      {session?.party === null && (
        <SpotMeter
          large
          own={own}
          taken={session.taken}
          capacity={session.capacity}
          label={t('taken', { taken: session.taken, capacity: session.capacity })}
          className="flex-col"
        />
      )}
      <h1 aria-describedby={pageNoticeId} className="text-3xl">
        {title}
      </h1>
      {session && (
        <div className="grid gap-1 text-lg">
          <p className="font-medium wrap-anywhere">
            <bdi>{session.classTitle}</bdi>
          </p>
          <p id={`when-${session.id}`}>
            <SessionTime
              startsAt={session.startsAt}
              endsAt={session.endsAt}
              zone={session.timeZone}
              day
              zoneBeside
            />
          </p>
        </div>
      )}
    </header>
  )
}
