import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { addDays, addMinutes, instantOf, todayIn } from '#core/shared/time.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { bookBy, locationOf } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type AClass,
  aBooking,
  aBundle,
  aClass,
  aSession,
  aSubscription,
  aVendor,
} from '#tests/support/factories.ts'
import { anInstructor, errorsAt, signedInVendor } from '#tests/support/workspace.ts'

const zone = 'Europe/Berlin'
const dateIn = (days: number) => addDays(todayIn(zone, new Date()), days)

/** Some session of a class at 18:00 on a day from today on. */
function sessionIn(db: Db, of: AClass, days: number, capacity = 10) {
  const startsAt = instantOf({ date: dateIn(days), time: '18:00', zone })
  if (!startsAt) throw new Error('18:00 is never skipped')
  return aSession(db, { class: of, startsAt, capacity })
}

function passOf(db: Db, of: AClass, count: number, price: number) {
  const name = `Pass of ${count}`
  return aBundle(db, {
    class: of,
    bundleName: name,
    sessionCount: count,
    bundlePriceMinor: price,
  })
}

test('badges and figures come from the database; without data the page shows none', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { fullName: 'Zoë Zander' })
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 40 })
  await aBooking(db, { session, attendance: 'no_show' })
  const visitor = (await appFor(deps)).visitor()
  const plain = await readPage(await visitor.get(`/${vendor.username}`))
  expect(plain).toContain('Trainer: Zoë Zander')
  expect(plain).toContain('1 class ')
  expect(plain).not.toMatch(/Certified|Verified|Years Experience|student|Message|Call|4\.9/)

  await db
    .insertInto('vendorBadges')
    .values(
      (['verified', 'health_certified', 'certified_trainer'] as const).map((badge) => ({
        badge,
        vendorId: vendor.id,
      })),
    )
    .execute()
  await db
    .updateTable('vendors')
    .set({ experienceYears: 5, contactTelegram: 'zoe_moves', contactPhone: '+4930123456' })
    .where('id', '=', vendor.id)
    .execute()
  // A person who came twice counts once.
  const came = { session, attendance: 'came' as const }
  await aBooking(db, { ...came, customer: { email: 'a@example.com' } })
  await aBooking(db, { ...came, customer: { email: 'a@example.com' } })
  for (let nth = 1; nth < 24; nth++)
    await aBooking(db, { ...came, customer: { email: `c${nth}@example.com` } })
  // So few would speak against them.
  expect(await readPage(await visitor.get(`/${vendor.username}`))).not.toContain('student')
  await aBooking(db, { ...came, customer: { email: 'b@example.com' } })
  const html = await (await visitor.get(`/${vendor.username}`)).text()
  const text = await readPage(new Response(html))
  for (const words of [
    'Certified trainer: Zoë Zander',
    'Verified Trainer',
    'Health Certified',
    '5+ Years Experience',
    '25 students',
    '1 class ',
  ])
    expect(text, words).toContain(words)
  expect(html).toContain('href="https://t.me/zoe_moves"')
  expect(html).toContain('href="tel:+4930123456"')
  expect(html).not.toContain('mailto:')
})

test('on phones the only way to reach a trainer is one tap away, several are in a panel', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  const header = async (contact: { contactEmail?: string; contactPhone?: string }) => {
    const { username } = await aVendor(db, contact)
    const html = await (await visitor.get(`/${username}`)).text()
    return html.slice(html.indexOf('<header'), html.indexOf('</header>'))
  }
  const call = { contactPhone: '+4930123456' }
  const write = { contactEmail: 'zoe@example.com' }
  const onlyCall = await header(call)
  expect(onlyCall).toContain('href="tel:+4930123456"')
  expect(onlyCall).not.toContain('<details')
  expect(await header(write)).toMatch(/href="mailto:zoe@example.com"(?:(?!<details)[\s\S])*$/)
  expect(await header({ ...call, ...write })).toContain('<details')
  expect(await header({})).not.toMatch(/<details|tel:|mailto:/)
})

