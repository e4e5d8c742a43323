import { useEffect, useSyncExternalStore } from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { LostNavigation } from '#app/http/keep-page.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'

type ConnectionProps = {
  /** A navigation that got no response of ours. */
  lostNavigation: () => LostNavigation | null
  onLostNavigation: (tell: () => void) => () => void
  forgetLostNavigation: () => void
}

/** Shown on a page that stays because the next one could not be loaded; offers to try again. */
export function Connection({
  lostNavigation,
  onLostNavigation,
  forgetLostNavigation,
}: ConnectionProps) {
  const t = useTranslations('shared')
  const navigate = useNavigate()
  const location = useLocation()
  const lost = useSyncExternalStore(onLostNavigation, lostNavigation, () => null)
  // Checks the connection first, because a missing script of the next page would cause a full page load.
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      !navigator.onLine && (here.pathname !== next.pathname || here.search !== next.search),
  )

  useEffect(() => {
    if (lost === null) return
    const { pathname, search, hash, state } = location
    // Another place on the same page loads nothing: it ends the navigation that hangs.
    void navigate(
      { pathname, search, hash: '#stay' },
      { replace: true, preventScrollReset: true, state },
    )
    window.history.replaceState(window.history.state, '', pathname + search + hash)
    // Only when one is lost: where the page is changes by this itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lost, navigate])

  if (lost === null && blocker.state !== 'blocked') return null

  function retry() {
    if (!navigator.onLine) return
    forgetLostNavigation()
    if (blocker.state === 'blocked') blocker.proceed()
    else if (lost !== null) void navigate(lost.to)
  }

  return (
    <div className="fixed inset-x-0 top-0 z-50 p-3">
      <Banner
        tone="bad"
        title={t(`trouble.${lost?.why ?? 'network'}`)}
        className="mx-auto max-w-2xl shadow-float"
        action={
          <Button type="button" size="small" variant="secondary" onClick={retry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}
