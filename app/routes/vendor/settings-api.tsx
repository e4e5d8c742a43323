import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Route } from './+types/settings-api'

export function loader({ context }: Route.LoaderArgs) {
  managerOf(context)
  const { origin, googleCalendar } = depsOf(context)
  return { isConfigured: googleCalendar !== null, origin }
}

const scopes = 'calendar.events, calendar.calendarlist.readonly'
const names = 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_CALENDAR=on'

/** Whether calendars can be connected here, and what the operator has to do for it. */
export default function SettingsApi({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('googleCalendar.api')
  const toasts = useTranslations('googleCalendar.toasts')
  const s = useTranslations('settings.api')
  const entries = useTranslations('settings.entries')
  const { isConfigured, origin } = loaderData
  const text = isConfigured
    ? t.rich('ready', {
        integrations: (words) => (
          <Link to="/settings/integrations" className="underline underline-offset-4">
            {words}
          </Link>
        ),
      })
    : t('text')
  return (
    <>
      <SettingsHeader title={entries('api')} text={text} />
      <details className="max-w-3xl pb-12" open={!isConfigured}>
        <summary className="flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
          {s('operator')}
        </summary>
        <div className="grid gap-3 pt-1">
          <h3 className="flex flex-wrap items-center gap-2 text-lg">
            {t('title')} {!isConfigured && <Badge>{toasts('configuration')}</Badge>}
          </h3>
          <ol className="grid list-decimal gap-2 ps-5 wrap-anywhere">
            <li>{t('steps.project')}</li>
            <li>{t('steps.consent', { scopes })}</li>
            <li>
              {t('steps.client')} <code>{`${origin}/google-calendar-callback`}</code>
            </li>
            <li>{t('steps.settings', { names })}</li>
          </ol>
          <p className="text-muted">{t('handbook')}</p>
        </div>
      </details>
    </>
  )
}
