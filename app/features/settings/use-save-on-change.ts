import type { FormEvent } from 'react'
import { useSubmit } from 'react-router'
import { useLive } from '#app/ui/use-browser.ts'

/** Sends a form of choices as soon as one changes. `byButton`: no script runs, so the form needs its button. */
export function useSaveOnChange() {
  const submit = useSubmit()
  const byButton = !useLive()
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    void submit(currentTarget, { preventScrollReset: true })
  return { byButton, onChange }
}
