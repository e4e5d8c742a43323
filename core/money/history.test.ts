import { versionOf } from '#core/shared/version.ts'
import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { sql } from 'kysely'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { markPaid, markRefunded } from '#core/bookings/commands/mark-paid.ts'
import { type Editable, editFields, findEditable } from '#core/bookings/queries/editable-booking.ts'
import { holdsSeat } from '#core/bookings/rules/status.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'

/** The same numbers for the same seed. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

const price = 1600
const amounts = [0, 400, price, 2000] as const

/** A booking, and everything that changes it or its money; `till`: what is then in the vendor's till, by what was said. */
async function aBookingOfMoney(db: Db) {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor, priceMinor: price })
  const first = await aSession(db, { class: of })
  const sessions = [first, await aSession(db, { class: of })]
  const { bookingIds } = await aBooking(db, { session: first })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  let bookingId = bookingIds[0] ?? ''
  let guests = 0

  const read = async () => {
    const booking = await findEditable(db, { vendorId: vendor.id, bookingId })
    if (!booking) throw new Error('The booking is gone.')
    return booking
  }
  const save = async (booking: Editable, more: Partial<EditBookingForm>) => {
    const shown = editFields(booking)
    const saved = await editBooking(db, member, bookingId, {
      version: versionOf(shown),
      typed: { ...shown, ...more },
    })
    return saved.ok
  }
  const spotOf = (
    { sessionId, status, paidMinor, owedMinor, giveBackMinor }: Editable,
    back = false,
  ) => ({
    bookingId,
    version: spotVersion({
      sessionId,
      isHeld: holdsSeat(status),
      money: { paidMinor, owedMinor, ...(back && { giveBackMinor }) },
    }),
  })
  type Act = (booking: Editable, amount: number) => Promise<number | undefined>
  const acts: Record<string, Act> = {
    types: async (booking, amount) =>
      (await save(booking, { amountPaidMinor: amount })) ? amount : undefined,
    paid: async (booking) =>
      (await save(booking, { paymentStatus: 'paid' })) && booking.paymentStatus !== 'paid'
        ? booking.paidMinor + booking.owedMinor
        : undefined,
    pays: async (booking, amount) =>
      amount !== booking.paidMinor &&
      (await save(booking, { paymentStatus: 'paid', amountPaidMinor: amount }))
        ? amount
        : undefined,
    refunded: async (booking) =>
      (await save(booking, { paymentStatus: 'refunded' })) && booking.paymentStatus !== 'refunded'
        ? 0
        : undefined,
    pending: async (booking) =>
      (await save(booking, { paymentStatus: 'pending', amountPaidMinor: 0 })) ? 0 : undefined,
    failed: async (booking) => void (await save(booking, { paymentStatus: 'failed' })),
    marksPaid: async (booking) =>
      (await markPaid(db, member, spotOf(booking))).ok
        ? booking.paidMinor + booking.owedMinor
        : undefined,
    marksRefunded: async (booking) =>
      (await markRefunded(db, member, spotOf(booking, true))).ok
        ? booking.paidMinor - booking.giveBackMinor
        : undefined,
    cancels: async () => void (await cancelByVendor(db, vendor.id, [bookingId])),
    customerCancels: async ({ purchaseId }) =>
      void (await cancelByCustomer(db, linkTo(purchaseId), [bookingId])),
    restores: async (booking) => void (await save(booking, { status: 'confirmed' })),
    moves: async (booking) =>
      void (await save(booking, {
        sessionId: sessions.find(({ id }) => id !== booking.sessionId)?.id ?? '',
      })),
    gives: async () => {
      const contact = `guest-${(guests += 1)}@example.com`
      const asked = { bookingId, form: { customerName: 'Gust', contact } }
      const given = await giveBooking(db, { ...member, country: 'DE' }, asked)
      if (given.ok) bookingId = given.bookingId
      return undefined
    },
  }
  return { read, acts }
}

async function inTheRows(db: Db): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(case kind when 'paid' then amount_minor when 'refunded' then -amount_minor end), 0)::bigint as minor
    from payments where state = 'done'`.execute(db)
  return Number(rows[0]?.minor)
}

test.for(Array.from({ length: 12 }, (_one, at) => at + 1))(
  'whatever happens to a booking and its money, its rows say what is in the till, and nothing is owed twice (%i)',
  async (seed, { db }) => {
    const roll = dice(seed * 7919)
    const { read, acts } = await aBookingOfMoney(db)
    const names = Object.keys(acts)
    const story: string[] = []
    let till = 0
    for (let step = 0; step < 14; step++) {
      const name = names[roll(names.length)] ?? ''
      const amount = amounts[roll(amounts.length)] ?? 0
      story.push(`${name} ${amount}`)
      till = (await acts[name]?.(await read(), amount)) ?? till
      const { paidMinor, owedMinor, giveBackMinor } = await read()
      expect({ story, rows: await inTheRows(db), paidMinor }).toEqual({
        story,
        rows: till,
        paidMinor: till,
      })
      const isWrong =
        (owedMinor > 0 && giveBackMinor > 0) || owedMinor > price || giveBackMinor > paidMinor
      expect({ story, owedMinor, giveBackMinor, paidMinor, isWrong }).toMatchObject({
        isWrong: false,
      })
      if (paidMinor >= price) expect({ story, owedMinor }).toEqual({ story, owedMinor: 0 })
    }
  },
)
