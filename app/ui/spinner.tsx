import { cx } from './cx.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

type SpinnerProps = {
  /** The name for screen readers; omit it if the text next to it says the same. */
  label?: string | undefined
  className?: string | undefined
}

export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="size-5 animate-spin"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      >
        <circle cx="10" cy="10" r="7.5" opacity="0.25" />
        <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
      </svg>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
