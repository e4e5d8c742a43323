import { sql } from 'kysely'
import { deleteUnconfirmed } from '#core/accounts/commands/delete-unconfirmed.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addMinutes } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, type AVendor, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { classForm, now, saveForm } from '#tests/support/weekly-class.ts'
import { activateReferral, activateReferrals } from './commands/activate-referrals.ts'
import { findReferralCode, findReferralSummary, isReferralCode, listReferrals } from './queries.ts'

const overTrial = { trialEndsAt: new Date(0) }

/** Somebody who signed up with a vendor's link and published a class or not. */
async function aFriend(
  db: Db,
  of: AVendor,
  { starts = true, ...columns }: { starts?: boolean } & Parameters<typeof aVendor>[1] = {},
): Promise<AVendor> {
  const friend = await aVendor(db, { ...overTrial, ...columns })
  await db.insertInto('referrals').values({ vendorId: of.id, friendId: friend.id }).execute()
  if (starts) await aClass(db, { vendor: friend })
  return friend
}

/** The months of a vendor's grants, and how they lie: one after the other without a gap. */
async function monthsOf(db: Db, vendorId: VendorId) {
  const { rows } = await sql<{ months: number; plan: string; reason: string; follows: boolean }>`
    select months, plan, reason, starts_at = coalesce(lag(ends_at) over (order by starts_at), starts_at) as follows
    from plan_grants where vendor_id = ${vendorId} order by starts_at`.execute(db)
  for (const row of rows)
    expect(row).toMatchObject({ plan: 'professional', reason: 'referral', follows: true })
  return rows.map(({ months }) => months)
}

/** Signs up as a form or a provider does: everything else is made by the database. */
function signUp(db: Db, email: string, referralCode: string) {
  return db.insertInto('users').values({ name: 'New', email, referralCode }).execute()
}

const referralsOf = async (db: Db, vendorId: VendorId) =>
  (await db.selectFrom('referrals').where('vendorId', '=', vendorId).selectAll().execute()).length

