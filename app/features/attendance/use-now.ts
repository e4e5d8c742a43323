import { useEffect, useState } from 'react'

/** The time of the page, which a script keeps going: a kept list opens its sessions for marks by itself. */
export function useNow(loadedAt: Date): Date {
  const [now, setNow] = useState(loadedAt)
  useEffect(() => {
    const tick = () => setNow(new Date())
    const first = setTimeout(tick)
    const timer = setInterval(tick, 30_000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [loadedAt])
  return now
}
