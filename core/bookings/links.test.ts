import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aBooking } from '#tests/support/factories.ts'
import { findGroupByLink, findRequestByLink, manageUrl, requestUrl } from './queries/links.ts'

test('a manage link opens its own purchase only, with a key that signs or one that signed before', async ({
  db,
  deps,
}) => {
  const mine = await aBooking(db)
  const other = await aBooking(db)
  const group = { groupId: mine.groupId, reference: mine.reference, tokenRotation: 0 }
  const token = new URL(manageUrl(deps, group)).searchParams.get('token') ?? ''
  expect(await findGroupByLink(deps, { reference: mine.reference, token })).toMatchObject({
    id: mine.groupId,
  })
  expect(
    await findGroupByLink(deps, { reference: mine.reference.toLowerCase(), token }),
  ).toMatchObject({ id: mine.groupId })
  expect(await findGroupByLink(deps, { reference: other.reference, token })).toBeNull()
  expect(await findRequestByLink(deps, { reference: mine.reference, token })).toBeNull()
  expect(
    await findGroupByLink(deps, {
      reference: mine.reference,
      token: new URL(requestUrl(deps, group, 'en')).searchParams.get('token') ?? '',
    }),
  ).toBeNull()
  expect(await findGroupByLink(deps, { reference: `${mine.reference}' or true`, token })).toBeNull()
  const rotatedKeys = {
    ...deps,
    secretKeys: ['a brand new key that signs from today on', ...deps.secretKeys] as const,
  }
  expect(await findGroupByLink(rotatedKeys, { reference: mine.reference, token })).toMatchObject({
    id: mine.groupId,
  })
  await sql`update booking_groups set token_rotation = 1 where id = ${mine.groupId}`.execute(db)
  expect(await findGroupByLink(deps, { reference: mine.reference, token })).toBeNull()
})
