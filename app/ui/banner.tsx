import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Tone, toneClasses } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

type BannerProps = {
  tone?: Tone | undefined
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  className?: string | undefined
}

/** A message in the flow of the page: what a toast is where no script runs. */
export function Banner({ tone = 'neutral', title, text, action, className }: BannerProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control border px-4 py-3',
        toneClasses[tone],
        className,
      )}
    >
      <ToneIcon tone={tone} className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium text-ink">{title}</p>
        {text && <p className="text-ink">{text}</p>}
      </div>
      {action}
    </div>
  )
}
