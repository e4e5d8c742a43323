import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import { password, registered, signInWith } from '#tests/support/accounts.ts'
import { appFor, noticeOf, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { errorsAt, signedInVendor } from '#tests/support/workspace.ts'

const profile = {
  fullName: 'Vera Müller',
  businessName: 'Studio Vera',
  location: 'Berlin',
  country: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  language: 'en',
  username: 'studio-vera',
}
const settings = '/dashboard/settings/page'
const studio = 'studio@example.com'

/** Of the first vendor. */
const contactOf = (db: Db) =>
  db
    .selectFrom('vendors')
    .orderBy('createdAt')
    .select(['contactEmail', 'pendingContactEmail'])
    .executeTakeFirstOrThrow()

/** The links of the mails that are sent now, by the order in which they were asked for. */
async function mailedLinks(deps: Deps, databaseUrl: string, to: string) {
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  return mailer.mails
    .filter((mail) => mail.to === to)
    .map(({ text }) => {
      const token = /\/contact\/confirm\?token=([\w-]+)/.exec(text)?.[1]
      if (!token) throw new Error(`no link in: ${text}`)
      return { link: `/contact/confirm?token=${token}`, token }
    })
}

async function mailedLink(deps: Deps, databaseUrl: string, to: string = studio) {
  const links = await mailedLinks(deps, databaseUrl, to)
  expect(links).toHaveLength(1)
  return links[0] ?? { link: '', token: '' }
}

test('the profile step publishes the sign-in address, no address, or another one once it is confirmed', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const app = await appFor(deps)
  const visitor = await registered(app, deps)
  await signInWith(visitor, 'new@example.com', password)
  expect(await readPage(await visitor.get('/onboarding'))).toContain('My sign-in email')
  const refused = await visitor.post('/onboarding', { ...profile, contact: '' })
  expect(refused.status).toBe(400)
  expect(errorsAt(await refused.text(), 'contact')).toContain('Please choose one.')
  for (const [chosen, stored] of [
    [{ contact: 'none' }, { contactEmail: null, pendingContactEmail: null }],
    [{ contact: 'signIn' }, { contactEmail: 'new@example.com', pendingContactEmail: null }],
    [
      { contact: 'other', contactEmail: 'New@Example.com' },
      { contactEmail: 'new@example.com', pendingContactEmail: null },
    ],
    [
      { contact: 'other', contactEmail: studio },
      { contactEmail: null, pendingContactEmail: studio },
    ],
  ] as const) {
    await db.updateTable('vendors').set({ setUpAt: null }).execute()
    const done = await visitor.post('/onboarding', { ...profile, ...chosen })
    expect(done.headers.get('location')).toBe('/dashboard')
    expect(await contactOf(db)).toEqual(stored)
    const { pendingContactEmail: asked } = stored
    expect(noticeOf(done)?.text).toBe(
      `Your vendor profile has been set up successfully.${asked === null ? '' : ` We have sent a link to ${asked}. Open it to confirm the address.`}`,
    )
  }
  expect(await (await app.visitor().get('/studio-vera')).text()).not.toContain(studio)
  const { link, token } = await mailedLink(deps, databaseUrl)
  await app.visitor().post(link, { token })
  expect(await contactOf(db)).toEqual({ contactEmail: studio, pendingContactEmail: null })
  expect(await (await visitor.get('/studio-vera')).text()).toContain(studio)
})

