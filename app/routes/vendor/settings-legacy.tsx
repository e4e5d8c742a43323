import { useTranslations } from 'use-intl'
import { calendarActions } from '#app/features/google-calendar/calendar-actions.server.ts'
import { CalendarCard } from '#app/features/google-calendar/calendar-card.tsx'
import { readCalendarCard } from '#app/features/google-calendar/calendar-card.server.ts'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { byIntent } from '#app/http/form-intents.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import type { Route } from './+types/settings-legacy'

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  return { calendar: await readCalendarCard(depsOf(context), vendor.id) }
}

export const action = byIntent(calendarActions, calendarActions.followCalendars)

export const clientAction = keepForm

export default function SettingsLegacy({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('settings.legacy')
  const entries = useTranslations('settings.entries')
  return (
    <>
      <SettingsHeader title={entries('legacy')} text={t('text')} />
      <div className="max-w-3xl pb-12">
        <CalendarCard calendar={loaderData.calendar} answer={actionData} />
      </div>
    </>
  )
}
