import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking } from '#tests/support/factories.ts'

const file = path.join(import.meta.dirname, 'migrations/108-holders-of-before.sql')
const phone = '+491701234567'

type Holder = readonly [name: string, email: string, phone?: string]
const family: readonly Holder[] = [
  ['Ivan', 'father@example.com', phone],
  ['Ben', 'ben@example.com'],
  // A phone beside an email may be anybody’s.
  ['Ivan', 'son@example.com', phone],
]
const histories: readonly (readonly Holder[])[] = [
  family,
  [...family, ['Dan', 'dan@example.com']],
  [
    ['Anna', 'anna@example.com'],
    ['Bob', 'bob@example.com'],
    ['Anna', 'anna@example.com'],
  ],
  [
    ['Anna', 'ana@example.com'],
    ['Anna', 'anna@example.com'],
    ['Bob', 'bob@example.com'],
  ],
  [
    ['Ivan', '', phone],
    ['Ben', 'ben@example.com'],
    ['Ivan', '', phone],
    ['Dan', 'dan@example.com'],
  ],
  [
    ['Bob', 'b@example.com'],
    ['Carl', 'c@example.com'],
    ['Bob', 'b@example.com'],
    ['Carl', 'c@example.com'],
  ],
]

test('the holders of purchases from before have the numbers that they would get today', async ({
  db,
}) => {
  for (const [first, ...others] of histories) {
    if (!first) continue
    const customer = { name: first[0], email: first[1] || null, phone: first[2] ?? null }
    const { bookingIds, session } = await aBooking(db, { customer })
    const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
    for (const [customerName, customerEmail, customerPhone = ''] of others)
      await editBooking(
        db,
        member,
        bookingIds[0] ?? '',
        edit(session.id, { customerName, customerEmail, customerPhone }),
      )
  }
  const numbers = async () => [
    await db
      .selectFrom('formerHolders')
      .orderBy('groupId')
      .orderBy('tokenRotation')
      .select(['groupId', 'customerName', 'tokenRotation', 'holderNumber'])
      .execute(),
    await db
      .selectFrom('bookingGroups')
      .orderBy('id')
      .select(['id', 'customerName', 'tokenRotation', 'holderNumber'])
      .execute(),
  ]
  const today = await numbers()
  await db.updateTable('formerHolders').set({ holderNumber: -1 }).execute()
  await db.updateTable('bookingGroups').set({ holderNumber: 0 }).execute()
  const migration = await fs.readFile(file, 'utf8')
  for (let times = 0; times < 2; times++) {
    await db.transaction().execute((tx) => sql.raw(migration).execute(tx))
    expect(await numbers()).toEqual(today)
  }
})