test('the classes come by their next date, and a closed one last', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  await sessionIn(db, await aClass(db, { vendor, title: 'Soon' }), 2)
  await sessionIn(db, await aClass(db, { vendor, title: 'Later' }), 3)
  const closed = { vendor, title: 'Closed', registrationClosedDate: '2026-01-01' }
  await sessionIn(db, await aClass(db, closed), 1)
  const html = await (await (await appFor(deps)).visitor().get(`/${vendor.username}`)).text()
  const classes = html.slice(html.indexOf('id="classes"'))
  const places = ['Soon', 'Later', 'Closed'].map((title) => classes.indexOf(`<bdi>${title}</bdi>`))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places.toSorted((a, b) => a - b)).toEqual(places)
})

test('the schedule marks the days with sessions and shows those of the chosen one', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  const boxing = await aClass(db, { vendor, title: 'Boxing' })
  await sessionIn(db, yoga, 2)
  await sessionIn(db, boxing, 3)
  const full = await sessionIn(db, boxing, 4, 1)
  await aBooking(db, { session: full })
  const visitor = (await appFor(deps)).visitor()
  const page = `/${vendor.username}`
  // The way on from a full session is the next one of its class that has room.
  expect(await readPage(await visitor.get(page))).not.toContain('Next with open spots')
  const open = await sessionIn(db, boxing, 5)
  const way = new RegExp(`session=${open.id}#book"[^>]*>Next with open spots: `)
  expect(await (await visitor.get(page)).text()).toMatch(way)

  const all = await (await visitor.get(page)).text()
  for (const days of [2, 3, 4])
    expect(all).toContain(`href="${page}?date=${dateIn(days)}#sessions"`)
  expect(all).not.toContain(`date=${dateIn(1)}`)
  expect(all).toMatch(/: 1 session, fully booked/)

  const oneDay = await (await visitor.get(`${page}?date=${dateIn(2)}`)).text()
  expect(oneDay).toContain('aria-current="date"')
  const text = await readPage(new Response(oneDay))
  expect(text).toContain('Clear Selection')
  expect(oneDay.match(/Book Session: Yoga/g)?.length).toBeGreaterThan(0)
  expect(oneDay).not.toContain('Book Session: Boxing')

  const ofClass = await (await visitor.get(`${page}?class=${yoga.id}`)).text()
  expect(ofClass).toContain(`date=${dateIn(2)}`)
  expect(ofClass).not.toContain(`date=${dateIn(3)}`)
})

test('with no sessions for the selection, the page asks for a date, or for a date or class', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  const idle = await aClass(db, { vendor, title: 'Idle' })
  await sessionIn(db, yoga, 2)
  const visitor = (await appFor(deps)).visitor()
  const read = async (search: string) =>
    readPage(await visitor.get(`/${vendor.username}?${search}`))

  const otherDate = await read(`class=${yoga.id}&date=${dateIn(3)}`)
  expect(otherDate).toContain('Select a Date ')
  expect(otherDate).toContain('Yoga takes place on other dates')
  for (const search of [`date=${dateIn(3)}`, `class=${idle.id}`])
    expect(await read(search), search).toContain('Select a Date or Class')
  for (const search of [otherDate, await read(`date=${dateIn(3)}`)])
    expect(search).not.toContain('No Sessions Available')
})

test('nonsense in the address is the page without it', async ({ db, deps }) => {
  const { vendor } = (await aSession(db)).class
  const visitor = (await appFor(deps)).visitor()
  for (const search of [
    'month=2026-13',
    'month=9999-12',
    'month=0000-01',
    'date=2026-02-30',
    'date=0000-01-01',
    'date=275760-09-13',
    'date=9999-12-31',
    'date=%00',
    'class=%27',
    'after=nonsense',
    'category=nothing',
    `q=${'%25'.repeat(300)}`,
  ]) {
    const page = await visitor.get(`/${vendor.username}?${search}`)
    expect(page.status, search).toBe(200)
  }
})

test('another month starts with its own sessions', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  await sessionIn(db, yoga, 1)
  await sessionIn(db, yoga, 70)
  const month = dateIn(70).slice(0, 7)
  const html = await (
    await (await appFor(deps)).visitor().get(`/${vendor.username}?month=${month}`)
  ).text()
  expect(html).toContain(`id="day-${dateIn(70)}"`)
  expect(html).not.toContain(`id="day-${dateIn(1)}"`)
})

