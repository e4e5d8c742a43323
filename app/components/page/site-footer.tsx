import { Link, useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { cx } from '../ui/cx.ts'

const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['ru', 'Русский'],
] as const

/** `flush`: what stands above brings its own ground to the edge. */
export function SiteFooter({ flush = false }: { flush?: boolean }) {
  const t = useTranslations('shared')
  const language = useLocale()
  const { pathname, search } = useLocation()
  return (
    <footer className={cx('border-t border-line text-muted', !flush && 'mt-16')}>
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-1 py-6 text-sm">
        <Link to="/privacy-policy" className="inline-flex min-h-11 items-center hover:text-ink">
          {t('nav.privacy')}
        </Link>
        <Link to="/terms-of-service" className="inline-flex min-h-11 items-center hover:text-ink">
          {t('nav.terms')}
        </Link>
        <Link to="/my-spots" className="inline-flex min-h-11 items-center hover:text-ink">
          {t('nav.mySpots')}
        </Link>
        <form
          method="post"
          action="/language"
          className="-mx-3 flex flex-wrap sm:ms-auto"
          aria-label={t('language')}
        >
          <input type="hidden" name="returnTo" value={pathname + search} />
          {languages.map(([code, name]) => (
            <button
              key={code}
              name="language"
              value={code}
              lang={code}
              aria-pressed={code === language}
              className="min-h-11 rounded-control px-3 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
            >
              {name}
            </button>
          ))}
        </form>
      </div>
    </footer>
  )
}
