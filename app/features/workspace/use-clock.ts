import { useRouteLoaderData } from 'react-router'
import { useLocale } from 'use-intl'
import { localClockText } from '#core/shared/formats.ts'

/** Says a time of the vendor's clock: '18:00'; in English '6:00 PM' where people there say so. */
export function useClock(): (time: string) => string {
  const zone = useRouteLoaderData<{ zone: string }>('routes/vendor/workspace')?.zone ?? 'UTC'
  const language = useLocale()
  return (time) => localClockText(time, zone, language)
}
