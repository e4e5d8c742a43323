import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'

const before = {
  startsAt: '2030-05-05T08:00:00.000Z',
  endsAt: '2030-05-05T09:00:00.000Z',
  zone: 'Europe/Berlin',
  location: '1 Park Street',
  onlineUrl: null,
}
const happened = {
  booked: ['booking.confirmed', 'confirmed', {}],
  requested: ['booking.requested', 'pending', {}],
  cancelled: ['booking.cancelled', 'cancelled', { by: 'customer', late: false }],
  moved: ['booking.moved', 'confirmed', { by: 'customer', before }],
} as const

const fromCustomers = [
  'booked',
  'requested',
  'cancelled',
  'moved',
] as const satisfies readonly (keyof typeof happened)[]

async function mailsAfter(
  { deps, databaseUrl }: { deps: Deps; databaseUrl: string },
  { news, muted }: { news: keyof typeof happened; muted: string[] },
) {
  const { db } = deps
  const vendor = await aVendor(db, { mutedNews: muted })
  const [kind, status, more] = happened[news]
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booking = await aBooking(db, {
    session,
    status,
    customer: { email: 'carla@example.com' },
  })
  const { groupId, bookingIds } = booking
  await db
    .insertInto('outbox')
    .values({ kind, payload: JSON.stringify({ groupId, bookingIds, ...more }) })
    .execute()
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
