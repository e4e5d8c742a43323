import { useEffect } from 'react'
import { forgetDay } from './kept-day.ts'

/** The next person at this device must not see the list that an account kept on it. */
export function useForgetDay(): void {
  useEffect(() => {
    void forgetDay().catch(() => {})
  }, [])
}
