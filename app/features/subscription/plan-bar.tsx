import { cx } from '#app/ui/cx.ts'

type PlanBarProps = {
  label: string
  value: number
  most: number
  /** the words beside it, which a screen reader hears too */
  text: string
  warns?: boolean
}

/** How much of a time or of a limit there is, as a bar with its words. */
export function PlanBar({ label, value, most, text, warns = false }: PlanBarProps) {
  const share = most === 0 ? 0 : Math.min(1, value / most)
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4" aria-hidden="true">
        <span>{label}</span>
        <span className="text-muted">{text}</span>
      </p>
      <div
        // A progress element could not have our colours in every browser.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(value, most)}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cx('h-full rounded-full', warns ? 'bg-warn' : 'bg-accent')}
          style={{ inlineSize: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
