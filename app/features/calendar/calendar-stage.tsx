import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CalendarGrid, type CalendarGridProps } from './calendar-grid.tsx'
import { dayToOpen } from './calendar-range.ts'
import { MonthDays } from './month-days.tsx'

type Live = typeof import('./live-calendar.tsx')
type Loaded = { live: Live; height: number }

export type CalendarStageProps = CalendarGridProps & {
  from: string
  /** the only court that is shown; null: all of them */
  court: string | null
  manages: boolean
  formKey: string
}

/**
 * The calendar as a list of days, until a wide screen has fetched the one in which sessions can be dragged. It gets the
 * same height, so that nothing below it moves.
 */
export function CalendarStage(props: CalendarStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const wide = useSyncExternalStore(hearWidth, isWide, never)

  useEffect(() => {
    if (!wide) return undefined
    let gone = false
    import('./live-calendar.tsx').then(
      (live) => {
        if (!gone) setLoaded({ live, height: stage.current?.offsetHeight ?? 0 })
      },
      // Without it, the list of days stays.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [wide])

  return (
    <div ref={stage} className="calendar-stage">
      {wide && loaded ? (
        <loaded.live.default {...props} height={loaded.height} />
      ) : (
        <Days key={props.range.first} {...props} />
      )}
    </div>
  )
}

/** Without a script, a phone lists all days of a month; with one, those of the day that was chosen above. */
function Days(props: CalendarStageProps) {
  const { range, today, sessions } = props
  const runs = useSyncExternalStore(hearNothing, always, never)
  const [chosen, setChosen] = useState(() =>
    dayToOpen({ range, today, dates: sessions.map(({ date }) => date) }),
  )
  if (range.view === 'week') return <CalendarGrid {...props} />
  return (
    <>
      <MonthDays {...props} chosen={chosen} onChoose={setChosen} />
      <CalendarGrid {...props} only={runs ? chosen : undefined} />
    </>
  )
}

const width = '(min-width: 48rem)'
const isWide = () => window.matchMedia(width).matches
const never = () => false
const always = () => true
const hearNothing = () => () => undefined

function hearWidth(changed: () => void) {
  const query = window.matchMedia(width)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
