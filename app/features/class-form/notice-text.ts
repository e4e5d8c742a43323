import { useTranslations } from 'use-intl'

/** 'Until 12 hours before the start', or the same as a part of the sentence that names the settings. */
export function useNoticeText(sentence: 'periods' | 'ofSettings' = 'periods') {
  const t = useTranslations('settings.rules')
  return (minutes: number) => {
    if (minutes % 1440 === 0)
      return t(sentence, { minutes, time: t('days', { count: minutes / 1440 }) })
    if (minutes % 60 === 0)
      return t(sentence, { minutes, time: t('hours', { count: minutes / 60 }) })
    return t(sentence, { minutes, time: t('minutes', { count: minutes }) })
  }
}