test('another address needs its owner’s confirmation: opening the link changes nothing, the button publishes it, once', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { app, browser, vendor } = await signedInVendor(deps)
  await browser.post(settings, { contactEmail: vendor.email })
  const before = { contactEmail: vendor.email, pendingContactEmail: null }
  expect(await contactOf(db)).toEqual(before)
  const saved = await browser.post(settings, { contactEmail: studio })
  expect(noticeOf(saved)?.text).toContain(`We have sent a link to ${studio}.`)
  const waiting = { contactEmail: vendor.email, pendingContactEmail: studio }
  expect(await contactOf(db)).toEqual(waiting)
  const shown = await readPage(await browser.get(settings))
  expect(shown).toContain(`${studio} isn’t confirmed yet`)
  expect(shown).toContain(`Customers still see ${vendor.email}`)
  const page = await (await app.visitor().get(`/${vendor.username}`)).text()
  expect(page).toContain(vendor.email)
  expect(page).not.toContain(studio)
  // Saved again, nothing new was entered.
  await browser.post(settings, { contactEmail: studio })

  const { link, token } = await mailedLink(deps, databaseUrl)
  const stored = await db.selectFrom('authVerifications').select('identifier').execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  for (const [language, words] of [
    ['en', `Show ${studio} to customers?`],
    ['de', `${studio} für Kunden anzeigen?`],
    ['ru', `Показывать ${studio} клиентам?`],
  ] as const) {
    const opened = await app.visitor().get(link, { 'accept-language': language })
    expect(await readPage(opened)).toContain(words)
    expect(opened.headers.get('cache-control')).toBe('private, no-store')
  }
  expect(await contactOf(db)).toEqual(waiting)

  const confirmed = await app.visitor().post(link, { token })
  expect(await readPage(confirmed)).toContain(`${studio} is confirmed`)
  expect(await contactOf(db)).toEqual({ contactEmail: studio, pendingContactEmail: null })
  expect(await readPage(await browser.get(settings))).not.toContain('isn’t confirmed yet')
  // Opened or sent again, the link says what it has done.
  expect(await readPage(await app.visitor().get(link))).toContain(`${studio} is confirmed`)
  const twice = await app.visitor().post(link, { token })
  expect([twice.status, await readPage(twice)]).toEqual([
    200,
    expect.stringContaining(`${studio} is confirmed`),
  ])

  // A used link does not bring the address back.
  await browser.post(settings, { contactEmail: '' })
  await browser.post(settings, { contactEmail: studio })
  const again = await app.visitor().post(link, { token })
  expect([again.status, await readPage(again)]).toEqual([
    400,
    expect.stringContaining('This link no longer works'),
  ])
  expect(await contactOf(db)).toEqual({ contactEmail: null, pendingContactEmail: studio })
})

test('a link confirms only the address that still waits, for a day, and for no suspended vendor', async ({
  db,
  deps,
}) => {
  const { app, browser, vendor } = await signedInVendor(deps)
  await browser.post(settings, { contactEmail: studio })
  const fails = async (token: string) => {
    const link = `/contact/confirm?token=${token}`
    expect(await readPage(await app.visitor().get(link))).toContain('This link no longer works')
    expect((await app.visitor().post(link, { token })).status).toBe(400)
    expect((await contactOf(db)).contactEmail).toBeNull()
  }
  await fails('made-up')
  await fails(await deps.auth.contactToken(vendor.id, 'other@example.com'))
  const token = await deps.auth.contactToken(vendor.id, studio)
  await db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  await fails(token)
  await db.updateTable('vendors').set({ suspendedAt: null }).execute()
  await db
    .updateTable('authVerifications')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  await fails(token)
})

test('no mail is sent to an address that was removed, and the previous one stays', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { browser, vendor } = await signedInVendor(deps)
  await browser.post(settings, { contactEmail: vendor.email })
  await browser.post(settings, { contactEmail: studio })
  await browser.post(settings, { contactEmail: vendor.email })
  expect(await contactOf(db)).toEqual({ contactEmail: vendor.email, pendingContactEmail: null })
  expect(await mailedLinks(deps, databaseUrl, studio)).toEqual([])
})

test('the link can be sent again, within a budget for each address and each vendor', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { app, browser } = await signedInVendor(deps)
  await browser.post(settings, { contactEmail: studio })
  for (let sent = 2; sent <= 5; sent++) {
    const answer = await browser.post(settings, { intent: 'resend' })
    expect(noticeOf(answer)?.title).toBe('Sent again')
  }
  const refused = await browser.post(settings, { intent: 'resend' })
  expect(refused.status).toBe(429)
  expect(await readPage(refused)).toContain('Too many confirmation links were sent.')
  const links = await mailedLinks(deps, databaseUrl, studio)
  expect(links).toHaveLength(5)

  // Neither another address of the same vendor nor a tag in the same address gets around it.
  const other = await browser.post(settings, { contactEmail: 'other@example.com' })
  expect(other.status).toBe(429)
  expect(errorsAt(await other.text(), 'contactEmail')).toContain('Too many confirmation links')
  const next = await signedInVendor(deps)
  const tagged = await next.browser.post(settings, { contactEmail: 'studio+2@example.com' })
  expect(tagged.status).toBe(429)

  // Every one of the five works.
  const [{ link, token } = { link: '', token: '' }] = links
  await app.visitor().post(link, { token })
  expect((await contactOf(db)).contactEmail).toBe(studio)
  expect((await browser.post(settings, { intent: 'resend' })).status).toBe(404)
})
