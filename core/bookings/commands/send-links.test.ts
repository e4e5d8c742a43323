import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { askForLinks } from './send-links.ts'

const listAsked = (db: Db) =>
  db
    .selectFrom('outbox')
    .where('kind', '=', 'booking.links_requested')
    .orderBy('id')
    .select('payload')
    .execute()

test('different spellings of one phone share the limit of five an hour', async ({ deps, db }) => {
  await aVendor(db, { country: 'DE' })
  const spellings = [
    '+4915112345678',
    '+49 (151) 12345678',
    '004915112345678',
    '0151 123 456 78',
    '(0151) 12345678',
  ]
  for (const [nth, contact] of [...spellings, ...spellings].entries())
    await askForLinks(deps, { contact, language: 'en', network: `192.0.2.${nth}` })
  expect(await listAsked(db)).toHaveLength(5)
})

test('another number with the same ending does not use up the links of a phone', async ({
  deps,
  db,
}) => {
  await aVendor(db, { country: 'DE' })
  await aVendor(db, { country: 'AT' })
  const ask = async (contact: string, nth: number) =>
    askForLinks(deps, { contact, language: 'en', network: `192.0.2.${nth}` })
  for (let nth = 0; nth < 6; nth++) await ask('+493012345678', nth)
  for (let nth = 0; nth < 6; nth++) await ask('+4315112345678', nth)
  await ask('+4915112345678', 10)
  await ask('0151 12345678', 11)
  expect((await listAsked(db)).slice(-2)).toMatchObject([
    { payload: { contact: '+4915112345678' } },
    { payload: { contact: '015112345678' } },
  ])
})

test('the tags of one mailbox share its links', async ({ deps, db }) => {
  for (let nth = 0; nth < 8; nth++)
    await askForLinks(deps, {
      contact: `anna+${nth}@example.com`,
      language: 'en',
      network: `192.0.2.${nth}`,
    })
  expect(await listAsked(db)).toHaveLength(5)
})
