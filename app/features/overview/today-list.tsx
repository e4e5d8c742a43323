import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { editAddress } from '#app/features/vendor-bookings/row-menu.tsx'
import { SessionMeter } from '#app/features/workspace/session-meter.tsx'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { clockRange } from '#core/shared/formats.ts'

export type TodaySession = {
  id: string
  classTitle: string
  startTime: string
  endTime: string
  location: string | null
  onlineUrl: string | null
  maxStudents: number
  currentStudents: number
  /** of the current ones, those that wait for an answer */
  requested: number
  isSlot: boolean
  over: boolean
  comes: { purchaseId: string; bookingId: string; name: string; spots: number; waiting: boolean }[]
}

/** Today's sessions with who comes. */
export function TodayList({
  sessions,
  manages,
}: {
  sessions: readonly TodaySession[]
  manages: boolean
}) {
  const t = useTranslations('workspace')
  const overview = useTranslations('overview')
  const texts = useClassTexts()
  const clock = useClock()
  const b = useTranslations('vendorBookings.selected')
  return (
    <ul className="divide-y divide-line border-y border-line">
      {sessions.map((session) => (
        <li
          key={session.id}
          className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <p className="text-lg font-semibold">
            {t('timeRange', clockRange(clock(session.startTime), clock(session.endTime)))}
            {session.over && (
              <Badge className="ms-2 sm:ms-0 sm:mt-1 sm:flex sm:w-fit">{overview('over')}</Badge>
            )}
          </p>
          <div className="grid gap-1.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h4 className="min-w-0 text-base wrap-anywhere">
                <Link
                  to={`/dashboard/sessions/${session.id}`}
                  className="underline-offset-4 hover:underline"
                >
                  <bdi>{session.classTitle}</bdi>
                </Link>
                <span className="ms-2 text-sm font-normal text-muted">{texts.place(session)}</span>
              </h4>
              <SessionMeter
                taken={session.currentStudents}
                capacity={session.maxStudents}
                requested={session.requested}
                isSlot={session.isSlot}
              />
            </div>
            <WhoComes comes={session.comes} linked={manages} />
            {manages && session.comes.length > 1 && (
              <Link
                to={`/dashboard/bookings/message?session=${session.id}&returnTo=/dashboard`}
                className="inline-flex min-h-11 items-center justify-self-start text-sm text-muted underline underline-offset-4"
              >
                {b('message')}
              </Link>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** `linked`: each name leads to the booking. */
export function WhoComes({
  comes,
  linked = false,
}: {
  comes: TodaySession['comes']
  linked?: boolean
}) {
  const t = useTranslations('workspace')
  if (comes.length === 0) return <p className="text-sm text-muted">{t('nobody')}</p>
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {comes.map(({ bookingId, name, spots, waiting }) => (
        <li key={bookingId} className="max-w-full wrap-anywhere">
          {linked ? (
            <Link
              to={editAddress(bookingId, '/dashboard')}
              className="underline-offset-4 hover:underline max-md:inline-flex max-md:min-h-9 max-md:items-center"
            >
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
          {(spots > 1 || waiting) && (
            <span className="text-sm text-muted">
              {' '}
              {[spots > 1 && t('spots', { count: spots }), waiting && t('waiting')]
                .filter(Boolean)
                .join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
