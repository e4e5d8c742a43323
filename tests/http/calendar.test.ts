import { z } from 'zod'
import type { Db } from '#core/shared/db.ts'
import { noticeOf, appFor, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBlockedTime, aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { formIn } from '#tests/support/page-form.ts'
import { agreementIn, anInstructor, errorsAt, signedInVendor } from '#tests/support/workspace.ts'

const january = '/dashboard/calendar?from=2031-01-15'

test('the calendar shows the week of the vendor’s clock, and another vendor’s sessions never', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Late Yoga', maxStudents: 10 })
  // 00:30 on Monday in Berlin, still Sunday in UTC.
  const session = await aSession(db, { class: yoga, startsAt: new Date('2031-01-12T23:30:00Z') })
  await aBooking(db, { session, spots: 2, customer: { name: 'Carla Ticks' } })
  await aSession(db, {
    class: yoga,
    startsAt: new Date('2031-01-16T17:00:00Z'),
    status: 'cancelled',
  })
  const stranger = await aClass(db, { title: 'Foreign Boxing' })
  await aSession(db, { class: stranger, startsAt: new Date('2031-01-14T17:00:00Z') })

  const html = await (await browser.get(january)).text()
  expect(html).toContain(`/dashboard/sessions/${session.id}`)
  const page = await readPage(await browser.get(january))
  expect(page).toContain('00:30–01:30')
  expect(page).toContain('2/10 booked')
  expect(page).toContain('Cancelled')
  expect(page).not.toContain('Foreign Boxing')
  // Germany's weeks begin on Mondays.
  const before = await readPage(await browser.get('/dashboard/calendar?from=2031-01-12'))
  expect(before).toContain(
    'No sessions this week Next session: Late Yoga, Mon, Jan 13, 2031, 00:30',
  )
  const month = await readPage(await browser.get('/dashboard/calendar?view=month&from=2031-01-30'))
  expect(month).toContain('Late Yoga')

  const list = await readPage(await browser.get('/dashboard/calendar/print?from=2031-01-13&days=7'))
  expect(list).toContain('Carla Ticks')
  expect(list).not.toContain('Foreign Boxing')
  const otherDay = await readPage(await browser.get('/dashboard/calendar/print?from=2031-01-14'))
  expect(otherDay).not.toContain('Carla Ticks')
})

test('in the United States a week of the calendar begins on Sunday', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  await db.updateTable('vendors').set({ country: 'US' }).where('id', '=', vendor.id).execute()
  const yoga = await aClass(db, { vendor })
  await aSession(db, { class: yoga, startsAt: new Date('2031-01-12T17:00:00Z') })
  expect(await readPage(await browser.get(january))).toContain('18:00–19:00')
})

test('the calendar’s pages are for members only, and wrong dates show today', async ({ deps }) => {
  const { app, browser } = await signedInVendor(deps)
  for (const path of ['/dashboard/calendar', '/dashboard/calendar/print']) {
    const answer = await app.visitor().get(path)
    expect(answer.headers.get('location')).toContain('/login')
    for (const from of ['2031-02-30', '9999-12-31', '0000-01-01', 'x'])
      expect((await browser.get(`${path}?from=${from}`)).status).toBe(200)
  }
})

