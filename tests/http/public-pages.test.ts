import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { openDatabase } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { appFor, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

test('/classes lists what is public: name, price, days and times, and the way to book', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { businessName: 'Studio Zoë' })
  const listed = await aClass(db, { vendor, title: 'Vinyasa', priceMinor: 1250 })
  await db
    .insertInto('classTimes')
    .values({
      classId: listed.id,
      vendorId: vendor.id,
      weekday: 1,
      startTime: '18:00',
      startsOn: '2026-01-01',
    })
    .execute()
  await aClass(db, { vendor, title: 'By link only', visibility: 'link' })
  await aClass(db, { vendor, title: 'Put away', status: 'archived' })
  const closed = await aClass(db, {
    vendor,
    title: 'Too late',
    registrationClosedDate: '2026-01-01',
  })
  const nobody = await aVendor(db, { businessName: null, fullName: 'Nora Name' })
  await aClass(db, { vendor: nobody, title: 'Nora teaches' })
  const page = await (await appFor(deps)).visitor().get('/classes')
  const html = await page.clone().text()
  const text = await readPage(page)
  expect(text).toContain('Browse Available Classes')
  expect(text).toContain('Discover and book classes from local vendors')
  expect(text).toContain('by Studio Zoë')
  expect(text).toContain('by Nora Name')
  expect(text).toContain('€12.50')
  expect(text).toContain('Mon 18:00')
  expect(text).toContain('Registration Closed')
  expect(text).not.toContain('By link only')
  expect(text).not.toContain('Put away')
  expect(html).toContain(`href="/book/class/${listed.id}"`)
  expect(html).not.toContain(`href="/book/class/${closed.id}"`)
})

test('a vendor without any name is an Unknown Vendor', async ({ db, deps }) => {
  await aClass(db, { vendor: await aVendor(db, { businessName: null, fullName: '' }) })
  expect(await readPage(await (await appFor(deps)).visitor().get('/classes'))).toContain(
    'by Unknown Vendor',
  )
})

test('the class page shows its facts, its instructor and its sessions', async ({ db, deps }) => {
  const vendor = await aVendor(db, { businessName: 'Studio Zoë', fullName: 'Zoë Zander' })
  const of = await aClass(db, {
    vendor,
    title: 'Vinyasa',
    description: 'Flowing.',
    difficulty: 'beginner',
  })
  const open = await aSession(db, { class: of, capacity: 10 })
  await aBooking(db, { session: open, spots: 4 })
  await aBooking(db, { session: open, spots: 2 })
  const full = await aSession(db, { class: of, capacity: 1, startsAt: fromNow(300) })
  await aBooking(db, { session: full })
  const visitor = (await appFor(deps)).visitor()
  const page = await visitor.get(`/book/class/${of.id}`)
  const html = await page.clone().text()
  const text = await readPage(page)
  for (const fact of [
    'Vinyasa',
    'Beginner',
    '60 min',
    'Up to 10 people',
    '1 Park Street',
    '€15 per session',
    'Flowing.',
    'Zoë Zander',
    'Book This Class',
    'Single Session',
    'Book Single Session',
    '6/10 booked',
  ])
    expect(text, fact).toContain(fact)
  expect(text).not.toMatch(/Professional Instructor|taught/)
  const over = await aSession(db, { class: of, startsAt: fromNow(-300) })
  await aBooking(db, { session: over })
  expect(await readPage(await visitor.get(`/book/class/${of.id}`))).toContain('1 session taught')
  expect(await readPage(await visitor.get(`/book/class/${of.id}?session=${full.id}`))).toContain(
    'Fully Booked',
  )
  // The first one with room is chosen.
  expect(html).toMatch(
    new RegExp(`<input[^>]*checked=""[^>]*value="${open.id}"|value="${open.id}"[^>]*checked=""`),
  )
})

test('the session named in the address is the one chosen; a full one chooses nothing', async ({
  db,
  deps,
}) => {
  const of = await aClass(db)
  const sessions = []
  for (let day = 1; day <= 25; day++)
    sessions.push(await aSession(db, { class: of, startsAt: onDay(day) }))
  const visitor = (await appFor(deps)).visitor()
  for (const session of [sessions[2], sessions[24]]) {
    const html = await (await visitor.get(`/book/class/${of.id}?session=${session?.id}`)).text()
    expect(checkedIn(html)).toEqual([session?.id])
  }
  const full = await aSession(db, { class: of, capacity: 1 })
  await aBooking(db, { session: full })
  const html = await (await visitor.get(`/book/class/${of.id}?session=${full.id}`)).text()
  expect(checkedIn(html)).toEqual([])
})

