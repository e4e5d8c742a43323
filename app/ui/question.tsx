import { type ReactNode, useId, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from './button.tsx'
import { useFocusMove } from './use-browser.ts'

type QuestionProps = {
  level: 2 | 3 | 4
  title: string
  text: string
  /** what follows from it, a line each */
  list?: readonly string[]
  listTitle?: string
  /** hidden fields, and what is to be chosen */
  children?: ReactNode
  /** the button that does it */
  agree: { label: string; name?: string; value?: string; pendingLabel?: string }
  back: { to: string; label: string }
  /** where the form goes, if not to its own page */
  action?: string
  size?: 'large'
}

/** Asks before an action that cannot be undone. Has its own URL, so that it needs no JavaScript. */
export function Question({
  level,
  title,
  text,
  list = [],
  listTitle,
  children,
  agree,
  back,
  action,
  size,
}: QuestionProps) {
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const { state, formData } = useNavigation()
  const { label, name, value, pendingLabel } = agree
  const isPressed = name === undefined || value === undefined || formData?.get(name) === value
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
      {list.length > 0 && listTitle && <p className="font-medium">{listTitle}</p>}
      {list.length > 0 && (
        <ul className="list-disc space-y-1 ps-5 text-sm text-muted wrap-anywhere">
          {list.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Form method="post" noValidate className="mt-2 grid gap-3" {...(action && { action })}>
        {children}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="danger"
            pending={state !== 'idle' && isPressed}
            {...(size && { size })}
            {...(name !== undefined && { name, value })}
            {...(pendingLabel !== undefined && { pendingLabel })}
          >
            {label}
          </Button>
          <LinkButton variant="secondary" to={back.to} {...(size && { size })}>
            {back.label}
          </LinkButton>
        </div>
      </Form>
    </div>
  )
}
