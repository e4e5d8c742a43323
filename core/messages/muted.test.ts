import { randomUUID } from 'node:crypto'
import { emit } from '#core/events/emit.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { knowing, tell } from '#tests/support/told.ts'

const fromCustomers = ['booked', 'requested', 'cancelled', 'moved'] as const

async function mailsAfter(
  { deps, databaseUrl }: { deps: Deps; databaseUrl: string },
  { news, muted }: { news: (typeof fromCustomers)[number]; muted: string[] },
) {
  const { db } = deps
  const vendor = await aVendor(db, { mutedNews: muted })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { purchaseId, bookingIds } = await aBooking(db, {
    session,
    status: news === 'requested' ? 'pending' : news === 'cancelled' ? 'cancelled' : 'confirmed',
    customer: { email: 'carla@example.com' },
    ...(news === 'moved' && { movedBy: 'customer' }),
    ...(news === 'cancelled' && { endedBy: 'customer' }),
  })
  if (news === 'moved') {
    const elsewhere = { sessionId: randomUUID(), startsAt: '2030-05-05T08:00:00.000Z' }
    await knowing(db, purchaseId, elsewhere)
    await emit(db, 'booking.moved', { purchaseId, bookingIds, from: session.id, to: session.id })
  } else await tell(db, news === 'cancelled' ? 'ended' : news, { purchaseId, bookingIds })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  return { mails: mailer.mails.map(({ to }) => to).toSorted(), vendor: vendor.email }
}

test.for(fromCustomers)(
  'a vendor who has switched off “%s” gets no email of it, and the customer still does',
  async (news, { deps, databaseUrl }) => {
    const { mails } = await mailsAfter({ deps, databaseUrl }, { news, muted: [news] })
    expect(mails).toEqual(['carla@example.com'])
  },
)

test.for(fromCustomers)(
  'a vendor who has switched off everything but “%s” gets the email',
  async (news, { deps, databaseUrl }) => {
    const muted = fromCustomers.filter((other) => other !== news)
    const { mails, vendor } = await mailsAfter({ deps, databaseUrl }, { news, muted })
    expect(mails).toEqual(['carla@example.com', vendor].toSorted())
  },
)
