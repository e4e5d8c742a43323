import { useEffect } from 'react'

/** For a form that leads to another site. With the back button the browser would show the page as it was left, with a button that is still busy; so it is loaded again. */
export function useReloadWhenBack(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}
