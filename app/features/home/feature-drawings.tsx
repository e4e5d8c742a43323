// Drawn with the spot, the sign of the product: filled is taken, a ring is open. Each says what its card says.

const ring = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.25 }
const dot = { fill: 'currentColor' }
const box = 'w-full max-w-72 text-accent'

function Spot({ x, y, taken, r = 5 }: { x: number; y: number; taken: boolean; r?: number }) {
  return taken ? (
    <circle cx={x} cy={y} r={r} {...dot} />
  ) : (
    <circle cx={x} cy={y} r={r - 0.6} {...ring} />
  )
}

function Line({ x, y, length }: { x: number; y: number; length: number }) {
  return <rect x={x} y={y} width={length} height="6" rx="3" className="fill-muted" opacity="0.35" />
}

const classDays = [0, 2, 5]
const takenOn = [4, 3, 1]

/** A week of seven columns; the same class on three of them. */
export function WeekOfClasses() {
  return (
    <svg viewBox="0 0 240 96" aria-hidden="true" className={box}>
      {Array.from({ length: 7 }, (_, day) => {
        const at = classDays.indexOf(day)
        const x = day * 34 + 18
        return (
          <g key={day}>
            <Line x={x - 7} y={2} length={14} />
            {at < 0 ? (
              <rect x={x - 12} y="20" width="24" height="74" rx="6" className="fill-sunken" />
            ) : (
              <>
                <rect x={x - 12} y="20" width="24" height="74" rx="6" {...ring} opacity="0.5" />
                {Array.from({ length: 4 }, (_place, place) => (
                  <Spot key={place} x={x} y={33 + place * 16} taken={place < (takenOn[at] ?? 0)} />
                ))}
              </>
            )}
          </g>
        )
      })}
    </svg>
  )
}

const people = [
  [92, 4],
  [64, 2],
  [110, 3],
  [78, 0],
] as const

/** People, and how often each came. */
export function PeopleList() {
  return (
    <svg viewBox="0 0 240 96" aria-hidden="true" className={box}>
      {people.map(([length, came], row) => {
        const y = 12 + row * 24
        return (
          <g key={length}>
            <circle cx="12" cy={y} r="9" className="fill-sunken stroke-line" />
            <Line x={32} y={y - 3} length={length} />
            {Array.from({ length: 4 }, (_, at) => (
              <Spot key={at} x={178 + at * 16} y={y} taken={at < came} />
            ))}
          </g>
        )
      })}
    </svg>
  )
}

const hours = [2, 3, 5, 4, 6, 6, 3]

/** How full the hours of a week are, counted in spots. */
export function BookedHours() {
  return (
    <svg viewBox="0 0 240 96" aria-hidden="true" className={box}>
      {hours.map((booked, hour) =>
        Array.from({ length: 6 }, (_, level) => (
          <Spot
            // The drawing never changes; its places are their own names.
            key={`${hour}-${level}`}
            x={18 + hour * 34}
            y={88 - level * 16}
            taken={level < booked}
          />
        )),
      )}
    </svg>
  )
}
