import { useEffect } from 'react'

/**
 * Where cookies are off, the number of a form stands in its address: a page that is loaded again sends the same form, not a
 * second booking. `to`: the address with the number; null where a cookie does it.
 */
export function KeyInAddress({ to }: { to: string | null }) {
  useEffect(() => {
    if (to !== null && !navigator.cookieEnabled) history.replaceState(history.state, '', to)
  }, [to])
  if (to === null) return null
  // Without a script nobody knows whether the cookie of this answer will be kept.
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${to}`} />
    </noscript>
  )
}
