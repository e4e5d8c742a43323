import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLive } from './use-browser.ts'

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const controls = 'input:not([type=hidden], [type=file]), select, textarea'

export const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

/**
 * Tells the page what was typed and chosen before its script came, or put back by the browser, as if it came now. React
 * leaves such values in the fields without a word, so what follows from a field would go by what the server sent.
 */
export function useEarlyInput(): void {
  const live = useLive()
  const early = useRef(new Map<EventTarget, { control: Control; value: string | boolean }>())

  // Before any effect of the page writes into a field.
  useLayoutEffect(() => {
    for (const control of document.querySelectorAll<Control>(controls))
      if (isChanged(control))
        early.current.set(control, {
          control,
          value: isBox(control) ? control.checked : control.value,
        })
  }, [])

  useEffect(() => {
    const known = early.current
    const forget = ({ target, isTrusted }: Event) => {
      if (isTrusted && target) known.delete(target)
    }
    if (!live) {
      document.addEventListener('input', forget, true)
      return () => document.removeEventListener('input', forget, true)
    }
    for (const { control, value } of known.values()) if (control.isConnected) tell(control, value)
    known.clear()
    return undefined
  }, [live])
}

function isChanged(control: Control): boolean {
  if (isBox(control)) {
    const isOff = control.type === 'radio' && !control.checked
    return !isOff && control.checked !== control.defaultChecked
  }
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
  const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected)
  return control.selectedIndex !== Math.max(first, 0)
}

/** Gives a control a value as if it was typed or chosen now. */
export function tell(control: Control, value: string | boolean): void {
  if (typeof value === 'boolean') {
    put(control, 'checked', { before: !value, value })
    // React notices boxes by their clicks. This click comes from no mouse, and changes nothing.
    control.dispatchEvent(new Event('click', { bubbles: true }))
  } else if (control !== document.activeElement || control.value !== value)
    put(control, 'value', { before: `${value} `, value })
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * React notes what is set on an element itself, and takes an event for news only if it finds something else: what the
 * prototype's setter has written.
 */
function put(
  control: Control,
  property: 'checked' | 'value',
  { before, value }: { before: string | boolean; value: string | boolean },
): void {
  if (!(control instanceof HTMLSelectElement)) Reflect.set(control, property, before)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property) ?? {}
  set?.call(control, value)
}
