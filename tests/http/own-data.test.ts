import { strFromU8, unzipSync } from 'fflate'
import { noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aWholeVendor } from '#tests/support/whole-vendor.ts'
import { anInstructor, signedInVendor } from '#tests/support/workspace.ts'

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

test('a sixth download of a day leads back to the page and says so', async ({ deps }) => {
  const { browser, vendor } = await signedInVendor(deps)
  await deps.limits.exportsPerVendor.take(vendor.id, 5)
  const answer = await browser.post('/settings/data/export')
  expect(answer.headers.get('location')).toBe('/settings/data')
  expect(noticeOf(answer)?.title).toBe(
    'You can download your data five times a day. Please try again tomorrow.',
  )
})

test('a store of files that is away is said on the page', async ({ deps }) => {
  const { vendor } = await aWholeVendor(deps, 'Anna')
  const files = { ...deps.files, read: () => Promise.reject(new Error('The store is away.')) }
  const { app } = await signedInVendor({ ...deps, files })
  const anna = app.visitor()
  await signInAs(deps, anna, vendor.userId)
  const answer = await anna.post('/settings/data/export')
  expect(noticeOf(answer)?.title).toBe('Your file could not be prepared. Please try again.')
})
