import { translator } from '#app/locale/translate.ts'
import { localClockText } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import { dayText, type Start } from './day-text.ts'

/** What `useDayTime` says, in the texts that the server writes. */
export function dayTimeText({ date, startTime }: Start, zone: string, language: Language): string {
  const time = localClockText(startTime, zone, language)
  return translator(language, 'workspace')('dayTime', { day: dayText(date, language), time })
}
