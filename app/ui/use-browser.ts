import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, so that both render the same. */
export function useLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The zone of the reader's clock; null as long as only the server has spoken, and where the browser does not know it. */
export function useReaderZone(): string | null {
  return useSyncExternalStore(never, readZone, () => null)
}

let read: string | null | undefined

function readZone(): string | null {
  read ??= usableZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return read
}

/** A zone that this runtime can use; null for what some browsers answer where they cannot tell ('Etc/Unknown'). */
export function usableZone(zone: string | undefined): string | null {
  if (zone === undefined) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions() && zone
  } catch {
    return null
  }
}
