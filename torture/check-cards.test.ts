import { expect, test } from 'vitest'
import { type Cards, cardViolations } from './check-cards.ts'
import { check, isGreen } from './check.ts'
import { booking, clean, holding, seat, session } from './hand-made.ts'

const charge = { account: 'acct_1', intent: 'pi_1', minor: 1500, refunds: [] }
const written = {
  account: 'acct_1',
  intent: 'pi_1',
  isRefund: false,
  of: 'pi_1',
  minor: 1500,
  isOpen: false,
}
const refunded = { ...charge, refunds: [{ id: 're_1', minor: 1500 }] }
const back = { ...written, intent: 're_1', isRefund: true }
const paid: Cards = { charges: [charge], payments: [written], unpaid: [], kept: [] }

test('a payment that was written, and one that went back, break nothing', () => {
  expect(cardViolations(paid)).toEqual([])
  expect(cardViolations({ ...paid, charges: [refunded], payments: [written, back] })).toEqual([])
  expect(check({ ...clean, cards: paid })).toMatchObject({ money: 0, cardPayments: 1 })
})

test.each<[string, Cards]>([
  ['a payment that nobody wrote down', { ...paid, payments: [] }],
  ['one that was written twice', { ...paid, payments: [written, written] }],
  ['one that nobody made', { ...paid, charges: [] }],
  ['one of another sum', { ...paid, payments: [{ ...written, minor: 3000 }] }],
  ['one of another account', { ...paid, payments: [{ ...written, account: 'acct_2' }] }],
  ['a refund that nobody wrote down', { ...paid, charges: [refunded] }],
  ['a refund that Stripe does not have', { ...paid, payments: [written, back] }],
  [
    'a refund that Stripe made twice',
    {
      ...paid,
      charges: [{ ...charge, refunds: [...refunded.refunds, { id: 're_2', minor: 1500 }] }],
      payments: [written, back],
    },
  ],
  [
    'a refund that is still open',
    { ...paid, payments: [written, { ...back, minor: 0, isOpen: true }] },
  ],
  ['a spot without money', { ...paid, unpaid: ['b1'] }],
  ['money without a spot', { ...paid, kept: ['b1'] }],
])('is red: %s', (_what, cards) => {
  expect(cardViolations(cards)).not.toEqual([])
  expect(isGreen(check({ ...clean, cards }))).toBe(false)
})

test('a spot that is paid by card is told of once it is paid, and may be let go and taken again', () => {
  const rows = [
    seat(),
    seat({ id: 2, delta: -1, reason: 'expired', transaction: '2' }),
    seat({ id: 3, transaction: '3' }),
  ]
  const again = (byCard: boolean) =>
    check(holding({ bookings: [booking({ byCard })], ledger: rows }))
  expect(again(true).notes).toEqual([])
  expect(again(false).drift).toBe(1)
  const letGo = check({
    ...holding({
      bookings: [booking({ byCard: true, status: 'expired', confirmedAt: null, isPaid: false })],
      ledger: rows.slice(0, 2),
      sessions: [{ ...session, currentStudents: 0 }],
      told: [],
      messages: [],
    }),
    mails: [],
    calendars: { ...clean.calendars, wanted: [], held: [] },
  })
  expect(letGo.notes).toEqual([])
})
