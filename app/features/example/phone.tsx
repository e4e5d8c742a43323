import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

type PhoneProps = {
  /** The lower half is cut off. */
  cut?: boolean
  className?: string
  children: ReactNode
}

/** The frame of a phone around a page. */
export function Phone({ cut = false, className, children }: PhoneProps) {
  return (
    <div
      className={cx(
        'mx-auto flex w-full max-w-80 flex-col overflow-hidden border-8 border-ink bg-paper text-start dark:border-line',
        cut ? 'rounded-t-[2.25rem] border-b-0' : 'h-160 rounded-[2.75rem] shadow-float',
        className,
      )}
    >
      {children}
    </div>
  )
}
