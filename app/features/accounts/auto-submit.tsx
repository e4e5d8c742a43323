import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { useIsLate } from './use-is-late.ts'
import { Spinner } from '#app/ui/spinner.tsx'

type AutoSubmitProps = {
  /** Where it goes; the page itself without it. */
  action?: string
  /** Said while the answer is awaited. */
  loading: string
  /** Said above the button, where it has to be pressed. */
  text?: string
  /** Shown when no answer came for 15 seconds. */
  late?: ReactNode
  /** What has to be known before it goes out. */
  ready?: boolean
  /** The form goes out by itself after so long. */
  waitMs?: number
  /** An attempt failed: the button stays, for the reader to press. */
  stopped?: boolean
  /** Runs once, before the form goes out by itself. */
  before?: () => void
  /** The hidden fields and the button that is pressed where no script runs. */
  children: ReactNode
}

/** A form that a script sends at once: opening a link alone must change nothing, mail scanners do it too. */
export function AutoSubmit({
  action,
  loading,
  text,
  late,
  ready = true,
  waitMs = 0,
  stopped = false,
  before,
  children,
}: AutoSubmitProps) {
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const submit = useSubmit()
  const [state, setState] = useState<'waiting' | 'sent'>('waiting')
  const isLate = useIsLate(state === 'sent' && !stopped)

  useEffect(() => {
    if (sent.current || !ready) return
    sent.current = true
    before?.()
    setState('sent')
    const send = () => {
      if (form.current) void submit(form.current, { replace: true })
    }
    if (waitMs > 0) setTimeout(send, waitMs)
    else send()
  }, [ready, before, submit, waitMs])

  if (isLate && late) return <>{late}</>
  const going = state === 'sent' && !stopped && !isLate
  return (
    <>
      {going && (
        <output className="flex items-center gap-3">
          <Spinner /> {loading}
        </output>
      )}
      <Form
        ref={form}
        method="post"
        {...(action !== undefined && { action })}
        replace
        hidden={going}
        className={state === 'waiting' ? 'grid gap-4 script-is-late' : 'grid gap-4'}
      >
        {text && !going && <p className="text-lg text-muted">{text}</p>}
        {children}
      </Form>
    </>
  )
}
