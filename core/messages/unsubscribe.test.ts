import { sql } from 'kysely'
import { reseal } from '#core/shared/reseal.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { resumeReminders, stopReminders } from './commands/change-reminders.ts'
import { readUnsubscribe, unsubscribeHeaders } from './queries/unsubscribe.ts'
import { openWishKey, sealedWishKey } from './steps/wish-key.ts'
import { letters } from './templates/letters.ts'

test('only what nobody needs has the headers that end it; a vendor’s news say where to choose', async ({
  deps,
}) => {
  const written = await Promise.all(
    Object.entries(letters).flatMap(([kind, letter]) =>
      letter.examples.map(async (write) => ({ kind, ...(await write(deps, 'de')) })),
    ),
  )
  const withHeaders = written.filter(({ headers }) => headers !== undefined)
  expect([...new Set(withHeaders.map(({ kind }) => kind))]).toEqual([
    'booking.reminder',
    'vendor.agenda',
  ])
  for (const { headers } of withHeaders) {
    const [, key = ''] =
      /^<http:\/\/localhost:\d+\/unsubscribe\/(\S+)\?language=de>$/.exec(
        headers?.['List-Unsubscribe'] ?? '',
      ) ?? []
    expect(readUnsubscribe(deps.secretKeys, key)).not.toBeNull()
    expect(headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  }
  const choose = 'Ändern, was du bekommst'
  const toVendor = written.filter(({ text }) => text.includes(choose))
  expect([...new Set(toVendor.map(({ kind }) => kind))].toSorted()).toEqual([
    'news',
    'vendor.digest',
  ])
  for (const { text } of toVendor) expect(text).toContain('/settings/notifications')
})

test('a link is read if one of our keys signed it, and only whole', ({ deps: { secretKeys } }) => {
  const [vendorId, userId] = [crypto.randomUUID(), crypto.randomUUID()]
  const signer = { origin: 'https://book.example.com', secretKeys }
  const ends = [
    { what: 'agenda', vendorId, userId },
    { what: 'reminders', vendorId, mark: 'f'.repeat(32) },
  ] as const
  for (const end of ends) {
    const [, key = ''] =
      /\/unsubscribe\/(.+)\?/.exec(
        unsubscribeHeaders(signer, end, 'en')['List-Unsubscribe'] ?? '',
      ) ?? []
    expect(readUnsubscribe(secretKeys, key)).toEqual(end)
    expect(readUnsubscribe(['a newer key that signs from now on', ...secretKeys], key)).toEqual(end)
    expect(readUnsubscribe(['a newer key that signs from now on'], key)).toBeNull()
    for (const other of [
      key.replace(vendorId, crypto.randomUUID()),
      key.replace(end.what, end.what === 'agenda' ? 'reminders' : 'agenda'),
      key.slice(0, -1),
      `${key}x`,
      '',
    ])
      expect(readUnsubscribe(secretKeys, other)).toBeNull()
  }
})

test('a wish holds for the mailbox however it is spelled, for one vendor, and outlasts the key that signed its link', async ({
  deps,
  db,
}) => {
  const [vera, boris] = [await aVendor(db), await aVendor(db)]
  const wants = async (vendorId: string, address: string, of: Deps = deps) => {
    const { rows } = await sql<{ wants: boolean }>`
      select wants_reminders(${await openWishKey(of)}, ${vendorId}, ${address}) as wants`.execute(
      db,
    )
    return rows[0]?.wants
  }
  expect(await wants(vera.id, 'carla@gmail.com')).toBe(true)
  await stopReminders(deps, {
    vendorId: vera.id,
    customerAddresses: ['ca.rla+yoga@gmail.com', '7:8'],
    linkedChat: null,
  })
  expect(await wants(vera.id, 'carla@gmail.com')).toBe(false)
  expect(await wants(vera.id, '7:8')).toBe(false)
  expect(await wants(vera.id, 'carlo@gmail.com')).toBe(true)
  expect(await wants(boris.id, 'carla@gmail.com')).toBe(true)
  expect(JSON.stringify(await db.selectFrom('mailWishes').selectAll().execute())).not.toMatch(
    /carla/,
  )

  // Nobody can see from the marks who is known to several vendors.
  await stopReminders(deps, {
    vendorId: boris.id,
    customerAddresses: ['carla@gmail.com'],
    linkedChat: null,
  })
  const marks = await db.selectFrom('mailWishes').select('mark').execute()
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(3)
  // Without the key nobody's wish is known.
  const lost = { ...deps, secretKeys: ['a key that has sealed nothing so far'] as const }
  expect(await wants(boris.id, 'carlo@gmail.com', lost)).toBe(false)
  const newer = 'a newer key that was put in front of it'
  await reseal({ ...deps, secretKeys: [newer, ...deps.secretKeys] }, sealedWishKey)
  const later = { ...deps, secretKeys: [newer] as const }
  expect(await wants(vera.id, 'carla@gmail.com', later)).toBe(false)
  await resumeReminders(later, {
    vendorId: vera.id,
    customerAddresses: ['carla@gmail.com'],
    linkedChat: null,
  })
  expect(await wants(vera.id, 'carla@gmail.com', later)).toBe(true)
})
