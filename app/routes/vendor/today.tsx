import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { AttendanceDay } from '#app/features/attendance/attendance-day.tsx'
import {
  everybodyForm,
  markForm,
  waiveForm,
} from '#app/features/attendance/attendance-form.server.ts'
import { dayShown } from '#app/features/attendance/day-shown.server.ts'
import type { DayShown } from '#app/features/attendance/marking.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { dayText } from '#app/features/workspace/day-text.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { byIntent } from '#app/http/form-intents.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { iconButtonClasses } from '#app/ui/button-classes.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { findDaysWithSessions } from '#core/schedule/queries/own-sessions.ts'
import { localDate } from '#core/classes/schema.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/today'

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = memberOf(context)
  const { id: vendorId, timeZone } = member.vendor
  const today = todayIn(timeZone, new Date())
  const date = localDate.catch(today).parse(url.searchParams.get('date'))
  const { db } = depsOf(context)
  const day = await dayShown(db, { member, date, here: addressOf(date) })
  if (day.sessions.length > 0) return day
  return { ...day, others: await findDaysWithSessions(db, { vendorId, date }) }
}

export const action = byIntent({ everybody: everybodyForm, waive: waiveForm }, markForm)

export const clientAction = keepForm

export default function Today({ loaderData: day, actionData }: Route.ComponentProps) {
  const t = useTranslations('attendance')
  const language = useLocale()
  const form = useForm(actionData)
  return (
    <>
      {/* As wide as the list. */}
      <div className={cx(day.sessions.length < 2 && 'max-w-3xl')}>
        <SectionHeader
          title={t('title')}
          text={`${day.isToday ? `${t('today')}, ` : ''}${dayText(day.date, language)}`}
          back={{ to: '/dashboard', label: t('back') }}
          actions={<OtherDays day={day} />}
        />
      </div>
      <FormSummary form={form} className="mb-6" />
      {day.sessions.length === 0 && (
        <EmptyState
          level={3}
          title={t('empty')}
          text={t('emptyText')}
          action={day.others && <DaysWithSessions {...day.others} />}
        />
      )}
      <AttendanceDay key={day.date} day={day} />
    </>
  )
}

function DaysWithSessions({ before, after }: NonNullable<DayShown['others']>) {
  const t = useTranslations('attendance')
  const language = useLocale()
  return [
    before && { date: before, text: t('lastDay', { day: dayText(before, language) }) },
    after && { date: after, text: t('nextDay', { day: dayText(after, language) }) },
  ].map(
    (link) =>
      link && (
        <LinkButton key={link.date} to={addressOf(link.date)} variant="secondary">
          {link.text}
        </LinkButton>
      ),
  )
}

const addressOf = (date: string) => `/dashboard/today?date=${date}`

function OtherDays({ day }: { day: DayShown }) {
  const t = useTranslations('attendance')
  return (
    <nav aria-label={t('days')} className="flex items-center">
      <Link to={addressOf(day.previous)} aria-label={t('previous')} className={iconButtonClasses}>
        <ChevronLeft aria-hidden="true" />
      </Link>
      {!day.isToday && (
        <Link
          to="/dashboard/today"
          className="inline-flex min-h-11 items-center rounded-control px-2 text-sm underline underline-offset-4"
        >
          {t('today')}
        </Link>
      )}
      <Link to={addressOf(day.next)} aria-label={t('next')} className={iconButtonClasses}>
        <ChevronRight aria-hidden="true" />
      </Link>
    </nav>
  )
}
