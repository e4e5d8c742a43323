import { useEffect, useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'

const never = () => () => {}

/** False on the server and during hydration, so that both render the same. */
export function useLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * Moves the focus after each change of `why`, but not while a page comes to life: its script may come late, and the page
 * would jump away under a finger that is about to tap.
 */
export function useFocusMove(move: () => void, why: readonly unknown[]): void {
  const live = useLive()
  useEffect(() => {
    if (live) move()
    // Not when the page has come to life, and not for a new function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, why)
}

/** The zone in the reader's cookie, as the server read it for the page. */
export function useSentZone(): string | null {
  return useRouteLoaderData<{ readerZone: string | null }>('root')?.readerZone ?? null
}

/**
 * The zone of the reader's clock; null where the browser does not know it, and on the server and during hydration as long
 * as no cookie tells it.
 */
export function useReaderZone(): string | null {
  const sent = useSentZone()
  return useSyncExternalStore(never, readZone, () => sent)
}

/**
 * Keeps the reader's zone in a cookie until the browser is closed. The next page then comes with the reader's own times;
 * adding them later would move the button under a finger.
 *
 * @param isNeeded - whether this page shows a time that is another one on the reader's clock
 */
export function useKeptZone(isNeeded: boolean): void {
  const sent = useSentZone()
  useEffect(() => {
    const zone = readZone()
    // Back at home, the cookie of the journey must not stay.
    if (zone !== null && zone !== sent && (isNeeded || sent !== null))
      document.cookie = `zone=${encodeURIComponent(zone)}; path=/; samesite=lax`
  }, [isNeeded, sent])
}

let read: string | null | undefined

function readZone(): string | null {
  read ??= usableZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return read
}

/** A zone that this runtime can use; null for what some browsers answer where they cannot tell ('Etc/Unknown'). */
export function usableZone(zone: string | null | undefined): string | null {
  if (zone === undefined || zone === null) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions() && zone
  } catch {
    return null
  }
}
