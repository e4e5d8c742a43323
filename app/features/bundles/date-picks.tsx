import { useLocale, useTranslations } from 'use-intl'
import { byDay } from '#app/features/sessions/by-day.ts'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import { dayHeading, dayText } from '#app/locale/clock.ts'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { fieldId } from '#app/features/forms/use-form.ts'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { maxUpcomingSpots } from '#core/bookings/rules/limits.ts'
import type { PlannedSession } from '#core/bookings/rules/series.ts'
import { RoomLeft } from './planned-dates.tsx'
import type { Ticks } from './ticks.ts'

type DatePicksProps = {
  choices: readonly PlannedSession[]
  ticks: Ticks
  zone: string
  picked: readonly string[]
  most: number
}

const firstShown = 10

/** The upcoming sessions of a class, to tick as many as the bundle has. */
export function DatePicks({ choices, ticks, zone, picked, ...props }: DatePicksProps) {
  const t = useTranslations('bundles.plan')
  const b = useTranslations('booking.form')
  const live = useLive()
  const most = Math.min(props.most, maxUpcomingSpots)
  const lead = choices.filter(({ sessionId }, at) => at < firstShown || picked.includes(sessionId))
  const others = choices.filter((session) => !lead.includes(session))
  // Without a script the page cannot follow the ticks; then the server counts them.
  const isClosed = (id: string) => live && ticks.size >= most && !ticks.has(id)
  const days = { zone, picked, ticks, isClosed }

  return (
    <Fieldset legend={t('legend', { n: most })} id={fieldId('dates')}>
      {live && (
        <output className="tabular text-muted">
          {t('counted', { n: ticks.size, total: most })}
        </output>
      )}
      <Days choices={lead} {...days} />
      {others.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center gap-2 rounded-control px-1 underline underline-offset-4">
            {b('more')}
          </summary>
          <div className="mt-2 grid gap-3">
            <Days choices={others} {...days} />
          </div>
        </details>
      )}
    </Fieldset>
  )
}

type DaysProps = Omit<DatePicksProps, 'most'> & {
  isClosed: (sessionId: string) => boolean
}

function Days({ choices, ticks, zone, picked, isClosed }: DaysProps) {
  const language = useLocale()
  const dated = choices.map((one) => ({ ...one, date: dayText(one.startsAt, zone, 'en') }))
  return byDay(dated).map((day) => (
    <div key={day.sessions[0]?.sessionId}>
      <h4 className="text-sm font-medium text-muted" suppressHydrationWarning>
        {dayHeading(day.at, zone, language)}
      </h4>
      {day.sessions.map((session) => {
        const { sessionId, startsAt, endsAt } = session
        const full = session.state === 'full'
        return (
          <CheckboxField
            key={sessionId}
            name="sessionId"
            value={sessionId}
            defaultChecked={picked.includes(sessionId)}
            // A ticked date that fills up stays, because it must not disappear from the form.
            disabled={(full && !ticks.has(sessionId)) || isClosed(sessionId)}
            onChange={(event) => ticks.set(sessionId, event.target.checked)}
            label={
              <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <SessionTime startsAt={startsAt} endsAt={endsAt} zone={zone} />
                <RoomLeft session={session} />
              </span>
            }
          />
        )
      })}
    </div>
  ))
}
