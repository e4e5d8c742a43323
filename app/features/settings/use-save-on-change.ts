import { type FormEvent, useState } from 'react'
import { useSubmit } from 'react-router'
import { useLive } from '#app/ui/use-browser.ts'

/**
 * Sends a form of choices as soon as one changes. `byButton`: the page came with a button, for when no script runs. Once one
 * does, the button only keeps its place (`hidden`), so that nothing moves.
 */
export function useSaveOnChange() {
  const submit = useSubmit()
  const live = useLive()
  const [byButton] = useState(!live)
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    void submit(currentTarget, { preventScrollReset: true })
  return { byButton, hidden: live, onChange }
}
