import { useEffect, useState } from 'react'

const patienceMs = 100

/** Whether something has been under way for so long that a reader should see it. */
export function useLate(underWay: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [underWay])
  return underWay && late
}
