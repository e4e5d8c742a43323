import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  as?: 'div' | 'section' | 'article' | 'li' | undefined
  /** Picks up the pointer: for a card that is one link. */
  interactive?: boolean | undefined
  /** No inner space, for pictures and tables that reach the edge. */
  flush?: boolean | undefined
  className?: string | undefined
  id?: string | undefined
  'aria-labelledby'?: string | undefined
  children: ReactNode
}

export function Card({ as: Tag = 'div', interactive, flush, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={cx(
        'relative min-w-0 rounded-card border border-line bg-raised',
        flush ? 'overflow-hidden' : 'p-4 sm:p-6',
        interactive && 'transition-colors hover:border-control',
        className,
      )}
    />
  )
}

type CardHeaderProps = {
  title: ReactNode
  id?: string | undefined
  level?: 2 | 3 | 4 | undefined
  text?: ReactNode
  /** At the far end: a link, a button. */
  action?: ReactNode
}

export function CardHeader({ title, id, level = 2, text, action }: CardHeaderProps) {
  const Heading = `h${level}` as const

  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <Heading id={id} className="text-lg">
          {title}
        </Heading>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {action}
    </div>
  )
}
