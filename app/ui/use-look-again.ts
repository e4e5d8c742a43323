import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reads the page again when the reader comes back to it: what it waits for happens in another app or tab. */
export function useLookAgain(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isWaiting, revalidate])
}
