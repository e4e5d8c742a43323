import { addDays, todayIn } from '#core/shared/time.ts'
import { appFor, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession } from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'
import { classFields, signedInVendor } from '#tests/support/workspace.ts'

test('a class that opens booking some days ahead says when, everywhere a session is offered', async ({
  db,
  deps,
}) => {
  const of = await aClass(db, { daysAhead: 4 })
  const session = await aSession(db, { class: of, startsAt: onDay(14) })
  const opens = new Intl.DateTimeFormat('en', {
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${addDays(todayIn('Europe/Berlin', new Date()), 10)}T12:00:00Z`))
  const { username } = of.vendor
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    `/book/class/${of.id}`,
    `/book/class/${of.id}?session=${session.id}`,
    `/${username}`,
    `/embed/${username}`,
  ]) {
    const page = await readPage(await visitor.get(path))
    expect(page, path).toContain('Booking opens on')
    expect(page, path).toContain(opens)
  }
  expect(await readPage(await visitor.get(`/${username}`))).toContain('1 upcoming session')
  await db.updateTable('classes').set({ daysAhead: 14 }).execute()
  expect(await readPage(await visitor.get(`/${username}`))).not.toContain('Booking opens on')
})

test('the form of a class says how many days ahead booking opens; empty is at once', async ({
  db,
  deps,
}) => {
  const { browser } = await signedInVendor(deps)
  const add = (daysAhead: string) =>
    browser.post('/dashboard/classes/new', classFields({ daysAhead }))
  await add('')
  await add('7')
  await add('366')
  const made = await db
    .selectFrom('classes')
    .orderBy('createdAt')
    .select(['id', 'daysAhead'])
    .execute()
  expect(made.map(({ daysAhead }) => daysAhead)).toEqual([null, 7])
  const page = await (await browser.get(`/dashboard/classes/${made[1]?.id}`)).text()
  const input = /<input[^>]*name="daysAhead"[^>]*>/.exec(page)?.[0]
  expect(input).toContain('value="7"')
})
