import { bookBy, classPath, locationOf } from '#tests/support/booking-form.ts'
import { appFor, noticeOf, readPage, type Visitor } from '#tests/support/app.ts'
import { expect } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { carla, siteBot, test } from '#tests/support/telegram.ts'

/** Presses “Continue with Telegram” on the page of a class. Returns where it leads. */
async function press(visitor: Visitor, path: string): Promise<string> {
  const page = await (await visitor.get(path)).text()
  const link = /href="(\/telegram\/login[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  if (link === undefined) throw new Error('The page has no button for Telegram.')
  return locationOf(await visitor.get(link))
}

/** What the browser does with an address of ours: opens the page, and presses the button that a script presses. */
async function comeBack(visitor: Visitor, to: string): Promise<Response> {
  const { pathname, search } = new URL(to, 'http://localhost:3000')
  expect((await visitor.get(pathname + search)).status).toBe(200)
  return visitor.post(pathname + search)
}

test('a customer logs in with Telegram, books, and hears of it in the chat', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const visitor = (await appFor(site)).visitor()
  const back = await comeBack(
    visitor,
    await fake.agree(await press(visitor, classPath(session)), carla.id),
  )
  expect(back.status).toBe(303)
  const path = locationOf(back)
  expect(path).toMatch(/^\/book\/class\/.*#book$/)
  const page = await readPage(await visitor.get(classPath(session)))
  expect(page).toContain('Carla Weber')
  expect(page).toContain('@carla_w')
  expect(page).toContain('Switch account')
  expect(page).not.toContain('Phone or email')

  const booked = await bookBy(visitor, session, { name: 'Carla Weber', contact: 'telegram' })
  expect(noticeOf(booked)).toMatchObject({
    title: '🎉 Booking Confirmed!',
    text: expect.stringContaining("You'll receive a confirmation on Telegram shortly."),
  })
  expect(
    await db
      .selectFrom('purchases as g')
      .innerJoin('contactAddresses as a', 'a.id', 'g.addressId')
      .select(['g.customerName', 'g.customerEmail', 'g.bookingMethod', 'g.customerTelegramName'])
      .select(['a.kind', 'a.value', 'a.typed'])
      .execute(),
  ).toEqual([
    {
      customerName: 'Carla Weber',
      customerEmail: null,
      bookingMethod: 'telegram',
      customerTelegramName: '@carla_w',
      kind: 'telegram',
      value: `700000100:${carla.id}`,
      typed: '@carla_w',
    },
  ])
  await worker.work()
  const { said } = fake.chat(siteBot.username, carla.id)
  expect(said.map(({ text }) => text)).toEqual([expect.stringContaining('Studio Vera')])
  expect(said[0]?.text).toContain('/booking/')
  expect(mails.mails.map(({ to }) => to)).toEqual([vendor.email])
})
