import { type ReactNode, useId, useRef } from 'react'
import { useFocusMove } from './use-browser.ts'

type QuestionProps = {
  level: 2 | 3 | 4
  title: string
  text: string
  /** the form that does it, and the way back */
  children: ReactNode
}

/** Asks before an action that cannot be undone. Has its own URL, so that it needs no JavaScript. */
export function Question({ level, title, text, children }: QuestionProps) {
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useFocusMove(() => panel.current?.focus(), [])
  const Heading = `h${level}` as const
  return (
    <div
      ref={panel}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      className="grid max-w-2xl gap-2 rounded-card border border-bad bg-bad-soft p-4 sm:p-6"
    >
      <Heading id={`${id}-title`} className="text-lg wrap-anywhere">
        {title}
      </Heading>
      <p id={`${id}-text`}>{text}</p>
      {children}
    </div>
  )
}
