import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

type SegmentsProps = {
  /** of the radio buttons */
  name: string
  legend: string
  choices: readonly {
    value: string
    label: string
    chosen: boolean
    note?: string
    below?: ReactNode
  }[]
  className?: string
}

/** A choice of a few, in a row. The stylesheet shows what is chosen: it needs no script and no new page. */
export function Segments({ name, legend, choices, className }: SegmentsProps) {
  return (
    <fieldset
      className={cx(
        'inline-flex flex-wrap rounded-control border border-line bg-sunken p-1',
        className,
      )}
    >
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label, chosen, note, below }) => (
        <label
          key={value}
          className="relative inline-flex min-h-11 grow items-center justify-center gap-2 rounded-[0.375rem] border border-transparent px-3 font-medium has-checked:border-line has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent sm:px-4"
        >
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={chosen}
            autoComplete="off"
            className="absolute inset-0 opacity-0"
          />
          {below ? (
            <span className="grid py-1 text-center leading-tight">
              {label}
              <span className="text-sm font-normal text-muted">{below}</span>
            </span>
          ) : (
            label
          )}
          {note && <span className="text-sm font-normal whitespace-nowrap text-muted">{note}</span>}
        </label>
      ))}
    </fieldset>
  )
}
