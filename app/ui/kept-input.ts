// What was typed into the forms of this tab, by entry of the history. It ends with the tab, and signing out empties it. Some
// private windows refuse storage; then nothing is kept.

const place = 'openspot.typed'
const mostEntries = 20

export type KeptValues = Readonly<Record<string, string | boolean>>
type Kept = Readonly<Record<string, { path: string; values: KeptValues }>>

/** The entry of the history that is open; the first of a document has no key. */
export function entryNow(): string {
  const state: unknown = history.state
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : null
  return typeof key === 'string' ? key : location.pathname
}

export function keptAt(entry: string): KeptValues {
  return read()[entry]?.values ?? {}
}

export function keepAt(entry: string, values: KeptValues): void {
  const { [entry]: _, ...others } = read()
  const kept = [...Object.entries(others), [entry, { path: location.pathname, values }] as const]
  write(Object.fromEntries(kept.slice(-mostEntries)))
}

export function forgetAt(entry: string): void {
  const { [entry]: _, ...others } = read()
  write(others)
}

/** Somebody else is at the device: no page brings anything back. */
export function forgetAllInput(): void {
  write({})
}

/** Told to the window: a form of this page was accepted. */
export const acceptedInput = 'openspot:accepted'
/** Told to the field of a form's version: what it was when the values that come back were typed. */
export const restoredVersion = 'openspot:version'

/** After a form of this page was accepted: none of its entries brings anything back. */
export function forgetInput(): void {
  window.dispatchEvent(new Event(acceptedInput))
  const others = Object.entries(read()).filter(([, { path }]) => path !== location.pathname)
  write(Object.fromEntries(others))
}

/** How many rows of a list of fields ('times[0].weekday') come back on this page. Only for what the browser draws. */
export function keptRows(list: string): number {
  const row = new RegExp(`\\|${list}\\[(\\d+)\\]`)
  const rows = Object.keys(keptAt(entryNow())).map((id) => Number(row.exec(id)?.[1] ?? -1) + 1)
  return Math.max(0, ...rows)
}

function read(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '{}')
  } catch {
    return {}
  }
}

function write(kept: Kept): void {
  try {
    // Nothing kept leaves no trace: after signing out, the storage is empty.
    if (Object.keys(kept).length === 0) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(kept))
  } catch {}
}
