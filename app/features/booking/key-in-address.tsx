import { useEffect } from 'react'

/**
 * If cookies are off, the form's number is in the URL, so that a reloaded page sends the same form again, not a second
 * booking. `to`: the URL with the number; null if a cookie is used.
 */
export function KeyInAddress({ to }: { to: string | null }) {
  useEffect(() => {
    if (to !== null && !navigator.cookieEnabled) history.replaceState(history.state, '', to)
  }, [to])
  if (to === null) return null
  // Without JavaScript we cannot know whether this response's cookie will be stored.
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${to}`} />
    </noscript>
  )
}
