import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { acceptedInput, restoredVersion } from '#app/ui/kept-input.ts'

/**
 * The version that a form stands on: of what its page shows, and once something was typed, of what it showed then, though the
 * page is read again. What was put back comes with its own. It ends with the form that is accepted.
 */
export function useTypedVersion(shown: string): {
  field: RefObject<HTMLInputElement | null>
  version: string
} {
  const field = useRef<HTMLInputElement>(null)
  const [held, hold] = useState<string | null>(null)

  // Before the root puts back what was typed.
  useLayoutEffect(() => {
    const input = field.current
    const form = input?.form
    // What saves itself is nowhere typed but not sent.
    if (!input || !form || form.getAttribute('autocomplete') === 'off') return undefined
    let isSent = false
    const keep = () => {
      const { value } = input
      hold((was) => was ?? value)
    }
    const restore = (event: Event) => {
      if (event instanceof CustomEvent) hold(String(event.detail))
    }
    const send = () => {
      isSent = true
    }
    const accept = () => {
      if (isSent) hold(null)
      isSent = false
    }
    form.addEventListener('input', keep)
    form.addEventListener('submit', send)
    input.addEventListener(restoredVersion, restore)
    window.addEventListener(acceptedInput, accept)
    return () => {
      form.removeEventListener('input', keep)
      form.removeEventListener('submit', send)
      input.removeEventListener(restoredVersion, restore)
      window.removeEventListener(acceptedInput, accept)
    }
  }, [])
  return { field, version: held ?? shown }
}
