import { sql } from 'kysely'
import { grantCredits } from '#core/passes/steps/credits.ts'
import { addMinutes } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking, aBundle, aSession, aVendor } from '#tests/support/factories.ts'
import {
  findPurchaseByLink,
  findRequestByLink,
  issuedUrl,
  manageUrl,
  requestUrl,
} from './queries/links.ts'

test('a manage link opens its own purchase only, with a key that signs or one that signed before', async ({
  db,
  deps,
}) => {
  const mine = await aBooking(db)
  const other = await aBooking(db)
  const purchase = { purchaseId: mine.purchaseId, reference: mine.reference, tokenRotation: 0 }
  const token = new URL(manageUrl(deps, purchase)).searchParams.get('token') ?? ''
  expect(await findPurchaseByLink(deps, { reference: mine.reference, token })).toMatchObject({
    id: mine.purchaseId,
  })
  expect(
    await findPurchaseByLink(deps, { reference: mine.reference.toLowerCase(), token }),
  ).toMatchObject({ id: mine.purchaseId })
  expect(await findPurchaseByLink(deps, { reference: other.reference, token })).toBeNull()
  expect(await findRequestByLink(deps, { reference: mine.reference, token })).toBeNull()
  expect(
    await findPurchaseByLink(deps, {
      reference: mine.reference,
      token: new URL(requestUrl(deps, purchase, 'en')).searchParams.get('token') ?? '',
    }),
  ).toBeNull()
  expect(
    await findPurchaseByLink(deps, { reference: `${mine.reference}' or true`, token }),
  ).toBeNull()
  const rotatedKeys = {
    ...deps,
    secretKeys: ['a brand new key that signs from today on', ...deps.secretKeys] as const,
  }
  expect(await findPurchaseByLink(rotatedKeys, { reference: mine.reference, token })).toMatchObject(
    {
      id: mine.purchaseId,
    },
  )
  await sql`update purchases set token_rotation = 1 where id = ${mine.purchaseId}`.execute(db)
  expect(await findPurchaseByLink(deps, { reference: mine.reference, token })).toBeNull()
})

test('a link changes nothing from 30 days after the last session, or after the end of the bundle', async ({
  db,
  deps,
}) => {
  const daysAgo = (days: number) => addMinutes(new Date(), -days * 1440)
  const isReadOnly = async ({ purchaseId, reference }: ABooking) => {
    const link = manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
    const token = new URL(link).searchParams.get('token') ?? ''
    return (await findPurchaseByLink(deps, { reference, token }))?.isReadOnly
  }
  const endedBefore = async (days: number) =>
    aBooking(db, { session: await aSession(db, { startsAt: daysAgo(days) }) })
  expect(await isReadOnly(await endedBefore(29.9))).toBe(false)
  const over = await endedBefore(31)
  expect(await isReadOnly(over)).toBe(true)

  const { class: of } = over.session
  const bundle = await aBundle(db, { class: of })
  await db.transaction().execute((tx) =>
    grantCredits(tx, {
      vendorId: of.vendor.id,
      purchaseId: over.purchaseId,
      bundleId: bundle.id,
      classId: of.id,
      name: 'Ten mornings',
      totalSessions: 10,
      priceMinor: 6000,
      currency: 'EUR',
      startDate: '2026-01-01',
      expiryDays: 30,
      expiryStarts: 'purchase',
      expiresAt: daysAgo(29),
    }),
  )
  expect(await isReadOnly(over)).toBe(false)
  await db
    .updateTable('passes')
    .set({ expiresAt: daysAgo(31) })
    .execute()
  expect(await isReadOnly(over)).toBe(true)
})

test('a link that a member sends by hand names the member, and ends with the customer’s', async ({
  db,
  deps,
}) => {
  const { purchaseId, reference, session } = await aBooking(db)
  const { userId } = session.class.vendor
  const purchase = { purchaseId, reference, tokenRotation: 0 }
  const token = new URL(issuedUrl(deps, purchase, userId)).searchParams.get('token') ?? ''
  const open = (of: string) => findPurchaseByLink(deps, { reference, token: of })
  expect(await open(token)).toMatchObject({ kind: 'issued', issuedBy: userId, isReadOnly: false })
  expect(await open(token.replace(userId, crypto.randomUUID()))).toBeNull()
  expect(await open(token.slice(userId.length + 1))).toBeNull()
  await db.updateTable('purchases').set({ tokenRotation: 1 }).execute()
  expect(await open(token)).toBeNull()
})

test('a link sent by hand becomes read-only when its sender is no longer a manager', async ({
  db,
  deps,
}) => {
  const { purchaseId, reference, session } = await aBooking(db)
  const { id: vendorId } = session.class.vendor
  const { userId } = await aVendor(db)
  await db.insertInto('vendorMembers').values({ vendorId, userId, role: 'manager' }).execute()
  const link = issuedUrl(deps, { purchaseId, reference, tokenRotation: 0 }, userId)
  const token = new URL(link).searchParams.get('token') ?? ''
  const open = () => findPurchaseByLink(deps, { reference, token })
  expect(await open()).toMatchObject({ kind: 'issued', issuedBy: userId, isReadOnly: false })

  const shown = { kind: 'view', issuedBy: null, isReadOnly: true }
  const membership = { vendorId, userId }
  await db
    .updateTable('vendorMembers')
    .set({ role: 'instructor' })
    .where((eb) => eb.and(membership))
    .execute()
  expect(await open()).toMatchObject(shown)
  await db
    .deleteFrom('vendorMembers')
    .where((eb) => eb.and(membership))
    .execute()
  expect(await open()).toMatchObject(shown)
})

test.for([
  ['suspended', { suspendedAt: new Date() }],
  ['closed', { closedAt: new Date() }],
] as const)(
  'a link sent by hand becomes read-only when the vendor is %s',
  async ([, ended], { db, deps }) => {
    const { purchaseId, reference, session } = await aBooking(db)
    const { id, userId } = session.class.vendor
    const link = issuedUrl(deps, { purchaseId, reference, tokenRotation: 0 }, userId)
    const token = new URL(link).searchParams.get('token') ?? ''
    await db.updateTable('vendors').set(ended).where('id', '=', id).execute()
    expect(await findPurchaseByLink(deps, { reference, token })).toMatchObject({
      kind: 'view',
      issuedBy: null,
      isReadOnly: true,
    })
  },
)
