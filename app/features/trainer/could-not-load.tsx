import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { ErrorState } from '#app/ui/error-state.tsx'

/** Shown instead of a list that could not be read; the rest of the page stays. */
export function CouldNotLoad({ part }: { part: 'Classes' | 'Sessions' }) {
  const t = useTranslations('trainer')
  const { pathname, search } = useLocation()
  return (
    <ErrorState
      level={3}
      title={t(`couldNotLoad${part}`)}
      retryLabel={t('retry')}
      retryTo={pathname + search}
    />
  )
}
