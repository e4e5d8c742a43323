import { useTranslations } from 'use-intl'

/** 'Until 12 hours before the start' */
export function useNoticeText() {
  const t = useTranslations('settings.rules')
  return (minutes: number) => {
    if (minutes % 1440 === 0)
      return t('periods', { minutes, time: t('days', { count: minutes / 1440 }) })
    if (minutes % 60 === 0)
      return t('periods', { minutes, time: t('hours', { count: minutes / 60 }) })
    return t('periods', { minutes, time: t('minutes', { count: minutes }) })
  }
}
