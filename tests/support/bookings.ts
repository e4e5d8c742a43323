import { moneyForBooking } from '#core/money/queries.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'
import type { Db } from '#core/shared/db.ts'

/** So many minutes from now; before now when negative. */
export const minutes = (count: number) => new Date(Date.now() + count * 60_000)

/** A zone in which that hour has begun, so that a test of day and night does not depend on when it runs. */
export function zoneWhereItIs(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // These names have the opposite sign.
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** The bookings of a purchase, with how they are paid. */
export async function bookingsOf(db: Db, purchaseId: string) {
  return db
    .selectFrom('bookings as b')
    .innerJoinLateral(moneyForBooking, (join) => join.onTrue())
    .where('b.purchaseId', '=', purchaseId)
    .orderBy('b.id')
    .selectAll('b')
    .select('m.paymentStatus')
    .execute()
}

/** The kinds of the events, in their order. */
export async function kindsOf(db: Db) {
  const rows = await db.selectFrom('outbox').orderBy('id').select('kind').execute()
  return rows.map(({ kind }) => kind)
}

/** A form that does not say what it showed. */
export function edit(sessionId: string, more: Partial<EditBookingForm> = {}) {
  const typed: EditBookingForm = {
    customerName: 'Carla',
    customerEmail: 'carla@example.com',
    customerPhone: '',
    notes: '',
    status: 'confirmed',
    paymentStatus: 'pending',
    amountPaidMinor: 0,
    currency: 'EUR',
    sessionId,
    people: null,
    extras: [],
    customerGender: null,
    customerBirthDate: null,
    ...more,
  }
  return { typed }
}