test('the schedule repeats nothing: search and bundles stay in view, other cards are folded', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, title: 'Yoga', description: 'Slow flowing' })
  for (const days of [2, 3, 4]) await sessionIn(db, yoga, days)
  const boxing = await aClass(db, { vendor, title: 'Boxing' })
  for (const days of [2, 3, 4, 5]) await sessionIn(db, boxing, days)
  await passOf(db, boxing, 3, 3000)
  await aClass(db, { vendor, title: 'Soon' })
  const visitor = (await appFor(deps)).visitor()
  const page = `/${vendor.username}`
  const read = async (search: string) => {
    const html = await (await visitor.get(`${page}${search}`)).text()
    const [classes = ''] = html.slice(html.indexOf('id="classes"')).split('</section>')
    const [shown = '', folded = ''] = classes.split('<details')
    const titles = (part: string) => [...part.matchAll(/<bdi>(\w+)<\/bdi>/g)].map(([, one]) => one)
    return { html, shown, folded, titles: { shown: titles(shown), folded: titles(folded) } }
  }

  const first = await read('')
  expect(first.shown).toContain('name="q"')
  expect(first.titles).toEqual({ shown: ['Boxing', 'Soon'], folded: ['Yoga'] })
  expect(first.folded).toContain('1 more class')
  expect(first.folded).toContain('3 upcoming sessions')
  expect(first.shown).toContain('4 upcoming sessions')
  expect(first.shown).toContain('No upcoming sessions')
  expect(await readPage(new Response(first.html))).toContain('3 classes')

  // What was searched for, and what was chosen, is in view.
  expect((await read('?q=FLOWING')).titles).toEqual({ shown: ['Yoga'], folded: [] })
  expect((await read(`?class=${yoga.id}`)).folded).toMatch(/^ open=""/)
})

test('bundles stand with their class in both layouts, with what they save', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, title: 'Yoga', priceMinor: 1500 })
  // A bundle is sold only with dates enough for all its sessions.
  for (let day = 2; day < 22; day++) await sessionIn(db, yoga, day)
  const five = await passOf(db, yoga, 5, 6000)
  await passOf(db, yoga, 10, 10_000)
  const third = await passOf(db, yoga, 20, 18_000)
  const visitor = (await appFor(deps)).visitor()
  const schedule = await (await visitor.get(`/${vendor.username}`)).text()
  expect(schedule).toContain(`href="/book/class/${yoga.id}?bundle=${five.id}#book"`)
  const words = await readPage(new Response(schedule))
  for (const word of [
    'Pass of 5',
    '€60',
    '€75',
    '20% off',
    '€12 per session',
    'valid for ',
    'Book Bundle',
  ])
    expect(words, word).toContain(word)

  await db.updateTable('vendors').set({ layout: 'catalogue' }).execute()
  const catalogue = await (await visitor.get(`/${vendor.username}`)).text()
  expect(catalogue).toContain(`bundle=${five.id}#book`)
  expect(await readPage(new Response(catalogue))).toContain('Book Bundle')
  // Two of a class are enough for a card.
  expect(catalogue).not.toContain(`bundle=${third.id}#book`)
})

