import { dayText } from '#app/features/workspace/day-text.ts'
import { activateReferral } from '#core/referrals/commands/activate-referrals.ts'
import { findReferralCode } from '#core/referrals/queries.ts'
import { todayIn } from '#core/shared/time.ts'
import { wholeForm } from '#tests/support/accounts.ts'
import { appFor, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aVendor } from '#tests/support/factories.ts'
import { aMember, signedInVendor } from '#tests/support/workspace.ts'

test('the page shows the link, the ways to share it, the reward, and nothing that counts nobody', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const code = await findReferralCode(db, vendor.id)
  const link = `${deps.origin}/register?ref=${code}`
  const answer = await browser.get('/referrals')
  const html = (await answer.clone().text()).replaceAll('&amp;', '&')
  expect(html).toMatch(/<input[^>]*readonly/i)
  expect(html).toContain(`value="${link}"`)
  const q = encodeURIComponent(link)
  for (const start of [
    'https://wa.me/?text=',
    `https://t.me/share/url?url=${q}&text=`,
    `https://www.facebook.com/sharer/sharer.php?u=${q}"`,
    `https://www.linkedin.com/sharing/share-offsite/?url=${q}"`,
  ])
    expect(html).toContain(`href="${start}`)
  expect(html).toMatch(/href="https:\/\/twitter\.com\/intent\/tweet\?text=[^"&]+&url=[^"]+"/)
  expect(html).toMatch(new RegExp(`href="mailto:\\?subject=[^"&]+&body=[^"]*${q}"`))
  expect(html.match(/target="_blank" rel="noopener noreferrer"/g)).toHaveLength(5)
  // Only a script knows whether the device can share.
  const page = await readPage(answer)
  expect(page).not.toContain('>More<')
  for (const said of [
    'Invite Friends & Earn Rewards',
    'Reward Program',
    'first 3 months absolutely free',
    'You earn 3 extra months per successful sign-up.',
    'Your first reward is 3 months.',
  ])
    expect(page).toContain(said)
  // Nothing to count before there is one.
  for (const said of ['Total Invites', 'Your referrals']) expect(page).not.toContain(said)
})

test('a sign-up with the link is counted, then rewarded, and its address stays hidden', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const ref = await findReferralCode(db, vendor.id)
  const form = { ...wholeForm, email: 'friend.of.vera@example.com', ref }
  expect((await app.visitor().post('/register', form)).status).toBe(302)
  // A code that is nobody's does no harm.
  const other = { ...wholeForm, email: 'other@example.com', ref: 'FRIEND-1' }
  expect((await app.visitor().post('/register', other)).status).toBe(302)

  const counters = async () => {
    const html = await (await browser.get('/referrals')).text()
    expect(html).not.toContain('friend.of.vera')
    expect(html).toContain('f…@example.com')
    const shown = [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>(\d+)<\/dd>/g)]
    return { html, shown: Object.fromEntries(shown.map(([, name, count]) => [name, count])) }
  }
  const pending = await counters()
  expect(pending.shown).toEqual({
    'Total Invites': '1',
    'Active Referrals': '0',
    'Pending Activation': '1',
    'Bonus Months Earned': '0',
  })
  expect(pending.html).toContain('3 months after the first published class')
  const isShown = (status: string, tone: string) =>
    expect.stringMatching(new RegExp(` text-${tone} [^>]*>(<svg.*?</svg>)?<span[^>]*>${status}<`))
  expect(pending.html).toEqual(isShown('Pending', 'warn'))
  expect(pending.html).toMatch(/<img[^>]*src="\/avatars\/[1-5]\.svg"/)

  const { friendId, createdAt } = await db
    .selectFrom('referrals')
    .select(['friendId', 'createdAt'])
    .executeTakeFirstOrThrow()
  expect(pending.html).toContain(dayText(todayIn(vendor.timeZone, createdAt), 'en'))
  if (friendId === null) throw new Error('The friend is gone.')
  const suspend = (suspendedAt: Date | null) =>
    db.updateTable('vendors').set({ suspendedAt }).where('id', '=', friendId).execute()
  await suspend(new Date())
  expect((await counters()).html).toEqual(isShown('Inactive', 'ink'))
  await suspend(null)
  const named = { setUpAt: new Date(), businessName: 'Studio Friend' }
  await db.updateTable('vendors').set(named).where('id', '=', friendId).execute()
  await db.updateTable('users').set({ emailVerified: true }).execute()
  const friend = { ...vendor, id: friendId }
  await aClass(db, { vendor: friend })
  const { userId } = await db
    .selectFrom('vendorMembers')
    .where('vendorId', '=', friendId)
    .select('userId')
    .executeTakeFirstOrThrow()
  const friends = app.visitor()
  await signInAs(deps, friends, userId)
  const promise = 'Publish your first class and get 3 months of Professional'
  const isPromised = async (to: typeof browser) =>
    (await readPage(await to.get('/referrals'))).includes(promise)
  expect([await isPromised(friends), await isPromised(browser)]).toEqual([true, false])
  expect(await activateReferral(deps, friendId)).toBe(true)
  expect(await isPromised(friends)).toBe(false)
  const active = await counters()
  expect(active.shown).toEqual({
    'Total Invites': '1',
    'Active Referrals': '1',
    'Pending Activation': '0',
    'Bonus Months Earned': '3',
  })
  expect(active.html).toEqual(isShown('Active', 'good'))
  for (const said of ['Studio Friend', '3 months earned', 'brings you to 6 months'])
    expect(active.html).toContain(said)

  // Nobody else sees it.
  const stranger = app.visitor()
  await signInAs(deps, stranger, (await aVendor(db)).userId)
  expect(await (await stranger.get('/referrals')).text()).not.toContain('Studio Friend')
})

test('the page is for those who manage the business, and only where there are plans', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const leadsThere = async (visitor: typeof browser) =>
    (await (await visitor.get('/dashboard')).text()).includes('href="/referrals"')
  for (const [role, status] of [
    ['manager', 200],
    ['instructor', 404],
  ] as const) {
    const visitor = app.visitor()
    await signInAs(deps, visitor, await aMember(db, vendor, role))
    expect([role, (await visitor.get('/referrals')).status]).toEqual([role, status])
    expect([role, await leadsThere(visitor)]).toEqual([role, status === 200])
  }
  expect((await app.visitor().get('/referrals')).headers.get('location')).toMatch(/^\/login/)

  const plain = await appFor({ ...deps, settings: { ...deps.settings, plans: false } })
  const visitor = plain.visitor()
  await signInAs(deps, visitor, vendor.userId)
  expect((await visitor.get('/referrals')).status).toBe(404)
  expect(await leadsThere(visitor)).toBe(false)
})

test('the code of a link lasts until the sign-up is done, whatever is looked at before', async ({
  deps,
  db,
}) => {
  const { app, vendor } = await signedInVendor(deps)
  const ref = await findReferralCode(db, vendor.id)
  for (const first of [`/register?ref=${ref}`, `/pricing?ref=${ref}`]) {
    const visitor = app.visitor()
    await visitor.get(first)
    for (const path of ['/pricing', '/login']) await visitor.get(path)
    const page = await (await visitor.get('/register')).text()
    expect(page).toContain(`name="ref" value="${ref}"`)
    const form = { ...wholeForm, email: `${crypto.randomUUID()}@example.com`, ref }
    expect((await visitor.post('/register', form)).status).toBe(302)
    // The next person at this computer has come by no link.
    expect(await (await visitor.get('/register')).text()).not.toContain('name="ref"')
  }
  expect(await db.selectFrom('referrals').select('id').execute()).toHaveLength(2)
})
