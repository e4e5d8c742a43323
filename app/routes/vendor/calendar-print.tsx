import { useTranslations } from 'use-intl'
import { calendarPath } from '#app/features/calendar/calendar-range.ts'
import { AttendanceList } from '#app/features/calendar/attendance-list.tsx'
import { PrintButton } from '#app/ui/print-button.tsx'
import { dateIn } from '#app/features/trainer/trainer-calendar.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'
import { listWhoComes } from '#core/bookings/queries/own-bookings.ts'
import { listCalendarSessions } from '#core/schedule/queries/calendar-sessions.ts'
import { isFreeSlot } from '#core/classes/rules.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/calendar-print'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  const { db } = depsOf(context)
  const asked = dateIn(url.searchParams.get('from') ?? '')
  const first = asked ?? todayIn(vendor.timeZone, new Date())
  const days = url.searchParams.get('days') === '7' ? 7 : 1
  const vendorId = vendor.id
  const last = addDays(first, days - 1)
  const all = await listCalendarSessions(db, { vendorId, first, last })
  const sessions = all.filter((one) => one.status === 'confirmed' && !isFreeSlot(one))
  const comes = await listWhoComes(db, { vendorId, sessionIds: sessions.map(({ id }) => id) })
  return {
    first,
    days,
    previous: addDays(first, -days),
    next: addDays(first, days),
    sessions: sessions.map((session) => ({
      ...session,
      comes: comes.filter(({ sessionId }) => sessionId === session.id),
    })),
  }
}

export default function CalendarPrint({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('calendar.printing')
  const { first, days, previous, next, sessions } = loaderData
  const at = (from: string, count: number) => `/dashboard/calendar/print?from=${from}&days=${count}`
  return (
    <>
      <div className="no-print">
        <SectionHeader
          title={t('title')}
          text={t('text')}
          back={{ to: calendarPath('week', first), label: t('back') }}
          actions={<PrintButton label={t('print')} />}
        />
        <TabLinks
          label={t('span')}
          tabs={[
            { to: at(first, 1), label: t('day'), current: days === 1 },
            { to: at(first, 7), label: t('week'), current: days === 7 },
          ]}
        />
      </div>
      {sessions.length === 0 ? (
        <p className="py-6 text-muted">{t('none')}</p>
      ) : (
        sessions.map((session) => <AttendanceList key={session.id} session={session} />)
      )}
      <div className="no-print pb-12">
        <Pagination
          label={t('title')}
          previous={{ to: at(previous, days), label: t('previous') }}
          next={{ to: at(next, days), label: t('next') }}
        />
      </div>
    </>
  )
}
