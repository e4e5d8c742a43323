import { useRouteLoaderData } from 'react-router'
import { useLocale } from 'use-intl'
import { clockText, dateFormat } from '#core/shared/formats.ts'
import { formatMoney, type Money } from '#core/shared/money.ts'

/** How the console writes days, moments and amounts: by the reader's clock where a page before knew it. */
export function useFormats() {
  const language = useLocale()
  const root = useRouteLoaderData<{ readerZone: string | null }>('root')
  const timeZone = root?.readerZone ?? 'UTC'
  const day = dateFormat(language, { timeZone, dateStyle: 'medium' })
  const date = dateFormat(language, { timeZone: 'UTC', dateStyle: 'medium' })
  return {
    moment: (at: Date) => `${day.format(at)}, ${clockText(at, timeZone, language)}`,
    day: (at: Date) => day.format(at),
    /** a date of a calendar, 'yyyy-mm-dd' */
    date: (localDate: string) => date.format(new Date(`${localDate}T12:00:00Z`)),
    money: (minor: number, currency: string) => formatMoney({ minor, currency }, language),
    sums: (amounts: readonly Money[]) =>
      amounts.map((amount) => formatMoney(amount, language)).join(' + '),
  }
}
