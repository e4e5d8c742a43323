type SegmentsProps = {
  /** of the radio buttons */
  name: string
  legend: string
  choices: readonly {
    value: string
    label: string
    chosen: boolean
    note?: string
  }[]
}

/** A choice of a few, in a row. The stylesheet shows what is chosen: it needs no script and no new page. */
export function Segments({ name, legend, choices }: SegmentsProps) {
  return (
    <fieldset className="inline-flex flex-wrap rounded-control border border-line bg-sunken p-1">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label, chosen, note }) => (
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
          {label}
          {note && <span className="text-sm font-normal whitespace-nowrap text-muted">{note}</span>}
        </label>
      ))}
    </fieldset>
  )
}
