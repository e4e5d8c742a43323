import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { useLive } from '#app/ui/use-browser.ts'

/**
 * Sends a form of choices as soon as one changes, or once the change before it is saved, which gives the page another version. `byButton`: the page came with a button, for when no script runs. Once one
 * does, the button only keeps its place (`hidden`), so that nothing moves.
 */
export function useSaveOnChange() {
  const submit = useSubmit()
  const live = useLive()
  const [byButton] = useState(!live)
  const busy = useNavigation().state !== 'idle'
  const waiting = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (busy || !waiting.current) return
    void submit(waiting.current, { preventScrollReset: true })
    waiting.current = null
  }, [busy, submit])
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (busy) waiting.current = currentTarget
    else void submit(currentTarget, { preventScrollReset: true })
  }
  return { byButton, hidden: live, onChange }
}
