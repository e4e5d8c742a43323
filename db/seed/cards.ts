import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { connectCards } from '#core/cards/commands/connect-cards.ts'
import { openHold, settlePurchase } from '#core/cards/commands/pay.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { demoCards } from './logins.ts'
import { customerIn } from './world.ts'

/** Where customers of the first trainer pay. */
const pays = { 'Handstand Workshop': 'card', 'Yin am Sonntag': 'choice' } as const
const bundleByCard = 'Vier Sonntage'

/** Connects the first trainer's account at the simulated Stripe, and lets some customers pay by card. */
export async function takeCards(demo: Deps): Promise<void> {
  // Nothing of the demo is sent to Stripe itself.
  if (demo.stripe.isReal) return
  const member = await demo.db
    .selectFrom('users as u')
    .innerJoin('vendorMembers as m', 'm.userId', 'u.id')
    .where('u.email', '=', 'anna@demo.example')
    .select(['m.vendorId', 'm.userId'])
    .executeTakeFirstOrThrow()
  const connected = await connectCards(demo, member, demoCards[0].key)
  if (!connected.ok) throw new Error(`card payments: ${connected.reason}`)
  for (const [title, where] of Object.entries(pays))
    await sql`update classes set pays = ${where} where vendor_id = ${member.vendorId} and title = ${title}`.execute(
      demo.db,
    )
  await demo.db
    .updateTable('sessionBundles')
    .set({ pays: 'card' })
    .where('vendorId', '=', member.vendorId)
    .where('bundleName', '=', bundleByCard)
    .execute()
  const sessions = await demo.db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', (join) =>
      join.onRef('c.vendorId', '=', 's.vendorId').onRef('c.id', '=', 's.classId'),
    )
    .where('s.vendorId', '=', member.vendorId)
    .where('c.title', '=', 'Handstand Workshop')
    .where('s.status', '=', 'confirmed')
    .where('s.startsAt', '>', sql<Date>`now() + interval '2 days'`)
    .whereRef('s.currentStudents', '<', 's.maxStudents')
    .orderBy('s.startsAt')
    .limit(3)
    .select('s.id')
    .execute()
  for (const [at, { id }] of sessions.entries())
    await bookByCard(demo, { vendorId: member.vendorId, sessionId: id }, 40 + at)
}

type Slot = { vendorId: VendorId; sessionId: string }

async function bookByCard(demo: Deps, { vendorId, sessionId }: Slot, who: number): Promise<void> {
  // Nobody who has booked before: the same person again gets the same booking.
  const { name, email, language } = customerIn('DE', who, 9)
  const booked = await bookSession(demo, {
    sessionId,
    spots: 1,
    name,
    contact: { phone: null, email },
    idempotencyKey: randomUUID(),
    source: 'public',
    accepted: [],
    language,
    network: null,
  })
  if (!booked.ok) throw new Error(`card payments: ${booked.reason}`)
  const purchase = { vendorId, purchaseId: booked.purchase.purchaseId }
  const paying = await openHold(demo, purchase)
  if (!paying.ok) throw new Error(`card payments: ${paying.reason}`)
  // What a customer types at the simulated Stripe.
  const body = new URLSearchParams({
    email,
    number: '4242 4242 4242 4242',
    expiry: '12 / 34',
    cvc: '123',
  })
  await fetch(paying.to, { method: 'POST', body, redirect: 'manual' })
  await settlePurchase(demo, purchase)
}
