import { useTranslations } from 'use-intl'

/** Says that a list ends before all of it is shown. */
export function FirstOf({ n, total }: { n: number; total: number }) {
  const t = useTranslations('vendorBundles')
  if (total <= n) return null
  return <p className="text-muted">{t('firstOf', { n, total })}</p>
}