test('the catalogue shows cards, filters by category, and leads to a class and its times', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { layout: 'catalogue' })
  const yoga = await aClass(db, {
    vendor,
    title: 'Vinyasa',
    category: 'yoga',
    description: 'Flowing.',
  })
  await db
    .insertInto('classTimes')
    .values({
      classId: yoga.id,
      vendorId: vendor.id,
      weekday: 1,
      startTime: '18:00',
      startsOn: '2026-01-01',
    })
    .execute()
  const lifting = await aClass(db, { vendor, title: 'Lifting', category: 'strength' })
  const shut = await aClass(db, {
    vendor,
    title: 'Too late',
    category: 'dance',
    registrationClosedDate: '2026-01-01',
  })
  const first = await sessionIn(db, yoga, 2)
  const full = await sessionIn(db, yoga, 5, 1)
  await aBooking(db, { session: full })
  const visitor = (await appFor(deps)).visitor()
  const page = `/${vendor.username}`

  const html = await (await visitor.get(page)).text()
  const text = await readPage(new Response(html))
  for (const words of ['Vinyasa', 'Mon 18:00', '60 min', '€15', 'View Schedule', 'Book Now'])
    expect(text, words).toContain(words)
  expect(text).toContain('Registration Closed')
  expect(text).toContain(`Vinyasa €15 Mon 18:00 60 min · Up to 10 people 1 Park Street`)
  // Closed: one line at the end, and nothing to press.
  expect(text).toMatch(/Lifting[\s\S]*Book Now Too late Registration Closed/)
  expect(html).not.toContain(`href="${page}?class=${shut.id}`)
  expect(html).toContain(`href="${page}?class=${yoga.id}"`)
  expect(html).not.toContain(`href="/book/class/${shut.id}#book"`)
  const offered = html
    .slice(html.indexOf('name="category"'))
    .matchAll(/<option[^>]*value="([^"]*)"/g)
  expect([...offered].map(([, value]) => value).slice(0, 6)).toEqual([
    '',
    'fitness',
    'yoga',
    'strength',
    'cardio',
    'dance',
  ])
  expect(html).not.toContain('value="pilates"')

  const strength = await readPage(await visitor.get(`${page}?category=strength`))
  expect(strength).toContain('Lifting')
  expect(strength).not.toContain('Vinyasa')

  const detail = await (await visitor.get(`${page}?class=${yoga.id}`)).text()
  const read = await readPage(new Response(detail))
  for (const words of ['Back to Classes', 'About this class', 'Flowing.', '10 spots'])
    expect(read, words).toContain(words)
  expect(detail).toContain(`href="/book/class/${yoga.id}?session=${first.id}#book"`)
  expect(read).not.toContain('Fully Booked')
  const fullDay = await readPage(await visitor.get(`${page}?class=${yoga.id}&date=${dateIn(5)}`))
  expect(fullDay).toContain('Fully Booked')
  expect(fullDay).toContain('This session is fully booked')
  expect(await readPage(await visitor.get(`${page}?class=${lifting.id}`))).toContain(
    'No Sessions Available',
  )
})

test('a catalogue with nothing in it says that the schedule is being set up', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { layout: 'catalogue' })
  const text = await readPage(await (await appFor(deps)).visitor().get(`/${vendor.username}`))
  expect(text).toContain('No Classes Available')
  expect(text).toContain('still setting up the schedule')
})

test('the catalogue belongs to the paid plans; after a downgrade the page shows the schedule and the choice is kept', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, {
    layout: 'catalogue',
    trialEndsAt: addMinutes(new Date(), -1),
  })
  await aClass(db, { vendor })
  const visitor = (await appFor(deps)).visitor()
  const read = async () => readPage(await visitor.get(`/${vendor.username}`))
  expect(await read()).not.toContain('View Schedule')
  await aSubscription(db, vendor.id)
  expect(await read()).toContain('View Schedule')
})

test('a list of classes that ends early says how many there are, in both layouts', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  const vendor = await aVendor(db)
  for (let nth = 0; nth < 100; nth++) await aClass(db, { vendor, title: `Class ${nth}` })
  const at = `/${vendor.username}`
  expect(await readPage(await visitor.get(at))).not.toContain('are listed')
  await aClass(db, { vendor, title: 'One more' })
  const sentence = 'Only the newest 100 of 101 classes are listed.'
  expect(await readPage(await visitor.get(at))).toContain(sentence)
  await db.updateTable('vendors').set({ layout: 'catalogue' }).execute()
  const page = await readPage(await visitor.get(at))
  expect(page).toContain(sentence)
  expect(page).toContain('101 classes')
})

