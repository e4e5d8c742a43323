import { cx } from './cx.ts'

type ProgressBarProps = {
  label: string
  /** what a screen reader hears in place of the percent */
  text: string
  value: number
  max: number
  className?: string
}

/** How far something is, in our colours. */
export function ProgressBar({ label, text, value, max, className }: ProgressBarProps) {
  return (
    <progress
      max={max}
      value={value}
      aria-label={label}
      aria-valuetext={text}
      className={cx(
        'h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent',
        className,
      )}
    />
  )
}
