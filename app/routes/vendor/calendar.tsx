import { useTranslations } from 'use-intl'
import { CalendarBar } from '#app/features/calendar/calendar-bar.tsx'
import { CalendarGrid } from '#app/features/calendar/calendar-grid.tsx'
import { calendarRange, firstWeekdayIn } from '#app/features/calendar/calendar-range.ts'
import { ShareWeek } from '#app/features/calendar/share-week.tsx'
import { shareText } from '#app/features/calendar/share-text.server.ts'
import { dateIn } from '#app/features/trainer/trainer-calendar.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { listCalendarSessions } from '#core/classes/queries/calendar-sessions.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/calendar'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { vendor } = memberOf(context)
  const { db, origin } = depsOf(context)
  const today = todayIn(vendor.timeZone, new Date())
  const from = dateIn(url.searchParams.get('from') ?? '') ?? today
  const view = url.searchParams.get('view') === 'month' ? 'month' : 'week'
  const range = calendarRange(view, from, firstWeekdayIn(vendor.country))
  const [first = from, last = from] = [range.days[0], range.days.at(-1)]
  const sessions = await listCalendarSessions(db, { vendorId: vendor.id, first, last })
  return { today, from, range, sessions, text: shareText({ range, sessions, vendor, origin }) }
}

export default function Calendar({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('calendar')
  const { today, from, range, sessions, text } = loaderData
  return (
    <>
      <SectionHeader
        title={t('title')}
        actions={
          <LinkButton
            variant="secondary"
            to={`/dashboard/calendar/print?from=${range.view === 'week' ? range.first : from}&days=${range.view === 'week' ? 7 : 1}`}
          >
            {t('print')}
          </LinkButton>
        }
      />
      <CalendarBar range={range} today={today} from={from} />
      {sessions.length === 0 && (
        <EmptyState
          level={3}
          className="md:hidden"
          title={t(`empty.${range.view}`)}
          text={t('empty.text')}
          action={
            <LinkButton variant="secondary" to="/dashboard/classes">
              {t('empty.action')}
            </LinkButton>
          }
        />
      )}
      <CalendarGrid range={range} today={today} sessions={sessions} />
      <div className="py-6">
        <ShareWeek key={range.first} text={text} view={range.view} />
      </div>
    </>
  )
}
