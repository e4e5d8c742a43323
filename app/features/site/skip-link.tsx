import { useTranslations } from 'use-intl'

/** The first stop of the keyboard: past the header, to the content. Above the screen until it has the focus. */
export function SkipLink() {
  const t = useTranslations('shared')
  return (
    <a
      href="#main"
      className="no-print fixed start-3 top-3 z-60 inline-flex min-h-11 items-center rounded-control bg-accent px-4 font-medium text-accent-ink not-focus:-translate-y-24"
    >
      {t('skip')}
    </a>
  )
}
