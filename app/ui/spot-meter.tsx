import { cx } from './cx.ts'

type SpotMeterProps = {
  taken: number
  capacity: number
  /** The words beside it: "6/10 booked". */
  label: string
  /** Other words for eyes; a screen reader hears the label. */
  shown?: string | undefined
  /** Greater dots, for the page of one session. */
  large?: boolean | undefined
  /** How many of the taken ones are the reader's: they stand out. */
  own?: number | undefined
  className?: string | undefined
}

const mostDots = 20

/** Places of a session: filled is taken, a ring is open; a bar where dots could not be counted. */
export function SpotMeter(props: SpotMeterProps) {
  const { taken, capacity, label, shown = label, large, own = 0, className } = props
  const filled = Math.min(Math.max(taken, 0), capacity)
  const full = filled >= capacity

  return (
    <span className={cx('inline-flex flex-wrap items-center gap-x-3 gap-y-1', className)}>
      <span
        // A progress element could not hold the dots.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="progressbar"
        aria-valuemin={0}
        aria-valuenow={filled}
        aria-valuemax={capacity}
        aria-valuetext={label}
        aria-label={label}
        className={cx(
          'spots',
          large && 'text-[min(1.125rem,3.4vw)]',
          full ? 'text-muted' : 'text-accent',
        )}
      >
        {capacity > mostDots ? (
          <Bar share={filled / capacity} />
        ) : (
          <Dots filled={filled} capacity={capacity} own={own} />
        )}
      </span>
      {/* The meter has said it aloud already. */}
      <span aria-hidden="true" className={large ? 'text-base' : 'text-sm text-muted'}>
        {shown}
      </span>
    </span>
  )
}

type DotsProps = { filled: number; capacity: number; own: number }

function Dots({ filled, capacity, own }: DotsProps) {
  return (
    <span
      className={cx('dots', own > 0 && 'with-own')}
      style={{ inlineSize: `${perRow(capacity)}em` }}
    >
      {segments(filled, capacity, own).map(({ first, count, kind }) => (
        <i key={first} className={kind} style={{ inlineSize: `${count}em` }} />
      ))}
    </span>
  )
}

/** One row of at most ten, or two of about the same length. */
const perRow = (capacity: number) => (capacity > 10 ? Math.ceil(capacity / 2) : capacity)

/** Runs of equal spots within a row: lists show hundreds of spots, so each run is a piece of a background. */
function segments(filled: number, capacity: number, own: number) {
  const ownFirst = Math.max(0, filled - own)
  const limits = [...new Set([perRow(capacity), ownFirst, filled, capacity])]
  return [0, ...limits]
    .toSorted((one, other) => one - other)
    .flatMap((first, nth, all) => {
      const count = (all[nth + 1] ?? first) - first
      const kind = first >= filled ? 'open' : own > 0 && first >= ownFirst ? 'own' : undefined
      return count > 0 ? [{ first, count, kind }] : []
    })
}

function Bar({ share }: { share: number }) {
  return (
    <span className="spot-bar">
      {share > 0 && <i style={{ inlineSize: `${Math.round(100 * share)}%` }} />}
    </span>
  )
}
