import { useEffect } from 'react'

/** For a form that leads to another site: who comes back gets the page again, not as it was left, with a button that is still busy. */
export function useReloadWhenBack(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}
