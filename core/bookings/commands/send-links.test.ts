import { expect, test } from '#tests/support/database.ts'
import { askForLinks } from './send-links.ts'

test('one phone in many spellings is asked for five times an hour', async ({ deps, db }) => {
  const spellings = [
    '+4915112345678',
    '4915112345678',
    '004915112345678',
    '0151 123 456 78',
    '(151) 12345678',
  ]
  for (const [nth, contact] of [...spellings, ...spellings].entries())
    await askForLinks(deps, { contact, language: 'en', address: `192.0.2.${nth}` })
  const asked = await db
    .selectFrom('outbox')
    .where('kind', '=', 'booking.links_requested')
    .select('id')
    .execute()
  expect(asked).toHaveLength(5)
})
