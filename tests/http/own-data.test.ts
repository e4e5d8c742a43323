import { strFromU8, unzipSync } from 'fflate'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { eraseClosed } from '#core/own-data/commands/erase-closed.ts'
import { addMinutes } from '#core/shared/time.ts'
import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { anOwnerWithCodes, freshCode, wrongCode } from '#tests/support/two-factor.ts'
import { aWholeVendor, givePassword } from '#tests/support/whole-vendor.ts'
import { agreementIn, anInstructor, errorsAt, signedInVendor } from '#tests/support/workspace.ts'

test('the owner downloads a zip that explains itself in the owner’s language', async ({
  deps,
  db,
}) => {
  const { browser, app } = await signedInVendor(deps)
  const { vendor } = await aWholeVendor(deps, 'Anna')
  await db.updateTable('users').set({ language: 'de' }).where('id', '=', vendor.userId).execute()
  const anna = app.visitor()
  await signInAs(deps, anna, vendor.userId)
  expect(await readPage(await anna.get('/settings/data'))).toContain('Alles herunterladen')
  const answer = await anna.post('/settings/data/export')
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="openspot-/)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const readme = strFromU8(files['README.txt'] ?? new Uint8Array())
  expect(readme).toContain('Die Daten von Studio Anna')
  for (const file of Object.keys(files).filter((name) => /^(?:csv|json)/.test(name)))
    expect(readme).toContain(`  ${file}: `)
  expect(readme).toContain('auth_sessions.token: ')
  expect(readme).not.toContain('exportReadme')
  const told = await db
    .selectFrom('outbox')
    .where('kind', '=', 'account.data_exported')
    .select('payload')
    .execute()
  expect(told).toEqual([{ payload: { userId: vendor.userId } }])
  // The other vendor, whose file has nothing of Anna.
  const other = await browser.post('/settings/data/export')
  const others = unzipSync(new Uint8Array(await other.arrayBuffer()))
  expect(strFromU8(others['json/bookings.json'] ?? new Uint8Array())).toBe('[]\n')
})

test('only the owner has the page, and no other site can ask for the file', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect(await (await instructor.get('/settings/security')).text()).not.toContain('/settings/data')
  expect((await instructor.get('/settings/data')).status).toBe(404)
  expect((await instructor.post('/settings/data/export')).status).toBe(404)
  const foreign = await browser.post(
    '/settings/data/export',
    {},
    { origin: 'https://evil.example' },
  )
  expect(foreign.status).toBe(403)
})

test('a form that a sign-in brings back starts no download', async ({ deps, db }) => {
  const { browser } = await signedInVendor(deps)
  const answer = await browser.post('/settings/data/export', { restore: '1' })
  expect(answer.headers.get('location')).toBe('/settings/data')
  const told = db.selectFrom('outbox').where('kind', '=', 'account.data_exported').select('id')
  expect(await told.execute()).toEqual([])
})

test('a sixth download of a day leads back to the page and says so', async ({ deps }) => {
  const { browser, vendor } = await signedInVendor(deps)
  await deps.limits.exportsPerVendor.take(vendor.id, 5)
  const answer = await browser.post('/settings/data/export')
  expect(answer.headers.get('location')).toBe('/settings/data')
  expect(noticeOf(answer)?.title).toBe(
    'You can download your data five times a day. Please try again tomorrow.',
  )
})

test('the page says so when the file store is unavailable', async ({ deps }) => {
  const { vendor } = await aWholeVendor(deps, 'Anna')
  const files = { ...deps.files, read: () => Promise.reject(new Error('The store is away.')) }
  const { app } = await signedInVendor({ ...deps, files })
  const anna = app.visitor()
  await signInAs(deps, anna, vendor.userId)
  const answer = await anna.post('/settings/data/export')
  expect(noticeOf(answer)?.title).toBe('Your file couldn’t be prepared. Please try again.')
})

test('with two-factor sign-in, the page asks for a code before the account is deleted', async ({
  deps,
  db,
}) => {
  const { browser, userId } = await anOwnerWithCodes(deps)
  const { id } = await db.selectFrom('vendors').select('id').executeTakeFirstOrThrow()
  await db.insertInto('usernames').values({ username: 'whole', vendorId: id }).execute()
  await db.updateTable('vendors').set({ username: 'whole' }).execute()
  const page = '/settings/data'
  expect(await (await browser.get(page)).text()).toContain('name="code"')
  const form = { username: 'whole', password }
  const refused = await browser.post(page, { ...form, code: await wrongCode(deps, userId) })
  expect(refused.status).toBe(400)
  expect(errorsAt(await refused.text(), 'code')).not.toBe('')
  const done = await browser.post(page, { ...form, code: await freshCode(deps, userId) })
  expect(noticeOf(done)?.title).toBe('Your account is deleted')
})

