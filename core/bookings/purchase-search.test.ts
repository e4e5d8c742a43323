import { expect, test } from '#tests/support/database.ts'
import { aBooking } from '#tests/support/factories.ts'
import { findMatching } from './queries/purchase-search.ts'

test('a search for zeros finds only what contains them', async ({ db }) => {
  const { session } = await aBooking(db, { customer: { email: 'carla@example.com' } })
  const vendorId = session.class.vendor.id
  await db.updateTable('purchases').set({ reference: 'ABCDEFGHJK' }).execute()
  for (const text of ['000', '+000', '00 00']) {
    const { none } = await findMatching(db, { vendorId, text, seesContacts: true })
    expect([text, none]).toEqual([text, true])
  }
  await aBooking(db, { session, customer: { phone: '+49151000123' } })
  for (const text of ['000', '0151000']) {
    const { none } = await findMatching(db, { vendorId, text, seesContacts: true })
    expect([text, none]).toEqual([text, false])
  }
})
