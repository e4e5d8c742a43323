import type { Db } from '#core/shared/db.ts'
import type { Visitor } from '#tests/support/app.ts'
import type { ASession } from '#tests/support/factories.ts'

export type BookingForm = Record<string, string>

/** What a person types into the public form for one spot of a session. */
export function bookingFormFor(session: ASession, more: BookingForm = {}): BookingForm {
  return {
    sessionId: session.id,
    spots: '1',
    name: 'Carla',
    contact: 'carla@example.com',
    ...more,
  }
}

export function classPath(session: ASession): string {
  return `/book/class/${session.class.id}`
}

/** With the form open, on a phone, too. */
export const formPath = (session: ASession) => `${classPath(session)}?session=${session.id}`

/** Opens the form and sends it, as a person does. */
export async function bookBy(visitor: Visitor, session: ASession, more: BookingForm = {}) {
  await (await visitor.get(classPath(session))).text()
  return visitor.post(classPath(session), bookingFormFor(session, more))
}

/** Where an answer leads; fails when it leads nowhere. */
export function locationOf(answer: Response): string {
  const to = answer.headers.get('location')
  if (to === null) throw new Error(`The answer leads nowhere: ${answer.status}`)
  return to
}

/** Every purchase with its spots, in the order they were made. */
export async function purchasesIn(db: Db) {
  return db
    .selectFrom('purchases as g')
    .innerJoin('bookings as b', 'b.purchaseId', 'g.id')
    .orderBy('g.createdAt')
    .orderBy('b.id')
    .select(['g.reference', 'g.customerName', 'g.customerEmail', 'g.customerPhone'])
    .select(['b.id', 'b.status', 'b.sessionId', 'b.purchaseId'])
    .execute()
}

/** All that a GET must not change. */
export async function stateOf(db: Db) {
  const [purchases, bookings, sessions, outbox, ledger] = await Promise.all([
    db.selectFrom('purchases').selectAll().orderBy('id').execute(),
    db.selectFrom('bookings').selectAll().orderBy('id').execute(),
    db.selectFrom('classSessions').selectAll().orderBy('id').execute(),
    db.selectFrom('outbox').selectAll().orderBy('id').execute(),
    db.selectFrom('seatLedger').selectAll().orderBy('id').execute(),
  ])
  return { purchases, bookings, sessions, outbox, ledger }
}
