import { useLocation, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Spinner } from '#app/ui/spinner.tsx'

/** Over any page while the next one is on its way; what comes at once shows nothing. A class says what is loading. */
export function PageLoading() {
  const t = useTranslations('pages.classes')
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  if (state !== 'loading') return null
  if (!location.pathname.startsWith('/book/class/') || location.pathname === pathname)
    return <span aria-hidden="true" className="loading-bar" />
  return (
    <output
      className="fade-in pointer-events-none fixed inset-x-0 top-4 z-40 mx-auto flex w-fit items-center gap-3 rounded-full border border-line bg-raised px-4 py-2 shadow-float"
      style={{ animationDelay: '100ms', animationFillMode: 'both' }}
    >
      <Spinner /> {t('opening')}
    </output>
  )
}
