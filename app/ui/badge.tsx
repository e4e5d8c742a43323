import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Tone, toneClasses } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

type BadgeProps = {
  tone?: Tone | undefined
  /** In place of the tone's own shape. */
  icon?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm font-medium',
        '[&_svg]:size-3.5 [&_svg]:shrink-0',
        toneClasses[tone],
        className,
      )}
    >
      {/* A ring would look like a radio button, and means an open spot elsewhere. */}
      {icon ?? (tone !== 'neutral' && <ToneIcon tone={tone} />)}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  )
}
