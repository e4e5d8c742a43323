import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Banner } from '#app/ui/banner.tsx'

/** Says on the overview that something has to be connected again. */
export function ConnectionLost({
  of,
  className,
}: {
  of: 'calendar' | 'cards' | 'telegram' | 'stopped'
  className?: string
}) {
  const t = useTranslations(`overview.${of}`)
  return (
    <Banner
      tone="warn"
      className={className}
      title={t('broken')}
      text={t('brokenText')}
      action={
        <Link
          to={of === 'stopped' ? '/settings/security' : '/settings/integrations'}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('reconnect')}
        </Link>
      }
    />
  )
}