test('the text to share has the sessions to book, in the language of the vendor’s page', async ({
  deps,
  db,
}) => {
  const app = await appFor(deps)
  const vendor = await aVendor(db, { language: 'de' })
  const browser = app.visitor()
  await signInAs(deps, browser, vendor.userId)
  const yoga = await aClass(db, { vendor, title: 'Yoga', maxStudents: 3 })
  const at = (time: string, capacity = 3) =>
    aSession(db, { class: yoga, capacity, startsAt: new Date(`2031-01-15T${time}:00Z`) })
  const open = await at('17:00')
  const full = await at('18:00', 1)
  await aBooking(db, { session: full })
  const byLink = await aClass(db, { vendor, title: 'Friends', visibility: 'link' })
  const ofFriends = await aSession(db, {
    class: byLink,
    startsAt: new Date('2031-01-16T17:00:00Z'),
  })
  const closed = await aClass(db, { vendor, title: 'Closed Club', visibility: 'closed' })
  await aSession(db, { class: closed, startsAt: new Date('2031-01-15T09:00:00Z') })

  const html = await (await browser.get(january)).text()
  const text = /<textarea[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
  expect(text).toContain('Mittwoch, 15. Januar 2031')
  const page = `${deps.origin}/${vendor.username}`
  expect(text).toContain(
    `18:00 Yoga (3 Plätze frei)\n19:00 Yoga (ausgebucht)\n${page}?date=2031-01-15\n`,
  )
  // A class that the page does not list has a link of its own.
  expect(text).toContain(`/book/class/${byLink.id}?session=${ofFriends.id}`)
  expect(text).not.toContain(`${page}?date=2031-01-16`)
  const there = await (await app.visitor().get(`/${vendor.username}?date=2031-01-15`)).text()
  expect(there).toContain(open.id)
  expect(text).not.toContain('Closed Club')
})

test('a time is blocked and freed in the calendar, after a question about its sessions', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  const session = await aSession(db, { class: yoga, startsAt: new Date('2031-01-15T17:00:00Z') })
  await aBooking(db, { session })
  const fields = { intent: 'block', startsOn: '2031-01-15', endsOn: '2031-01-16', note: 'Skiing' }

  const wrong = await browser.post(january, { ...fields, endsOn: '2031-01-14' })
  expect(wrong.status).toBe(400)
  expect(errorsAt(await wrong.text(), 'endsOn')).toBe('The last day is before the first day.')
  const asked = await browser.post(january, fields)
  expect(asked.status).toBe(409)
  const html = await asked.text()
  expect(html).toContain('There is a session during this time')
  expect(html).toContain('Cancel it and notify 1 person')
  const agreed = agreementIn(html.replaceAll('<input', '<button'))
  const done = await browser.post(january, { ...fields, sessions: 'cancel', agreed })
  expect(done.headers.get('location')).toBe(january)
  const page = await readPage(await browser.get(january))
  expect(page).toContain('Blocked')
  expect(page).toContain('Skiing')
  expect(page).toContain('Cancelled')

  const { id } = await db.selectFrom('blockedTimes').select('id').executeTakeFirstOrThrow()
  const stranger = app.visitor()
  await signInAs(deps, stranger, (await aVendor(db)).userId)
  expect((await stranger.post(january, { intent: 'unblock', id })).status).toBe(404)
  expect(await readPage(await stranger.get(january))).not.toContain('Skiing')
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect((await instructor.post(january, { intent: 'unblock', id })).status).toBe(404)
  expect((await browser.post(january, { intent: 'unblock', id })).status).toBe(302)
  expect(await db.selectFrom('blockedTimes').select('id').execute()).toEqual([])
})

test('a session is moved in the calendar after a question that names who is notified', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  const session = await aSession(db, { class: yoga, startsAt: new Date('2031-01-15T17:00:00Z') })
  await aBooking(db, { session })
  const to = '/dashboard/calendar/move?view=month&from=2031-01-15'
  const fields = {
    sessionId: session.id,
    date: '2031-01-16',
    time: '19:30',
    seenDate: '2031-01-15',
    seenTime: '18:00',
  }
  const asked = await browser.post(to, { ...fields, intent: 'ask' })
  expect(asked.status).toBe(409)
  const { more } = answerSchema.parse(await asked.json())
  expect(more?.question.reach.told).toBe(1)
  expect((await browser.post(to, { ...fields, intent: 'move' })).status).toBe(409)
  expect(await startOf(db, session.id)).toEqual(['2031-01-15', '18:00'])

  const agreed = more?.agreement ?? ''
  const moved = await browser.post(to, { ...fields, intent: 'move', agreed })
  expect(moved.headers.get('location')).toBe('/dashboard/calendar?view=month&from=2031-01-15')
  expect(await startOf(db, session.id)).toEqual(['2031-01-16', '19:30'])
  const told = await db
    .selectFrom('outbox')
    .where('kind', '=', 'session.changed')
    .select('kind')
    .execute()
  expect(told).toHaveLength(1)

  // The same form again: the session is no longer where the page showed it.
  const again = await browser.post(to, { ...fields, intent: 'move', agreed })
  expect(again.status).toBe(409)
  expect(answerSchema.parse(await again.json()).problem?.text).toContain('Thu, Jan 16, 2031, 19:30')
})

