import type { Violation } from './check.ts'

/** A payment that Stripe took, in Stripe’s units, with what it has given back. */
export type ChargeRow = {
  account: string
  intent: string
  minor: number
  refunds: readonly { id: string; minor: number }[]
}

/** What Stripe and the database say of the payments by card when all work is done. */
export type Cards = {
  charges: readonly ChargeRow[]
  /** `of`: of which payment; `intent`: Stripe’s id of it or of the refund */
  payments: readonly {
    account: string
    intent: string | null
    isRefund: boolean
    of: string | null
    minor: number
    isOpen: boolean
  }[]
  /** spots that are paid by card, confirmed, and not paid */
  unpaid: readonly string[]
  /** spots whose money should have gone back to the card */
  kept: readonly string[]
}

const money = (says: string): Violation => ({ kind: 'money', says })

/** No spot without money, no money without a spot, nothing taken or given back twice, and the same sums on both sides. */
export function cardViolations({ charges, payments, unpaid, kept }: Cards): Violation[] {
  const written = Map.groupBy(
    payments.filter(({ isRefund }) => !isRefund),
    ({ intent }) => intent,
  )
  const back = Map.groupBy(
    payments.filter(({ isRefund }) => isRefund),
    ({ of }) => of,
  )
  const known = new Set(charges.map(({ intent }) => intent))
  return [
    ...charges.flatMap(({ intent, account, minor, refunds }): Violation[] => {
      const rows = written.get(intent) ?? []
      const given = back.get(intent) ?? []
      const [row] = rows
      if (!row) return [money(`${intent} was paid, and is not written down`)]
      const sum = given.reduce((total, one) => total + one.minor, 0)
      const atStripe = refunds.reduce((total, one) => total + one.minor, 0)
      const missing = refunds.filter(({ id }) => !given.some((one) => one.intent === id))
      return [
        ...(rows.length > 1 ? [money(`${intent} is written down ${rows.length} times`)] : []),
        ...(row.account === account ? [] : [money(`${intent} is of another account`)]),
        ...(row.minor === minor ? [] : [money(`${intent}: ${minor} paid, ${row.minor} written`)]),
        ...(sum === atStripe
          ? []
          : [money(`${intent}: ${atStripe} given back, ${sum} written down`)]),
        ...missing.map(({ id }) => money(`${id} of ${intent} is not written down`)),
      ]
    }),
    ...payments
      .filter(({ isRefund, intent }) => !isRefund && !known.has(intent ?? ''))
      .map(({ intent }) => money(`${intent} was never paid`)),
    ...payments
      .filter(({ isOpen }) => isOpen)
      .map(({ of }) => money(`a refund of ${of} is still under way`)),
    ...unpaid.map((id) => money(`${id} is confirmed, and was never paid`)),
    ...kept.map((id) => money(`${id}: the money for it did not go back`)),
  ]
}
