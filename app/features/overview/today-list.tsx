import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'

export type TodaySession = {
  id: string
  classTitle: string
  startTime: string
  endTime: string
  location: string | null
  onlineUrl: string | null
  maxStudents: number
  currentStudents: number
  over: boolean
  comes: { groupId: string; name: string; spots: number; waiting: boolean }[]
}

/** Today's sessions with who comes. */
export function TodayList({ sessions }: { sessions: readonly TodaySession[] }) {
  const t = useTranslations('workspace')
  const texts = useClassTexts()
  const clock = useClock()
  return (
    <ul className="divide-y divide-line border-y border-line">
      {sessions.map((session) => (
        <li
          key={session.id}
          className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <p className="text-lg font-semibold">
            {t('timeRange', { start: clock(session.startTime), end: clock(session.endTime) })}
            {session.over && (
              <Badge className="ms-2 sm:ms-0 sm:mt-1 sm:flex sm:w-fit">{t('overview.over')}</Badge>
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
              <SpotMeter
                taken={session.currentStudents}
                capacity={session.maxStudents}
                label={t('booked', {
                  taken: session.currentStudents,
                  capacity: session.maxStudents,
                })}
              />
            </div>
            <WhoComes comes={session.comes} />
          </div>
        </li>
      ))}
    </ul>
  )
}

export function WhoComes({ comes }: { comes: TodaySession['comes'] }) {
  const t = useTranslations('workspace')
  if (comes.length === 0) return <p className="text-sm text-muted">{t('nobody')}</p>
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {comes.map(({ groupId, name, spots, waiting }) => (
        <li key={groupId} className="max-w-full wrap-anywhere">
          <bdi>{name}</bdi>
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
