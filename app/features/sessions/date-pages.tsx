import { Link } from 'react-router'
import { useTranslations } from 'use-intl'

/** The addresses with the first dates and with later ones; null where there are none. */
export type DatePageLinks = { first: string | null; later: string | null }

/** The way to dates that are not on this page. */
export function DatePages({ first, later, state }: DatePageLinks & { state?: unknown }) {
  const t = useTranslations('booking.form')
  const links = [
    { to: first, label: t('first') },
    { to: later, label: t('later') },
  ]
  return (
    <nav aria-label={t('dates')} className="flex flex-wrap gap-x-6 empty:hidden">
      {links.map(
        ({ to, label }) =>
          to !== null && (
            <Link
              key={label}
              to={to}
              state={state}
              preventScrollReset
              className="inline-flex min-h-11 items-center px-1 underline underline-offset-4"
            >
              {label}
            </Link>
          ),
      )}
    </nav>
  )
}
