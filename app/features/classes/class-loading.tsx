import { useLocation, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Spinner } from '#app/ui/spinner.tsx'

/** Over any page while a class is on its way; what comes at once says nothing. */
export function ClassLoading() {
  const t = useTranslations('pages.classes')
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const to = state === 'loading' ? location.pathname : ''
  if (!to.startsWith('/book/class/') || to === pathname) return null
  return (
    <output
      className="fade-in pointer-events-none fixed inset-x-0 top-4 z-40 mx-auto flex w-fit items-center gap-3 rounded-full border border-line bg-raised px-4 py-2 shadow-float"
      style={{ animationDelay: '300ms', animationFillMode: 'both' }}
    >
      <Spinner /> {t('opening')}
    </output>
  )
}
