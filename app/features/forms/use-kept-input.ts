import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { unkeptFields, versionField } from '#app/http/form-answer.ts'
import {
  entryNow,
  forgetAt,
  keepAt,
  keptAt,
  type KeptValues,
  restoredVersion,
} from '#app/ui/kept-input.ts'
import { useLive } from '#app/ui/use-browser.ts'
import { controls, type Control, isBox, tell } from '#app/ui/use-early-input.ts'

/**
 * Keeps what is typed into every form, for its entry of the history, and puts it back when the reader returns there. Left out are
 * hidden fields, passwords, codes and consents, and forms that save themselves, which say `autocomplete="off"`.
 */
export function useKeptInput(): void {
  const live = useLive()
  const { key, pathname } = useLocation()
  const last = useRef<{ entry: string; pathname: string } | null>(null)

  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!isControl(target)) return
      const id = idOf(target)
      // Of the page that is drawn: the history is ahead of it for a moment.
      const entry = last.current?.entry ?? entryNow()
      const version = target.form && versionOf(target.form)
      if (id !== null)
        keepAt(entry, {
          ...keptAt(entry),
          [id]: valueOf(target),
          ...(target.form && version && { [versionIdOf(target.form)]: version.value }),
        })
    }
    document.addEventListener('input', note, true)
    return () => document.removeEventListener('input', note, true)
  }, [])

  // With the page that changed, before anybody types into it: later, what was typed before would come over it.
  useLayoutEffect(() => {
    if (!live) return undefined
    const entry = entryNow()
    const before = last.current
    last.current = { entry, pathname }
    if (before === null) {
      if (isNew()) forgetAt(entry)
    } else if (before.pathname === pathname && before.entry !== entry) {
      // The same page in another state: what is typed in it stays.
      const typed = { ...keptAt(entry), ...keptAt(before.entry) }
      if (Object.keys(typed).length > 0) keepAt(entry, typed)
    }
    return putBack(keptAt(entry))
  }, [live, key, pathname])
}

/** Whether this document was opened, not reloaded or returned to. */
function isNew(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  return opened instanceof PerformanceNavigationTiming && opened.type === 'navigate'
}

/** Fills the fields that are there, and those that appear later, such as in a sheet or a next step. */
function putBack(values: KeptValues): () => void {
  const waiting = new Map(Object.entries(values))
  const look = () => {
    for (const control of document.querySelectorAll<Control>(controls)) {
      if (waiting.size === 0) break
      const id = idOf(control)
      const value = id === null ? undefined : waiting.get(id)
      if (id === null || value === undefined || !takes(control, value)) continue
      waiting.delete(id)
      if (valueOf(control) === value && !isUnchosen(control)) continue
      // Typed on what the page showed then, which may be another today.
      if (control.form)
        versionOf(control.form)?.dispatchEvent(
          new CustomEvent(restoredVersion, { detail: values[versionIdOf(control.form)] ?? '' }),
        )
      tell(control, isBox(control) ? control.type === 'radio' || value === true : String(value))
    }
    if (waiting.size === 0) observer.disconnect()
  }
  const observer = new MutationObserver(look)
  const isTyped = ({ target, isTrusted }: Event) => {
    const id = isTrusted && isControl(target) ? idOf(target) : null
    if (id !== null) waiting.delete(id)
  }
  document.addEventListener('input', isTyped, true)
  if (waiting.size > 0) observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => {
    observer.disconnect()
    document.removeEventListener('input', isTyped, true)
  }
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof Element && target.matches(controls)

const valueOf = (control: Control): string | boolean =>
  control.type === 'checkbox' && isBox(control) ? control.checked : control.value

const isUnchosen = (control: Control) =>
  control.type === 'radio' && isBox(control) && !control.checked

/** Whether a value can be given to a control: of radios one has it, and an option may be gone. */
function takes(control: Control, value: string | boolean): boolean {
  if (control.disabled) return false
  if (control.type === 'radio') return control.value === value
  return (
    !(control instanceof HTMLSelectElement) ||
    [...control.options].some((option) => option.value === value && !option.disabled)
  )
}

/** What a control is called among all of its page; null if nothing of it is kept. */
function idOf(control: Control): string | null {
  const { form, name, type } = control
  if (!form || name === '' || type === 'password' || unkeptFields.includes(name)) return null
  if (form.method !== 'post' || form.getAttribute('autocomplete') === 'off') return null
  const box = type === 'checkbox' ? `|${control.value}` : ''
  return `${formIdOf(form)}|${name}${box}`
}

function formIdOf(form: HTMLFormElement): string {
  const pathOf = (one: HTMLFormElement) => one.getAttribute('action')?.replace(/[?#].*/, '') ?? ''
  const same = [...document.forms].filter((one) => pathOf(one) === pathOf(form))
  return `${pathOf(form)}#${same.indexOf(form)}`
}

const versionIdOf = (form: HTMLFormElement) => `${formIdOf(form)}|${versionField}`

const versionOf = (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>(`input[name="${versionField}"]`)
