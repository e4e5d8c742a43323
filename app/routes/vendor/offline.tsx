import { useTranslations } from 'use-intl'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** The service worker shows it, so it needs neither a script nor an account. */
export const handle = { plain: true }

export default function Offline() {
  const t = useTranslations('attendance.offline')
  return (
    <main id="main" className="page grid min-h-dvh place-items-center py-12">
      <title>{t('title')}</title>
      <EmptyState
        level={1}
        title={t('title')}
        text={t('text')}
        action={
          // The worker answers whole pages.
          <a href="/dashboard/today" className={buttonClasses({})}>
            {t('open')}
          </a>
        }
      />
    </main>
  )
}

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}