test('the class page shows the times of one day, and the days to choose from', async ({
  db,
  deps,
}) => {
  const of = await aClass(db)
  const noonIn = (days: number) => {
    const noon = new Date()
    noon.setUTCHours(12, 0, 0, 0)
    return addMinutes(noon, days * 1440)
  }
  const full = await aSession(db, { class: of, capacity: 1, startsAt: noonIn(1) })
  await aBooking(db, { session: full })
  const sessions = []
  for (let day = 2; day <= 20; day++)
    sessions.push(await aSession(db, { class: of, startsAt: noonIn(day) }))
  const also = await aSession(db, { class: of, startsAt: addMinutes(noonIn(2), 90) })
  const visitor = (await appFor(deps)).visitor()
  const open = async (search: string) => (await visitor.get(`/book/class/${of.id}${search}`)).text()
  const shown = (html: string) =>
    [...html.matchAll(/name="sessionId"[^>]*value="([^"]+)"/g)].map(([, id]) => id)
  const days = (html: string) =>
    [
      ...html
        .slice(html.lastIndexOf('day-strip'))
        .matchAll(/<a[^>]*href="[^"]*\?date=([\d-]+)#book"/g),
    ].map(([, date]) => date ?? '')

  const first = await open('')
  // The first day with room: a day that is full stays in the row.
  expect(shown(first)).toEqual([sessions[0]?.id, also.id])
  expect(days(first)).toHaveLength(15)
  // A day without room comes with the next three sessions that have some.
  const next = [sessions[0]?.id, also.id, sessions[1]?.id]
  expect(shown(await open(`?date=${days(first)[0]}`))).toEqual([full.id, ...next])
  const later = await open(`?date=${days(first)[14]}`)
  expect(shown(later)).toEqual([sessions[13]?.id])
  expect(days(later)).toHaveLength(6)
  expect(later).toContain('Next dates')
  // A day without sessions, or no day at all.
  for (const date of ['2020-01-01', '2099-01-01', '2026-02-30', 'x'])
    expect(shown(await open(`?date=${date}`)), date).toEqual([sessions[0]?.id, also.id])
})

test('a link to a session that cannot be booked any more says why', async ({ db, deps }) => {
  const of = await aClass(db)
  await aSession(db, { class: of })
  const cancelled = await aSession(db, { class: of, status: 'cancelled' })
  const past = await aSession(db, { class: of, startsAt: fromNow(-90) })
  const full = await aSession(db, { class: of, capacity: 1 })
  await aBooking(db, { session: full })
  const elsewhere = await aSession(db, { status: 'cancelled' })
  const visitor = (await appFor(deps)).visitor()
  const open = async ({ id }: { id: string }) =>
    readPage(await visitor.get(`/book/class/${of.id}?session=${id}`))
  expect(await open(cancelled)).toContain('This session has been cancelled.')
  expect(await open(past)).toContain('This session has already started.')
  expect(await open(full)).toContain('This session is fully booked. Please choose another time.')
  // Nothing is said of another class.
  expect(await open(elsewhere)).not.toContain('This session has been cancelled.')
})

function checkedIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes('checked=""'))
    .map((tag) => /value="([^"]+)"/.exec(tag)?.[1])
}

test('an online class says Online and never where', async ({ db, deps }) => {
  const onlineUrl = 'https://meet.example.com/secret'
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor, onlineUrl })
  await aSession(db, { class: of, onlineUrl })
  const visitor = (await appFor(deps)).visitor()
  for (const path of [`/book/class/${of.id}`, `/${vendor.username}`, '/classes']) {
    const html = await (await visitor.get(path)).text()
    expect(html, path).toContain('Online')
    expect(html, path).not.toContain('meet.example.com')
  }
})

test('no class: 404 with "Class Not Found" or "Class ID not provided", and where to go', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  const shut = await aClass(db, { visibility: 'closed' })
  for (const id of [randomUUID(), 'nonsense', '%00', shut.id]) {
    const page = await visitor.get(`/book/class/${id}`)
    expect(page.status, id).toBe(404)
    const text = await readPage(page)
    for (const words of [
      '404 Class Not Found',
      'Class not found in database',
      'Return to Home',
      'Browse All Classes',
      'Back',
    ])
      expect(text).toContain(words)
  }
  const none = await visitor.get('/book/class/')
  expect(none.status).toBe(404)
  expect(await readPage(none)).toContain('Class ID not provided')
})