test('an account that was never set up can be deleted, and taken back', async ({ deps, db }) => {
  const app = await appFor(deps)
  const visitor = await registered(app, deps)
  await signInWith(visitor, wholeForm.email, password)
  const page = '/onboarding/delete'
  const html = await (await visitor.get(page)).text()
  expect(html).not.toContain('name="username"')
  const wrong = await visitor.post(page, { password: 'not my password' })
  expect(errorsAt(await wrong.text(), 'password')).toBe('This isn’t your password.')
  const done = await visitor.post(page, { password, agreed: agreementIn(html) })
  expect(noticeOf(done)?.title).toBe('Your account is deleted')
  const closed = () => db.selectFrom('vendors').select('closedAt').executeTakeFirstOrThrow()
  expect((await closed()).closedAt).not.toBeNull()
  const again = app.visitor()
  await signInWith(again, wholeForm.email, password)
  expect((await again.get('/onboarding')).headers.get('location')).toBe('/account-closed')
  await again.post('/account-closed')
  expect((await again.get('/dashboard')).headers.get('location')).toBe('/onboarding')
  await db.updateTable('vendors').set({ setUpAt: new Date() }).execute()
  expect((await again.get(page)).headers.get('location')).toBe('/settings/data')
})

test('the account is deleted after a question, its page is gone, and a sign-in takes it back', async ({
  deps,
  db,
}) => {
  const app = await appFor(deps)
  const { vendor, past } = await aWholeVendor(deps, 'Anna')
  await givePassword(deps, vendor.userId, password)
  const anna = app.visitor()
  await signInWith(anna, vendor.email, password)
  const page = '/settings/data'
  const html = await (await anna.get(page)).text()
  expect(html).toContain('5 booked spots in 4 upcoming sessions will be cancelled.')
  expect(html).toContain('2 customers will be notified.')
  const form = { username: vendor.username, password, cancel: 'on', agreed: agreementIn(html) }
  const wrong = await anna.post(page, { ...form, username: 'somebody' })
  expect(wrong.status).toBe(400)
  expect(errorsAt(await wrong.text(), 'username')).toBe('This isn’t your username.')
  const unsure = await anna.post(page, { username: vendor.username, password, agreed: form.agreed })
  expect(errorsAt(await unsure.text(), 'cancel')).toContain('You still have bookings or bundles.')
  const stale = await anna.post(page, { ...form, agreed: 'cancels 1 something' })
  expect(stale.status).toBe(409)
  expect(await readPage(stale)).toContain('Your bookings have changed since you opened this page.')
  const done = await anna.post(page, form)
  expect(done.headers.get('location')).toBe('/')
  expect(noticeOf(done)?.title).toBe('Your account is deleted')
  // The form again: nobody is signed in any more.
  expect((await anna.post(page, form)).headers.get('location')).toContain('/login')
  for (const path of [`/${vendor.username}`, `/vendor/${vendor.id}`, `/embed/${vendor.username}`])
    expect([path, (await app.request(path)).status]).toEqual([path, 404])
  const manage = manageUrl(deps, { ...past, tokenRotation: 0 })
  expect(await readPage(await app.request(manage))).toContain('Studio Anna has closed')

  const again = app.visitor()
  await signInWith(again, vendor.email, password)
  expect((await again.get('/dashboard')).headers.get('location')).toBe('/account-closed')
  expect(await readPage(await again.get('/account-closed'))).toContain('Restore the account')
  const back = await again.post('/account-closed')
  expect(back.headers.get('location')).toBe('/dashboard')
  expect((await app.request(`/${vendor.username}`)).status).toBe(200)
  expect((await again.get('/account-closed')).headers.get('location')).toBe('/dashboard')
  const { closedAt } = await db
    .selectFrom('vendors')
    .where('id', '=', vendor.id)
    .select('closedAt')
    .executeTakeFirstOrThrow()
  expect(closedAt).toBeNull()
})

test('only the owner deletes the account or takes it back, and nobody after it is erased', async ({
  deps,
  db,
}) => {
  const app = await appFor(deps)
  const { vendor, past } = await aWholeVendor(deps, 'Anna')
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect((await instructor.post('/settings/data', { password })).status).toBe(404)
  await db.updateTable('vendors').set({ closedAt: new Date() }).execute()
  expect(await readPage(await instructor.get('/account-closed'))).toContain(
    'The owner has deleted this account.',
  )
  expect((await instructor.post('/account-closed')).status).toBe(404)
  expect((await app.visitor().post('/account-closed')).status).toBe(404)

  const owner = app.visitor()
  await signInAs(deps, owner, vendor.userId)
  await db.updateTable('vendors').set({ erasingAt: new Date() }).execute()
  const late = await owner.post('/account-closed')
  expect(late.status).toBe(410)
  await eraseClosed(db, addMinutes(new Date(), 0))
  expect((await owner.get('/dashboard')).headers.get('location')).toContain('/login')
  const link = await app.request(manageUrl(deps, { ...past, tokenRotation: 0 }))
  expect(link.status).toBe(410)
  expect(await readPage(link)).toContain('This business has closed')
  expect((await app.request('/booking/7K3M9QX2TB?token=x')).status).toBe(404)
})
