import { type MouseEvent, useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { monthText, weekdayText } from '#app/locale/clock.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { pickedHere } from '#app/ui/picked-here.ts'
import { useChosenInView } from '#app/ui/use-chosen-in-view.ts'

/** A day with upcoming sessions. `open`: one of them can be booked; `full`: none of them has a spot. */
export type StripDay = { date: string; open: boolean; full: boolean; opensLater?: boolean }

type DayStripProps = {
  label: string
  days: readonly StripDay[]
  chosen: string
  /** the address of a day, without its date and what follows */
  dayTo: string
  /** further days, and back to the first */
  laterTo: string | null
  firstTo: string | null
  /** opens a day where the strip stands, instead of its page */
  onPick?: ((address: string) => void) | undefined
}

/** The days of a class in a row; each is a link, so that it works without a script. */
export function DayStrip({ label, days, chosen, dayTo, laterTo, firstTo, onPick }: DayStripProps) {
  const t = useTranslations('booking')
  const strip = useRef<HTMLUListElement>(null)
  const { location } = useNavigation()
  // The day that is loading shows as chosen at once.
  const asked = new URLSearchParams(location?.search).get('date')
  const current = days.some(({ date }) => date === asked) ? asked : chosen
  useChosenInView(strip, current)
  const pick = (address: string) =>
    onPick && ((event: MouseEvent) => pickedHere(event, () => onPick(address)))
  return (
    <nav aria-label={label} className="min-w-0">
      <ul ref={strip} className="day-strip">
        {firstTo && <Further to={firstTo} label={t('form.first')} onClick={pick(firstTo)} />}
        {days.map((day) => {
          const to = `${dayTo}${day.date}#book`
          const isChosen = day.date === current
          return <Day key={day.date} {...day} {...{ to, isChosen }} onClick={pick(to)} />
        })}
        {laterTo && <Further to={laterTo} label={t('form.later')} onClick={pick(laterTo)} />}
      </ul>
    </nav>
  )
}

type Clicked = { onClick?: ((event: MouseEvent) => void) | undefined }

type DayProps = StripDay & { to: string; isChosen: boolean } & Clicked

function Day({ date, open, full, opensLater, to, isChosen, onClick }: DayProps) {
  const t = useTranslations('booking')
  const language = useLocale()
  const noon = new Date(`${date}T12:00:00Z`)
  return (
    <li>
      <Link
        to={to}
        onClick={onClick}
        preventScrollReset
        aria-current={isChosen ? 'date' : undefined}
        data-full={open ? undefined : ''}
        suppressHydrationWarning
      >
        <span>{weekdayText(noon.getUTCDay() || 7, language)}</span> <b>{noon.getUTCDate()}</b>{' '}
        <span suppressHydrationWarning>{monthText(noon, language)}</span>
        {!open && (
          <VisuallyHidden>
            , {t(full ? 'form.full' : opensLater ? 'form.notYet' : 'form.closed')}
          </VisuallyHidden>
        )}
      </Link>
    </li>
  )
}

function Further({ to, label, onClick }: { to: string; label: string } & Clicked) {
  return (
    <li>
      <Link
        to={to}
        onClick={onClick}
        preventScrollReset
        className="max-w-24 px-3 underline underline-offset-4"
      >
        {label}
      </Link>
    </li>
  )
}
