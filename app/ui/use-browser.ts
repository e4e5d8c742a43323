import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's page and while it wakes up, so that both draw the same. */
export function useLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The zone of the reader's clock; null as long as only the server has spoken. */
export function useReaderZone(): string | null {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
}
