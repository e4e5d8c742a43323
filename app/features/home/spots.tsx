import { cx } from '#app/ui/cx.ts'

type SpotsProps = {
  taken: number
  capacity: number
  perRow?: number
  className?: string
}

const step = 12

/** The sign of the product as a drawing: filled is taken, a ring is open. What it means is said beside it. */
export function Spots({ taken, capacity, perRow = 10, className }: SpotsProps) {
  const columns = Math.min(capacity, perRow)
  const rows = Math.ceil(capacity / columns)
  return (
    <svg
      viewBox={`0 0 ${columns * step} ${rows * step}`}
      aria-hidden="true"
      className={cx('text-accent', className)}
    >
      {Array.from({ length: capacity }, (_, place) => {
        const cx = (place % columns) * step + step / 2
        const cy = Math.floor(place / columns) * step + step / 2
        return place < taken ? (
          <circle key={place} cx={cx} cy={cy} r="4.5" fill="currentColor" />
        ) : (
          <circle
            key={place}
            cx={cx}
            cy={cy}
            r="4"
            fill="none"
            stroke="currentColor"
            strokeWidth="1"
          />
        )
      })}
    </svg>
  )
}
