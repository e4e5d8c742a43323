import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aVendor } from '#tests/support/factories.ts'
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

test('a customer is found by the @name of a chat, by members who see contacts', async ({ db }) => {
  const { session, purchaseId } = await aBooking(db, { customer: { email: 'carla@example.com' } })
  const vendorId = session.class.vendor.id
  await aBooking(db, { session, customer: { email: 'otto@example.com' } })
  const { contactId } = await db
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select('contactId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('contactAddresses')
    .values({
      vendorId,
      contactId: contactId ?? '',
      kind: 'telegram',
      value: '700:8',
      typed: '@Weber_C',
    })
    .execute()
  const found = async (text: string, { seesContacts = true, of = vendorId } = {}) => {
    const { none, condition } = await findMatching(db, { vendorId: of, text, seesContacts })
    if (none || !condition) return []
    const { rows } = await sql<{ purchaseId: string }>`
      select purchase_id from bookings b where ${condition}`.execute(db)
    return rows.map((row) => row.purchaseId)
  }
  for (const text of ['@weber_c', ' @WEBER', '@Weber_C'])
    expect([text, await found(text)]).toEqual([text, [purchaseId]])
  for (const text of ['@weber_d', '@ber_c', 'Weber_C', '@'])
    expect([text, await found(text)]).toEqual([text, []])
  // A chat that was connected from one booking says nothing of the customer's others.
  await db
    .updateTable('purchases')
    .set({ customerTelegram: '700:9', customerTelegramName: '@dora' })
    .where('id', '=', purchaseId)
    .execute()
  expect(await found('@dor')).toEqual([purchaseId])
  expect(await found('@weber_c', { seesContacts: false })).toEqual([])
  const other = await aVendor(db)
  expect(await found('@weber_c', { of: other.id })).toEqual([])
})
