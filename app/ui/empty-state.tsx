import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type EmptyStateProps = {
  title: string
  text?: ReactNode
  icon?: ReactNode
  /** The button that does what the text says. */
  action?: ReactNode
  level?: 1 | 2 | 3 | undefined
  className?: string | undefined
}

export function EmptyState({ title, text, icon, action, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const

  return (
    <div
      className={cx(
        'mx-auto grid max-w-md justify-items-center gap-2 px-4 py-12 text-center',
        className,
      )}
    >
      <span aria-hidden="true" className="mb-2 text-accent [&_svg]:size-10 [&_svg]:stroke-[1.5]">
        {icon ?? <OpenSpots />}
      </span>
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="text-muted">{text}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

/** The product's symbol with no spot taken. */
function OpenSpots() {
  return (
    <svg
      viewBox="0 0 64 16"
      width="96"
      height="24"
      fill="none"
      stroke="currentColor"
      className="size-auto!"
    >
      {[8, 24, 40, 56].map((x) => (
        <circle key={x} cx={x} cy="8" r="5.5" />
      ))}
    </svg>
  )
}
