import { useEffect, useState } from 'react'
import { countUnsent } from './device.ts'

/** How many marks are only on this device; null until that is known. */
export function useUnsentMarks(): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    countUnsent().then(setCount, () => setCount(0))
  }, [])
  return count
}