test('a sign-up counts with the code of an open account, and not with an own address', async ({
  db,
}) => {
  const vendor = await aVendor(db, { email: 'vera.vendor@gmail.com' })
  const manager = await db
    .insertInto('users')
    .values({ name: 'Ina', email: 'ina@example.com', kind: 'member' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('vendorMembers')
    .values({ vendorId: vendor.id, userId: manager.id, role: 'manager' })
    .execute()
  const code = await findReferralCode(db, vendor.id)
  const signsUp = async (email: string, typed = code) => {
    const before = await referralsOf(db, vendor.id)
    await signUp(db, email, typed)
    return (await referralsOf(db, vendor.id)) - before
  }
  expect(await signsUp('friend@example.com')).toBe(1)
  expect(await signsUp('other@example.com', code.toUpperCase())).toBe(1)
  expect(await signsUp('third@example.com', 'nobody22')).toBe(0)
  expect(await signsUp('veravendor+2@googlemail.com')).toBe(0)
  expect(await signsUp('ina+studio@example.com')).toBe(0)

  expect(await isReferralCode(db, code)).toBe(true)
  expect(await isReferralCode(db, 'nobody22')).toBe(false)
  for (const column of ['suspendedAt', 'closedAt'] as const) {
    await db
      .updateTable('vendors')
      .set({ suspendedAt: null, closedAt: null, [column]: new Date() })
      .where('id', '=', vendor.id)
      .execute()
    expect(await signsUp(`${column.toLowerCase()}@example.com`)).toBe(0)
    expect(await isReferralCode(db, code)).toBe(false)
  }
})

test('one mailbox earns the months once, however many accounts and invitations it has', async ({
  deps,
  db,
}) => {
  const [vera, udo] = [await aVendor(db, overTrial), await aVendor(db, overTrial)]
  const emails = ['finn@gmail.com', 'f.i.n.n+1@gmail.com', 'finn+2@googlemail.com', 'gerda@x.test']
  for (const email of emails) await aFriend(db, vera, { email })
  await aFriend(db, udo, { email: 'finn+3@gmail.com' })
  expect(await activateReferrals(deps)).toBe(2)
  expect(await monthsOf(db, vera.id)).toEqual([3, 3])
  expect(await monthsOf(db, udo.id)).toEqual([])
  expect(await activateReferrals(deps)).toBe(0)

  // Neither when the account that was rewarded is erased, nor for somebody who works there by now.
  await db
    .updateTable('referrals')
    .set({ friendId: null })
    .where('activatedAt', 'is not', null)
    .execute()
  const code = await findReferralCode(db, vera.id)
  const before = await referralsOf(db, vera.id)
  await signUp(db, 'finn+4@gmail.com', code)
  expect(await referralsOf(db, vera.id)).toBe(before)
  const late = await aFriend(db, vera, { email: 'ina@example.com' })
  await db
    .updateTable('users')
    .set({ email: 'ina+vera@example.com' })
    .where('id', '=', vera.userId)
    .execute()
  expect(await activateReferral(deps, late.id)).toBe(false)
})

test('a published class of a confirmed owner gives both three months, and says so once to each', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { ...overTrial, email: 'vera@example.com' })
  const friend = await aFriend(db, vendor, {
    starts: false,
    email: 'erika@example.com',
    businessName: 'Studio Erika',
  })
  const mailer = keepMails()
  const both = async () => [await monthsOf(db, vendor.id), await monthsOf(db, friend.id)]

  const closed = await createClass(deps, friend.id, classForm({ visibility: 'closed' }), now)
  if (!closed.ok) throw new Error(closed.reason)
  await work(databaseUrl, deps, mailer)
  expect(await both()).toEqual([[], []])

  await saveForm(db, { vendor: friend, classId: closed.classId }, { visibility: 'link' })
  await work(databaseUrl, deps, mailer)
  expect(await both()).toEqual([[3], [3]])
  await createClass(deps, friend.id, classForm({ title: 'Pilates' }), now)
  await work(databaseUrl, deps, mailer)
  expect(await both()).toEqual([[3], [3]])
  expect(mailer.mails).toHaveLength(2)
  expect(Object.fromEntries(mailer.mails.map(({ to, subject }) => [to, subject]))).toEqual({
    'erika@example.com': '3 months of Professional, free',
    'vera@example.com': 'You earned 3 months of Professional',
  })
  expect(mailer.mails.find(({ to }) => to === 'vera@example.com')?.text).toContain(
    'Studio Erika published their first class',
  )
  const audit = await db
    .selectFrom('auditLog')
    .where('action', '=', 'referral.activated')
    .select('vendorId')
    .execute()
  expect(audit).toHaveLength(2)
  expect(new Set(audit.map(({ vendorId }) => vendorId))).toEqual(new Set([vendor.id, friend.id]))

  const another = await aFriend(db, vendor, { starts: false })
  await createClass(deps, another.id, classForm(), now)
  await work(databaseUrl, deps, mailer)
  expect(await monthsOf(db, vendor.id)).toEqual([3, 3])
  expect(await monthsOf(db, another.id)).toEqual([3])
})

type Facts = {
  friend: Partial<Record<'suspendedAt' | 'closedAt', Date>> & { setUpAt?: null }
  referrer: Partial<Record<'suspendedAt' | 'closedAt', Date>>
  emailVerified: boolean
  class: Partial<{ visibility: 'link' | 'closed'; status: 'archived' }> | null
  plans: boolean
}
const done: Facts = { friend: {}, referrer: {}, emailVerified: true, class: {}, plans: true }
const at = new Date(0)

test.for([
  ['everything is done', {}, true],
  ['the class is for those with its link', { class: { visibility: 'link' } }, true],
  ['the account that invited has been closed', { referrer: { closedAt: at } }, true],
  ['the address is not confirmed', { emailVerified: false }, false],
  ['there is no class', { class: null }, false],
  ['the class is closed', { class: { visibility: 'closed' } }, false],
  ['the class is deleted', { class: { status: 'archived' } }, false],
  ['the friend is suspended', { friend: { suspendedAt: at } }, false],
  ['the friend has closed the account', { friend: { closedAt: at } }, false],
  ['the page is not set up', { friend: { setUpAt: null } }, false],
  ['the installation has no plans', { plans: false }, false],
] as const satisfies [string, Partial<Facts>, boolean][])(
  'the hourly look where %s',
  async ([, facts, isRewarded], { deps, db }) => {
    const given: Facts = { ...done, ...facts }
    const settings = { ...deps.settings, plans: given.plans }
    const vendor = await aVendor(db, given.referrer)
    const friend = await aFriend(db, vendor, { starts: false, ...given.friend })
    await db
      .updateTable('users')
      .set({ emailVerified: given.emailVerified })
      .where('id', '=', friend.userId)
      .execute()
    if (given.class) await aClass(db, { vendor: friend, ...given.class })
    expect(await activateReferral({ db, settings }, friend.id)).toBe(isRewarded)
    // What was missing has come: the next look finds it, and finds it once.
    await db.updateTable('users').set({ emailVerified: true }).execute()
    await db
      .updateTable('vendors')
      .set({ suspendedAt: null, closedAt: null, setUpAt: new Date() })
      .execute()
    await aClass(db, { vendor: friend })
    expect(await activateReferrals(deps)).toBe(isRewarded ? 0 : 1)
    expect(await activateReferrals(deps)).toBe(0)
    expect(await monthsOf(db, friend.id)).toEqual([3])
    expect(await monthsOf(db, vendor.id)).toEqual([3])
  },
)