test('a class that cannot be read says why in safe words', async ({ db, deps }) => {
  const { id } = await aClass(db)
  const visitor = (await appFor(deps)).visitor()
  await sql`alter table class_times rename to class_times_gone`.execute(db)
  const broken = await visitor.get(`/book/class/${id}`)
  expect(broken.status).toBe(500)
  const text = await readPage(broken)
  expect(text).toContain('Database error: This class could not be loaded.')
  expect(text).not.toContain('classTimes')

  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 }).db
  const down = await (await appFor({ ...deps, db: away })).visitor().get(`/book/class/${id}`)
  expect(down.status).toBe(503)
  expect(await readPage(down)).toContain('Database error: This class could not be loaded.')

  // Neither of the database nor foreseen.
  const broke = new Proxy(db, {
    get() {
      throw new TypeError('a fault of ours')
    },
  })
  const unexpected = await (await appFor({ ...deps, db: broke })).visitor().get(`/book/class/${id}`)
  expect(unexpected.status).toBe(500)
  expect(await readPage(unexpected)).toContain('Unexpected error: This class could not be loaded.')
})

test('after the last day the class says Registration Closed and takes no form', async ({
  db,
  deps,
}) => {
  const of = await aClass(db, { registrationClosedDate: '2026-01-01' })
  await aSession(db, { class: of })
  const html = await (await (await appFor(deps)).visitor().get(`/book/class/${of.id}`)).text()
  expect(html).toContain('Registration Closed')
  expect(html).not.toContain('name="contact"')
})

test('a trainer’s page shows who it is, the classes and every session with its button', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, {
    businessName: 'Studio Zoë',
    fullName: 'Zoë Zander',
    location: 'Berlin',
    contactEmail: 'zoe@example.com',
    contactPhone: '+4930123',
  })
  const yoga = await aClass(db, { vendor, title: 'Yoga' })
  const boxing = await aClass(db, { vendor, title: 'Boxing', description: 'No flowing at all' })
  const session = await aSession(db, { class: yoga })
  const full = await aSession(db, { class: boxing, capacity: 1 })
  await aBooking(db, { session: full })
  await aSession(db, { class: await aClass(db, { title: 'Somebody else teaches' }) })
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    `/${vendor.username}`,
    `/vendor/${vendor.id}`,
    `/vendor-profile/${vendor.id}`,
  ]) {
    const page = await visitor.get(path)
    expect(page.status, path).toBe(200)
    const html = await page.clone().text()
    const text = await readPage(page)
    for (const words of [
      'Studio Zoë',
      'Trainer: Zoë Zander',
      'Berlin',
      'Message',
      'Call',
      'Yoga',
      'Boxing',
      'Book Session',
      'Fully Booked',
      'This session is fully booked',
      '1/1 booked',
    ])
      expect(text, `${path} ${words}`).toContain(words)
    expect(text).not.toContain('Somebody else')
    expect(text).not.toMatch(/4\.9|150\+|Verified|Certified/)
    expect(html).toContain(`href="/book/class/${yoga.id}?session=${session.id}#book"`)
    expect(html).not.toContain(`?session=${full.id}#book`)
  }
  // A bar full of empty places would make a new trainer look deserted; a screen reader hears the same words as ever.
  const html = await (await visitor.get(`/${vendor.username}`)).text()
  expect(await readPage(new Response(html))).toContain('10 spots')
  expect(await readPage(new Response(html))).not.toContain('0/10')
  expect(html).toContain('aria-label="0/10 booked"')
  const chosen = await readPage(await visitor.get(`/${vendor.username}?class=${yoga.id}`))
  expect(chosen).toContain('Clear Selection')
  expect(chosen).not.toContain('Fully Booked')
  const found = await readPage(await visitor.get(`/${vendor.username}?q=FLOWING`))
  expect(found).toContain('Boxing')
  expect(await readPage(await visitor.get(`/${vendor.username}?q=nothing`))).toContain(
    'No classes match your search',
  )
})

test('a trainer with nothing yet has both empty states', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const text = await readPage(await (await appFor(deps)).visitor().get(`/${vendor.username}`))
  for (const words of ['No Classes Found', 'No classes available', 'No Sessions Available'])
    expect(text).toContain(words)
})

test('capitals and former usernames lead to the one that counts', async ({ db, deps }) => {
  const vendor = await aVendor(db, { username: 'zoe-moves' })
  await db.insertInto('usernames').values({ username: 'zoe-once', vendorId: vendor.id }).execute()
  const visitor = (await appFor(deps)).visitor()
  for (const path of ['/ZOE-moves?q=a', '/zoe-once?q=a']) {
    const answer = await visitor.get(path)
    expect(answer.status, path).toBe(301)
    expect(answer.headers.get('location')).toBe('/zoe-moves?q=a')
  }
})

