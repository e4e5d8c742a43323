import { useEffect, useState } from 'react'

const lateMs = 15_000

/** Whether an answer has been awaited for 15 seconds. */
export function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isAwaited])
  return isLate
}