test('the time a session was moved to is said as people there say it', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const timeZone = 'America/New_York'
  await db.updateTable('vendors').set({ timeZone }).where('id', '=', vendor.id).execute()
  const yoga = await aClass(db, { vendor: { ...vendor, timeZone } })
  const session = await aSession(db, { class: yoga, startsAt: new Date('2031-01-15T17:00:00Z') })
  const fields = {
    intent: 'move',
    sessionId: session.id,
    date: '2031-01-16',
    time: '18:30',
    seenDate: '2031-01-15',
    seenTime: '12:00',
  }
  const move = () => browser.post('/dashboard/calendar/move', fields)
  expect(noticeOf(await move())?.title).toBe('Moved to Thu, Jan 16, 2031, 6:30 PM.')
  const again = answerSchema.parse(await (await move()).json())
  expect(again.problem?.text).toContain('Thu, Jan 16, 2031, 6:30 PM')
})

test('a move in the calendar is refused with a sentence, and is for the vendor’s managers only', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  const startsAt = new Date('2031-01-15T17:00:00Z')
  const session = await aSession(db, { class: yoga, startsAt })
  await aSession(db, { class: yoga, startsAt: new Date('2031-01-16T18:00:00Z') })
  await aBlockedTime(db, vendor, { startsOn: '2031-01-16', endsOn: '2031-01-16' })
  const fields = {
    intent: 'move',
    sessionId: session.id,
    date: '2031-01-16',
    time: '18:00',
    seenDate: '2031-01-15',
    seenTime: '18:00',
  }
  const post = async (by: Visitor, more: Record<string, string> = {}) =>
    by.post('/dashboard/calendar/move', { ...fields, ...more })
  const answer = async (more: Record<string, string>) =>
    answerSchema.parse(await (await post(browser, more)).json())

  expect((await answer({})).more?.question).toMatchObject({ isBlocked: true })
  expect((await answer({ time: '19:00' })).errors['time']).toEqual([
    'This class would have two sessions that start at the same time. Move or cancel one of them first. The first one: Thu, Jan 16, 2031, 19:00.',
  ])
  expect((await answer({ date: '2020-01-15' })).errors['time']).toEqual(['session_past'])
  expect((await answer({ date: '2031-03-30', time: '02:30' })).errors['time']?.[0]).toContain(
    'The clocks go forward on Sun, Mar 30, 2031',
  )
  expect((await answer({ date: '', time: '25:00' })).errors).toMatchObject({
    date: expect.any(Array),
    time: expect.any(Array),
  })

  const stranger = app.visitor()
  await signInAs(deps, stranger, (await aVendor(db)).userId)
  expect((await post(stranger)).status).toBe(404)
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect((await post(instructor)).status).toBe(404)
  expect((await post(instructor, { intent: 'ask' })).status).toBe(404)
  expect(await startOf(db, session.id)).toEqual(['2031-01-15', '18:00'])
})

test('an empty time that was chosen in the calendar is in the form, which leads back to its week', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  const path = `/dashboard/classes/${yoga.id}/sessions`
  expect(await (await browser.get(january)).text()).toContain(`${path}?date=2031-01-15#add-session`)
  const html = await (await browser.get(`${path}?date=2031-01-16&time=19:30`)).text()
  expect(html).toMatch(
    /id="add-session".*href="\/dashboard\/calendar\?view=week&amp;from=2031-01-16"[^>]*>Cancel</,
  )
  const form = formIn(html, 'startTime')
  expect(form).toMatchObject({ date: '2031-01-16', startTime: '19:30' })
  const added = await browser.post(`${path}?date=2031-01-16&time=19:30`, form)
  expect(added.headers.get('location')).toBe('/dashboard/calendar?view=week&from=2031-01-16')

  for (const wrong of ['?date=2031-02-30&time=99:99', '?time=x', ''])
    expect((await browser.get(path + wrong)).status).toBe(200)
})

test('requests that wait for an answer are marked in the calendar', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  const session = await aSession(db, { class: yoga, startsAt: new Date('2031-01-15T17:00:00Z') })
  await aBooking(db, { session, status: 'pending' })
  await aBooking(db, { session })
  expect(await readPage(await browser.get(january))).toContain('1 request to answer')
})

const answerSchema = z.object({
  errors: z.record(z.string(), z.array(z.string())),
  problem: z.object({ text: z.string().optional() }).nullable(),
  more: z
    .object({
      agreement: z.string(),
      question: z.object({
        isBlocked: z.boolean(),
        reach: z.object({ told: z.number() }),
      }),
    })
    .nullable(),
})

async function startOf(db: Db, sessionId: string): Promise<string[]> {
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .select(['sessionDate', 'startTime'])
    .executeTakeFirstOrThrow()
  return [row.sessionDate, row.startTime]
}
