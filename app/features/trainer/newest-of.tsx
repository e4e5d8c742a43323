import { useTranslations } from 'use-intl'

/** Says that the list of classes ends before all of them are shown. */
export function NewestOf({ listed, classes }: { listed: number; classes: number }) {
  const t = useTranslations('trainer')
  if (classes <= listed) return null
  return <p className="text-muted">{t('newestOf', { n: listed, total: classes })}</p>
}