test('links as people get them lead to the page, with their parameters', async ({ db, deps }) => {
  const { reference, purchaseId, session } = await aBooking(db)
  const { class: yoga } = session
  const { username } = yoga.vendor
  const manage = new URL(manageUrl(deps, { purchaseId, reference, tokenRotation: 0 }))
  const visitor = (await appFor(deps)).visitor()
  for (const [given, meant] of [
    [`/${username}%3Futm_source%3Dig`, `/${username}?utm_source=ig`],
    [`/@${username}?utm_source=ig`, `/${username}?utm_source=ig`],
    [`//${username}`, `/${username}`],
    [`/${username}).`, `/${username}`],
    [`/${username}%20`, `/${username}`],
    [`/book/class/${yoga.id}%3Futm_source%3Dig`, `/book/class/${yoga.id}?utm_source=ig`],
    [`/book/class/${yoga.id}.`, `/book/class/${yoga.id}`],
    [
      `${manage.pathname}%3F${encodeURIComponent(manage.search.slice(1))}`,
      manage.pathname + manage.search,
    ],
    [`${manage.pathname}${manage.search}).`, manage.pathname + manage.search],
  ] as const) {
    // Whole, because '//name' alone would be read as a host.
    const answer = await visitor.get(deps.origin + given)
    expect([given, answer.status, answer.headers.get('location')]).toEqual([given, 301, meant])
    expect((await visitor.get(meant)).status, meant).toBe(200)
  }
})

test('nobody: 404 and "Trainer Not Found", also for a vendor that is not set up', async ({
  db,
  deps,
}) => {
  const unfinished = await aVendor(db, { setUpAt: null })
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    '/no-such-trainer',
    '/%00',
    '/ab',
    '/%D0%B0%D0%BD%D0%BD%D0%B0',
    `/${unfinished.username}`,
    `/vendor-profile/${unfinished.id}`,
    `/vendor/${randomUUID()}`,
    '/vendor/nonsense',
  ]) {
    const page = await visitor.get(path)
    expect(page.status, path).toBe(404)
    const text = await readPage(page)
    expect(text, path).toContain('Trainer Not Found')
    expect(text).toContain("The trainer you're looking for doesn't exist.")
    if (/^\/vendor(?:-profile)?\//.test(path)) expect(text).toContain('Error Vendor not found')
  }
  const deeper = await visitor.get('/no/such/page')
  expect(deeper.status).toBe(404)
  expect(await readPage(deeper)).toContain('Oops! Page not found')
})

test('a part of the vendor page that cannot be read says so, and the rest is shown', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { class: await aClass(db, { title: 'Yoga' }) })
  const { id } = session.class.vendor
  const visitor = (await appFor(deps)).visitor()
  await sql`alter table class_times rename to class_times_gone`.execute(db)
  const noClasses = await visitor.get(`/vendor/${id}`)
  expect(noClasses.status).toBe(200)
  const text = await readPage(noClasses)
  expect(text).toContain('Could not load classes')
  expect(text).toContain('Book Session')
  await sql`alter table class_times_gone rename to class_times`.execute(db)

  await sql`alter table class_sessions rename column booking_closes_at to closes_gone`.execute(db)
  const noSessions = await readPage(await visitor.get(`/vendor/${id}`))
  await sql`alter table class_sessions rename column closes_gone to booking_closes_at`.execute(db)
  expect(noSessions).toContain('Could not load available sessions')
  expect(noSessions).toContain('Yoga')

  await sql`alter table vendors rename column layout to layout_gone`.execute(db)
  await sql`alter table vendors rename column suspended_at to suspended_gone`.execute(db)
  const failed = await visitor.get(`/vendor/${id}`)
  expect(failed.status).toBe(500)
  expect(await readPage(failed)).toContain('Error Failed to load vendor information')
})

test('the pages speak the reader’s language', async ({ db, deps }) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const path = `/book/class/${session.class.id}`
  expect(
    await readPage(await visitor.get(path, { 'accept-language': 'de-AT,en;q=0.5' })),
  ).toContain('Einzeltermin buchen')
  expect(await readPage(await visitor.get(path, { 'accept-language': 'ru' }))).toContain(
    'Записаться на занятие',
  )
})

test('a class that is booked by request says so in its heading, first line and button', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db, { businessName: 'Studio Vera' })
  const of = await aClass(db, { vendor, confirmationMode: 'manual' })
  await aSession(db, { class: of })
  const visitor = (await appFor(deps)).visitor()
  const page = await readPage(await visitor.get(`/book/class/${of.id}`))
  for (const said of ['Request a spot', 'This is a request: Studio Vera confirms', 'Send request'])
    expect(page).toContain(said)
  for (const word of ['Book This Class', 'Book Single Session']) expect(page).not.toContain(word)
  for (const list of [`/${vendor.username}`, `/embed/${vendor.username}`]) {
    const listed = await readPage(await visitor.get(list))
    expect(listed).toContain('Request Session')
    expect(listed).not.toContain('Book Session')
  }
})
