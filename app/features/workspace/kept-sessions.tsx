import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { SessionMeter } from './session-meter.tsx'
import type { listKeptSessions } from '#core/schedule/queries/own-sessions.ts'
import { useDayTime } from './day-text.ts'

type KeptSession = Awaited<ReturnType<typeof listKeptSessions>>[number]

/** Sessions whose class was deleted and whose bookings were kept: no other list leads to them. */
export function KeptSessions({ sessions }: { sessions: readonly KeptSession[] }) {
  const t = useTranslations('vendorClasses')
  const dayTime = useDayTime()
  return (
    <section aria-labelledby="kept-sessions" className="grid gap-3 pb-12">
      <div>
        <h3 id="kept-sessions" className="text-lg">
          {t('list.kept')}
        </h3>
        <p className="text-muted">{t('list.keptText')}</p>
      </div>
      <ul className="grid gap-3">
        {sessions.map(
          ({ id, classTitle, currentStudents: taken, maxStudents: capacity, requested, ...at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-1">
              <Link
                to={`/dashboard/sessions/${id}`}
                className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
              >
                {t('list.keptOne', { title: classTitle, when: dayTime(at) })}
              </Link>
              <SessionMeter {...{ taken, capacity, requested }} />
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
