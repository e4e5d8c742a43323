import type { PurchaseFacts } from '../schema.ts'

/** What an email counts: the spots of one session, or the dates of several. */
export function amountWords({ entries }: Pick<PurchaseFacts, 'entries'>) {
  const hasDates = entries.length > 1 && entries.every(({ spots }) => spots === 1)
  return {
    count: entries.reduce((sum, { spots }) => sum + spots, 0),
    of: hasDates ? 'dates' : 'spots',
  }
}
