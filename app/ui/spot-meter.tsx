import { cx } from './cx.ts'

type SpotMeterProps = {
  taken: number
  capacity: number
  /** The words beside it, always shown: "6/10 booked". */
  label: string
  /** Greater dots, for the page of one session. */
  large?: boolean | undefined
  className?: string | undefined
}

const mostDots = 20
const perRow = 10
const step = 12

/** Places of a session: filled is taken, a ring is open; a bar where dots could not be counted. */
export function SpotMeter({ taken, capacity, label, large, className }: SpotMeterProps) {
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
        className={cx('inline-flex rtl:-scale-x-100', full ? 'text-muted' : 'text-accent')}
      >
        {capacity > mostDots ? (
          <Bar share={filled / capacity} />
        ) : (
          <Dots filled={filled} capacity={capacity} scale={large ? 1.5 : 1} />
        )}
      </span>
      {/* The meter has said it aloud already. */}
      <span aria-hidden="true" className={large ? 'text-base' : 'text-sm text-muted'}>
        {label}
      </span>
    </span>
  )
}

function Dots({ filled, capacity, scale }: { filled: number; capacity: number; scale: number }) {
  const width = Math.min(capacity, perRow) * step
  const height = Math.ceil(capacity / perRow) * step

  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      aria-hidden="true"
    >
      {/* All dots are one path, all rings another: lists show hundreds of them. */}
      {filled > 0 && (
        <path
          d={places(0, filled, 'h0')}
          stroke="currentColor"
          strokeWidth="9"
          strokeLinecap="round"
        />
      )}
      {filled < capacity && (
        <path
          d={places(filled, capacity, ring)}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      )}
    </svg>
  )
}

/** From its centre, which is where a place begins. */
const ring = 'm-3.75 0a3.75 3.75 0 1 0 7.5 0a3.75 3.75 0 1 0-7.5 0'

/** One shape at each place from the first up to the end, ten in a row. */
function places(first: number, end: number, shape: string): string {
  let drawn = ''
  for (let place = first; place < end; place++) {
    const x = (place % perRow) * step + step / 2
    const y = Math.floor(place / perRow) * step + step / 2
    drawn += `M${x} ${y}${shape}`
  }
  return drawn
}

function Bar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 120 12" width="120" height="12" aria-hidden="true">
      <rect
        x="0.75"
        y="0.75"
        width="118.5"
        height="10.5"
        rx="5.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {share > 0 && (
        <rect width={Math.max(12, 120 * share)} height="12" rx="6" fill="currentColor" />
      )}
    </svg>
  )
}
