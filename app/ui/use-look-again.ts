import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Reads the page again when the reader comes back to it, and as often as `everyMs` says while they look at it: what it waits for
 * happens in another app, tab or device.
 */
export function useLookAgain(isWaiting: boolean, everyMs: number | null = null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    const timer = everyMs === null ? undefined : setInterval(look, everyMs)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearInterval(timer)
    }
  }, [isWaiting, everyMs, revalidate])
}