test('a page runs as many queries for sixty classes as for one, and never more than seven', async ({
  db,
  deps,
}) => {
  let queries = 0
  const counted: Db = db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const visitor = (await appFor({ ...deps, db: counted })).visitor()
  const vendor = await aVendor(db)
  const add = async (nth: number) => {
    const of = await aClass(db, { vendor, title: `Class ${nth}` })
    await sessionIn(db, of, 1 + (nth % 20))
    await passOf(db, of, 5, 100)
    return of
  }
  const one = await add(0)
  const count = async (path: string) => {
    queries = 0
    expect((await visitor.get(path)).status).toBe(200)
    return queries
  }
  const paths = [
    `/${vendor.username}`,
    `/${vendor.username}?class=${one.id}`,
    `/${vendor.username}?date=${dateIn(1)}`,
    `/vendor/${vendor.id}`,
  ]
  // The first request of a process also reads what it keeps.
  await count(`/${vendor.username}`)
  const few: number[] = []
  for (const path of paths) few.push(await count(path))
  for (let nth = 1; nth < 60; nth++) await add(nth)
  for (const [nth, path] of paths.entries()) expect(await count(path), path).toBe(few[nth])
  expect(few).toEqual([7, 7, 7, 7])
})

test('members see a link to the bookings of each session; nobody else does', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const edit = `/dashboard/bookings?class=${session.class.id}&amp;from=`
  const app = await appFor(deps)
  const stranger = app.visitor()
  const other = app.visitor()
  await signInAs(deps, other, (await aVendor(db)).userId)
  const owner = app.visitor()
  await signInAs(deps, owner, vendor.userId)
  const own = await owner.get(`/vendor/${vendor.id}`)
  expect(await own.clone().text()).toContain(edit)
  expect(await readPage(own)).toContain('Edit Booking')
  // The way back to the workspace is at the top.
  const back = /^(?:(?!<h2)[\s\S])*href="\/dashboard"/
  for (const path of [`/${vendor.username}`, `/book/class/${session.class.id}`]) {
    expect(await (await owner.get(path)).text(), path).toMatch(back)
    expect(await (await stranger.get(path)).text(), path).not.toContain('href="/dashboard"')
  }
  expect(await (await owner.get(`/${vendor.username}`)).text()).not.toContain(edit)
  for (const visitor of [stranger, other])
    expect(await (await visitor.get(`/vendor/${vendor.id}`)).text()).not.toContain(edit)
})

test('if bundles or the profile cannot be read, the page says so, and the rest is shown', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  await aSession(db, { class: await aClass(db, { vendor, title: 'Yoga' }) })
  const visitor = (await appFor(deps)).visitor()
  for (const [table, sentence] of [
    ['sessionBundles', 'Could not load bundles'],
    ['vendorBadges', 'Could not load vendor profile'],
  ] as const) {
    await sql`alter table ${sql.table(table)} rename to gone`.execute(db)
    const page = await visitor.get(`/vendor/${vendor.id}`)
    await sql`alter table gone rename to ${sql.table(table)}`.execute(db)
    expect(page.status).toBe(200)
    const text = await readPage(page)
    expect(text).toContain(sentence)
    expect(text).toContain('Book Session')
  }
})

test('the page speaks German and Russian', async ({ db, deps }) => {
  const { vendor } = (await aSession(db)).class
  const visitor = (await appFor(deps)).visitor()
  for (const [language, words] of [
    ['de', 'Buchen'],
    ['ru', 'Записаться'],
  ] as const)
    expect(
      await readPage(await visitor.get(`/${vendor.username}`, { 'accept-language': language })),
    ).toContain(words)
})