/** Both commands wait for the lock of the vendor that invited. */
async function atOnce(
  { deps, databaseUrl }: { deps: Deps; databaseUrl: string },
  vendor: AVendor,
  friends: readonly AVendor[],
) {
  const held = await holdLock(
    databaseUrl,
    'select id from vendors where id = $1 for no key update',
    [vendor.id],
  )
  const results = friends.map(({ id }) => activateReferral(deps, id))
  await waitForWaiter(deps.db, friends.length)
  await held.commit()
  return Promise.all(results)
}

test('two friends at once: both rewards arrive, and the months lie end to end', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, overTrial)
  const friends = [await aFriend(db, vendor), await aFriend(db, vendor)]
  expect(await atOnce({ deps, databaseUrl }, vendor, friends)).toEqual([true, true])
  expect(await monthsOf(db, vendor.id)).toEqual([3, 3])
  for (const { id } of friends) expect(await monthsOf(db, id)).toEqual([3])
})

test('two events of one friend at once: one reward', async ({ deps, db, databaseUrl }) => {
  const vendor = await aVendor(db, overTrial)
  const friend = await aFriend(db, vendor)
  const given = await atOnce({ deps, databaseUrl }, vendor, [friend, friend])
  expect(given.filter(Boolean)).toHaveLength(1)
  expect(await monthsOf(db, vendor.id)).toEqual([3])
  expect(await monthsOf(db, friend.id)).toEqual([3])
})

test('an account that is gone takes neither the friend’s months nor what was earned', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db)
  const friend = await aFriend(db, vendor)
  const other = await aVendor(db)
  const invited = await aFriend(db, other)
  await activateReferral(deps, friend.id)
  await signUp(db, 'never@example.com', await findReferralCode(db, vendor.id))
  const erase = async ({ id }: AVendor) => {
    for (const table of ['classes', 'auditLog'] as const)
      await db.deleteFrom(table).where('vendorId', '=', id).execute()
    await db.deleteFrom('vendors').where('id', '=', id).execute()
  }
  await erase(friend)
  await erase(other)
  expect(await activateReferral(deps, invited.id)).toBe(true)
  expect(await monthsOf(db, invited.id)).toEqual([3])
  expect(await findReferralSummary(db, vendor.id)).toMatchObject({
    totalReferred: 2,
    successfulSignups: 1,
    pendingSignups: 1,
    monthsEarned: 3,
  })

  expect(await deleteUnconfirmed(db, addMinutes(new Date(), 15 * 1440))).toBe(1)
  const left = await listReferrals(db, vendor)
  expect(left).toMatchObject([{ status: 'active', name: null, email: null }])
  expect(await findReferralSummary(db, vendor.id)).toMatchObject({
    totalReferred: 1,
    monthsEarned: 3,
  })
})

test('a friend’s address is shortened, and the name is that of the page, not of the address', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const code = await findReferralCode(db, vendor.id)
  await signUp(db, 'max.mustermann@example.com', code)
  await aFriend(db, vendor, { email: 'erika.muster@example.com', businessName: 'Studio Erika' })
  await aFriend(db, vendor, { email: 'late@example.com', suspendedAt: new Date() })
  await aFriend(db, await aVendor(db))
  const listed = await listReferrals(db, vendor)
  const shown = Object.fromEntries(listed.map(({ email, ...row }) => [email, row]))
  expect(shown).toMatchObject({
    'm…@example.com': { name: null, status: 'pending' },
    'e…@example.com': { name: 'Studio Erika', status: 'pending' },
    'l…@example.com': { name: 'Studio Vera', status: 'other' },
  })
  expect(listed).toHaveLength(3)
  expect(JSON.stringify(listed)).not.toMatch(/mustermann|erika\.muster/)
})