test('a vendor chooses the layout and says how to be reached', async ({ db, deps }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const form = {
    layout: 'catalogue',
    contactEmail: vendor.email.toUpperCase(),
    contactPhone: '030 123456',
    contactTelegram: 'https://t.me/zoe_moves',
  }
  const page = '/dashboard/settings/page'
  expect(await readPage(await browser.get(page))).toContain('Your page')
  const saved = await browser.post(page, form)
  expect(saved.status).toBe(302)
  expect(noticeOf(saved)?.title).toBe('Saved')
  const row = () =>
    db
      .selectFrom('vendors')
      .where('id', '=', vendor.id)
      .select(['layout', 'contactEmail', 'contactPhone', 'contactTelegram'])
      .executeTakeFirstOrThrow()
  expect(await row()).toEqual({
    layout: 'catalogue',
    contactEmail: vendor.email,
    contactPhone: '+4930123456',
    contactTelegram: 'zoe_moves',
  })

  for (const [field, value, sentence] of [
    ['contactPhone', 'call me', 'This isn’t a phone number. Start with + and the country code.'],
    [
      'contactPhone',
      '49 170 1234567',
      'Which country is this number from? Start with + and the country code, like +49.',
    ],
    ['contactTelegram', '@x', 'This isn’t valid.'],
    ['contactEmail', 'nobody', 'Please enter an email address like name@example.com.'],
  ] as const) {
    const refused = await browser.post(page, { ...form, [field]: value })
    expect(refused.status, field).toBe(400)
    const html = await refused.text()
    expect(errorsAt(html, field), field).toContain(sentence)
    if (field !== 'contactEmail') expect(html).toContain(vendor.email.toUpperCase())
  }

  // Emptied is emptied; a layout that was not sent stays.
  await browser.post(page, { contactEmail: '' })
  expect(await row()).toMatchObject({
    layout: 'catalogue',
    contactEmail: null,
    contactPhone: null,
    contactTelegram: null,
  })
})

test('the catalogue is refused to a plan without it, and the page to members who do not manage', async ({
  db,
  deps,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  await db
    .updateTable('vendors')
    .set({ trialEndsAt: addMinutes(new Date(), -1) })
    .execute()
  const refused = await browser.post('/dashboard/settings/page', { layout: 'catalogue' })
  expect(refused.status).toBe(409)
  const { layout } = await db
    .selectFrom('vendors')
    .where('id', '=', vendor.id)
    .select('layout')
    .executeTakeFirstOrThrow()
  expect(layout).toBe('schedule')
  const teacher = app.visitor()
  await signInAs(deps, teacher, await anInstructor(db, vendor))
  expect((await teacher.get('/dashboard/settings/page')).status).toBe(404)
})

test('a vendor’s pages have its colour, readable in both themes, as long as its plan has it', async ({
  db,
  deps,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const settings = '/dashboard/settings/page'
  const of = await aClass(db, { vendor })
  const session = await aSession(db, { class: of })
  const visitor = app.visitor()
  const booked = await bookBy(visitor, session)
  const own = [
    `/${vendor.username}`,
    `/book/class/${of.id}`,
    `/embed/${vendor.username}`,
    `/embed/class/${of.id}`,
    locationOf(booked),
  ]
  const colours = async (path: string) => {
    const html = await (await visitor.get(path)).text()
    const [tag = ''] = /<html[^>]*>/.exec(html) ?? []
    return [...tag.matchAll(/--accent-(\w+):(#[0-9a-f]{6})/g)].map(([, theme, hex]) => [theme, hex])
  }
  expect(await colours(own[0] ?? '')).toEqual([])
  expect((await browser.post(settings, { colour: 'own', accent: '#B0125E' })).status).toBe(302)
  for (const path of own) {
    const [light, dark] = await colours(path)
    expect(light, path).toEqual(['light', '#b0125e'])
    expect(dark?.[1], path).not.toBe('#b0125e')
  }
  for (const path of ['/', '/classes', '/pricing']) expect(await colours(path), path).toEqual([])

  const wrong = await browser.post(settings, { colour: 'own', accent: 'red; --paper: red' })
  expect(wrong.status).toBe(400)
  // A form without the colour leaves it; a plan without it shows none, and keeps it.
  await browser.post(settings, { contactPhone: '+49 30 123456' })
  expect(await colours(own[0] ?? '')).not.toEqual([])
  await db
    .updateTable('vendors')
    .set({ trialEndsAt: addMinutes(new Date(), -1) })
    .execute()
  for (const path of own) expect(await colours(path), path).toEqual([])
  expect((await browser.post(settings, { colour: 'own', accent: '#111111' })).status).toBe(409)
  await aSubscription(db, vendor.id)
  expect((await colours(own[0] ?? ''))[0]).toEqual(['light', '#b0125e'])
  await browser.post(settings, { colour: 'standard', accent: '#b0125e' })
  expect(await colours(own[0] ?? '')).toEqual([])
})
