import { sql } from 'kysely'
import { refreshSearchWords } from '#core/classes/commands/refresh-search-words.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays, addMinutes, todayIn, weekdayOf } from '#core/shared/time.ts'
import { appFor, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { type AClass, aClass, aSession, aVendor, weeklySessions } from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'

type BundleWish = { name: string; count?: number; priceMinor: number; active?: boolean }

async function aBundle(db: Db, of: AClass, { name, count = 5, priceMinor, active }: BundleWish) {
  const { id } = await db
    .insertInto('sessionBundles')
    .values({
      vendorId: of.vendor.id,
      classId: of.id,
      bundleName: name,
      sessionCount: count,
      bundlePriceMinor: priceMinor,
      isActive: active ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('/classes is searched, keeps what was asked, and says when nothing is there', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  expect(await readPage(await visitor.get('/classes'))).toContain(
    'No classes available at the moment.',
  )
  await aClass(db, { title: 'Vinyasa', location: 'Rua Augusta', description: 'Flows like water' })
  for (const text of ['VINY', 'augusta', 'water', 'rua vinyasa']) {
    const html = await (await visitor.get(`/classes?q=${encodeURIComponent(text)}`)).text()
    expect(html, text).toContain('Vinyasa</a></h2>')
    expect(html).toContain(`value="${text}"`)
  }
  const none = await readPage(await visitor.get('/classes?q=boxing'))
  expect(none).toContain('No classes found matching your search.')
  expect(none).toContain('Show all classes')
  expect(await readPage(await visitor.get('/classes?category=dance'))).toContain(
    'No classes found matching your search.',
  )
})

test('the list begins with the place chosen last, else with the only one near, and what is near comes first', async ({
  db,
  deps,
}) => {
  const teach = async (title: string, location: string, timeZone: string, classes: number) => {
    const vendor = await aVendor(db, { location, timeZone })
    for (let nth = 1; nth <= classes; nth++) await aClass(db, { vendor, title: `${title} ${nth}` })
  }
  await teach('Vinyasa', 'Kastanienallee 12, 10435 Berlin', 'Europe/Berlin', 8)
  await teach('Iron', '88 Wythe Ave, Brooklyn, NY', 'America/New_York', 8)
  await teach('Dance', 'Al Quoz, Dubai', 'Asia/Dubai', 1)
  const visitor = (await appFor(deps)).visitor()
  await teach('Boxing', '5 Broad Street, Newark', 'America/New_York', 1)
  const titlesIn = (html: string) =>
    [...html.matchAll(/<h2[^>]*>.*?(\w+) \d<\/a><\/h2>/g)].map(([, title]) => title)
  const get = (address: string, zone: string, place?: string) =>
    visitor.get(address, {
      cookie: `zone=${encodeURIComponent(zone)}${place === undefined ? '' : `; place=${place}`}`,
    })
  const read = async (...asked: Parameters<typeof get>) => (await get(...asked)).text()
  const optionsIn = (html: string) => {
    const [, select = ''] = /name="place"([\s\S]*?)<\/select>/.exec(html) ?? []
    return [...select.matchAll(/value="(\w+)"/g)].map(([, value]) => value)
  }

  const berlin = await read('/classes?place=berlin', 'Asia/Tokyo')
  expect(new Set(titlesIn(berlin))).toEqual(new Set(['Vinyasa']))
  expect(berlin).toMatch(/<option value="Berlin" selected="">/)
  expect(new Set(optionsIn(berlin))).toEqual(new Set(['Berlin', 'Brooklyn', 'Dubai', 'Newark']))
  const brooklyn = await read('/classes?place=Brooklyn&q=iron', '')
  expect(new Set(titlesIn(brooklyn))).toEqual(new Set(['Iron']))
  expect(titlesIn(await read('/classes?place=Brooklyn&q=vinyasa', ''))).toEqual([])
  expect(await readPage(await get('/classes?place=Paris', ''))).toContain(
    'No classes found matching your search.',
  )

  // Two places are near: both come first.
  const near = await read('/classes', 'America/New_York')
  expect(new Set(optionsIn(near).slice(0, 2))).toEqual(new Set(['Brooklyn', 'Newark']))
  expect(new Set(titlesIn(near).slice(0, 9))).toEqual(new Set(['Iron', 'Boxing']))
  // The next page keeps the order, even if the cookies have changed.
  const more =
    /href="(\/classes\?[^"]*after=[^"]*)"/.exec(near)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = titlesIn(await read(more, 'Europe/Berlin', 'Dubai'))
  expect(second).not.toContain('Iron')
  expect([...titlesIn(near), ...second]).toHaveLength(18)

  // One place is near: the list is of it, its links say so, and all places are one press away.
  const only = await get('/classes', 'Europe/Berlin')
  expect(only.headers.get('set-cookie')).toBeNull()
  const html = await only.text()
  expect(new Set(titlesIn(html))).toEqual(new Set(['Vinyasa']))
  expect(html).toContain('href="/classes?day=today&amp;place=Berlin"')
  expect(html).toMatch(/href="\/classes\?place="[^>]*>All places</)
  const german = await (await visitor.get('/classes', { 'accept-language': 'de' })).text()
  expect(new Set(titlesIn(german))).toEqual(new Set(['Vinyasa']))
  for (const language of ['en-US', 'en', 'ru', '', '*', 'x'.repeat(300)]) {
    const answer = await visitor.get('/classes', { 'accept-language': language })
    expect(new Set(titlesIn(await answer.text())).size, language).toBeGreaterThan(1)
  }

  // Chosen by hand it is kept, "all places" too; what is no place any more is nothing.
  const chosen = await get('/classes?place=Dubai', 'Europe/Berlin')
  expect(chosen.headers.get('set-cookie')).toMatch(/^place=Dubai;/)
  expect(titlesIn(await read('/classes', 'Europe/Berlin', 'dubai'))).toEqual(['Dance'])
  expect((await get('/classes?place=', 'Europe/Berlin')).headers.get('set-cookie')).toMatch(
    /^place=;/,
  )
  expect(titlesIn(await read('/classes', 'Europe/Berlin', ''))).toHaveLength(12)
  expect(new Set(titlesIn(await read('/classes', 'Europe/Berlin', 'Atlantis')))).toEqual(
    new Set(['Vinyasa']),
  )
})

test('the search treats all input as plain text', async ({ db, deps }) => {
  await aClass(db, { title: 'Vinyasa' })
  const visitor = (await appFor(deps)).visitor()
  const hostile = [
    'x'.repeat(5000),
    '%',
    '_',
    '\\',
    "'",
    '"',
    "'; drop table classes; --",
    '<script>alert(1)</script>',
    '🧘‍♀️',
    '\u202eagoy',
    'יוגה',
    '\u0000',
    'a '.repeat(2000),
    '*'.repeat(100),
    '((((((((',
    '\\'.repeat(99),
  ]
  for (const text of hostile) {
    const page = await visitor.get(`/classes?q=${encodeURIComponent(text)}`)
    expect(page.status, text).toBe(200)
    const html = await page.text()
    expect(html).not.toContain('<script>alert(1)')
    // NUL is removed, so the search is empty.
    if (text !== '\u0000') expect(html, text).not.toContain('Vinyasa</a></h2>')
  }
  const odd = ['%ED%A0%80', '%C0%80', '%', '+', '%25%25']
  for (const raw of odd) expect((await visitor.get(`/classes?q=${raw}`)).status, raw).toBe(200)
  for (const address of [
    '/classes?category=nonsense',
    '/classes?day=9',
    '/classes?day=%00',
    '/classes?after=nonsense',
    '/classes?q=viny&q=asa&category=&day=&after=',
  ])
    expect(await readPage(await visitor.get(address)), address).toContain('Vinyasa')
})

test('a mistyped word is corrected, the page says to what, and the field keeps what was typed', async ({
  db,
  deps,
}) => {
  await aClass(db, { title: 'Vinyasa für Anfänger', location: null })
  await refreshSearchWords(db)
  const visitor = (await appFor(deps)).visitor()
  const page = await visitor.get('/classes?q=vinaysa')
  const html = await page.clone().text()
  expect(await readPage(page)).toContain('Showing results for vinyasa')
  expect(html).toContain('value="vinaysa"')
  expect(html).toContain('Vinyasa für Anfänger</a></h2>')
  const found = await readPage(await visitor.get('/classes?q=anfaenger'))
  expect(found).toContain('Vinyasa für Anfänger')
  expect(found).not.toContain('Showing results')
})

test('"Show more" is a link and goes on page by page, each class once; a filter starts again', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  for (let n = 10; n < 25; n++)
    await aClass(db, { vendor, title: `Class number ${n}`, category: n < 24 ? 'yoga' : 'dance' })
  const visitor = (await appFor(deps)).visitor()
  const seen: string[] = []
  const read = async (address: string) => {
    const html = await (await visitor.get(address)).text()
    seen.push(...[...html.matchAll(/(Class number \d+)<\/a><\/h2>/g)].map(([, t]) => t ?? ''))
    return html
  }
  const linkIn = (html: string, label: string) =>
    new RegExp(`href="(/classes[^"]*)"[^>]*>(?:<svg.*?</svg>)?${label}`)
      .exec(html)?.[1]
      ?.replaceAll('&amp;', '&') ?? ''
  const first = await read('/classes?q=number&category=yoga')
  const more = linkIn(first, 'Show more')
  expect(more).toMatch(/^\/classes\?q=number&category=yoga&after=./)
  const second = await read(more)
  expect(seen).toHaveLength(14)
  expect(new Set(seen).size).toBe(14)
  expect(linkIn(second, 'Show more')).toBe('')
  expect(linkIn(second, 'Back to the first page')).toBe('/classes?q=number&category=yoga')
  expect(linkIn(second, 'Tomorrow')).toBe('/classes?q=number&category=yoga&day=tomorrow')
  expect(second).not.toContain('name="after"')
})

test('a day shows the classes of that day with the session of that day', async ({ db, deps }) => {
  const zone = 'Europe/Berlin'
  const yoga = await aClass(db, { title: 'Yoga of the day' })
  const startsAt = onDay(3)
  await aSession(db, { class: yoga, startsAt, capacity: 7 })
  await aSession(db, { class: yoga, startsAt: addMinutes(startsAt, -1440), capacity: 9 })
  await aClass(db, { title: 'Without dates' })
  const visitor = (await appFor(deps)).visitor()
  const html = await (
    await visitor.get(`/classes?day=${weekdayOf(todayIn(zone, startsAt))}`)
  ).text()
  expect(html).toContain('Yoga of the day</a></h2>')
  expect(html).toContain('0/7 booked')
  expect(html).not.toContain('Without dates')
  expect(html).toContain('aria-current="true"')
  expect(await readPage(await visitor.get('/classes'))).toContain('9 spots')
})

test('a card offers up to two bundles with what they save, and none once registration closed', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, title: 'Yoga', priceMinor: 1000 })
  const dear = await aBundle(db, yoga, { name: 'Ten', count: 10, priceMinor: 8000 })
  const cheap = await aBundle(db, yoga, { name: 'Five', count: 5, priceMinor: 4250 })
  const third = await aBundle(db, yoga, { name: 'Twenty', count: 20, priceMinor: 15_000 })
  await aBundle(db, yoga, { name: 'Not sold', priceMinor: 1, active: false })
  const late = await aClass(db, { vendor, title: 'Late', registrationClosedDate: '2026-01-01' })
  const closed = await aBundle(db, late, { name: 'Too late', priceMinor: 100 })
  // Each of them is sold only with dates enough for all its sessions.
  const date = addDays(todayIn(vendor.timeZone, new Date()), 1)
  for (const of of [yoga, late])
    for (let day = 0; day < 20; day++)
      await weeklySessions(db, of, { date: addDays(date, day), capacities: [10] })
  const visitor = (await appFor(deps)).visitor()
  const page = await visitor.get('/classes')
  const html = await page.clone().text()
  const text = await readPage(page)
  expect(text).toContain('Session Bundles - Save More!')
  expect(text).toContain('Five €42.50 instead of €50 €50 15% off 5 sessions · €8.50 per session')
  for (const id of [cheap, dear])
    expect(html).toContain(`href="/book/class/${yoga.id}?bundle=${id}"`)
  for (const id of [third, closed]) expect(html).not.toContain(id)
  expect(text).not.toContain('Not sold')
  expect(text.match(/Book Bundle/g)).toHaveLength(2)
  expect(text).toContain('Registration Closed')
})

test('the page runs as many queries for twelve classes as for one', async ({ db, deps }) => {
  const queries: string[] = []
  const counted: Db = db.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const visitor = (await appFor({ ...deps, db: counted, searches: counted })).visitor()
  const asked = async (address: string) => {
    queries.length = 0
    expect((await visitor.get(address)).status).toBe(200)
    return queries.length
  }
  // Not in 24 hours: a day in autumn has 25.
  const tomorrow = new Date(`${addDays(todayIn('Europe/Berlin', new Date()), 1)}T12:00Z`)
  const more = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const yoga = await aClass(db, { vendor: await aVendor(db), title: 'Yoga' })
      await aBundle(db, yoga, { name: 'Five', priceMinor: 100 })
      await aSession(db, { class: yoga, startsAt: tomorrow })
    }
  }
  await more(1)
  // The list, whose vendors take turns, its cards, their bundles, pictures and colours; a search folds its words and looks them up in names first.
  // The first request of a process also reads the places, which it keeps.
  await asked('/classes')
  const addresses = { '/classes': 6, '/classes?q=yoga': 8, '/classes?day=tomorrow&q=yoga': 8 }
  for (const [address, count] of Object.entries(addresses))
    expect(await asked(address), address).toBe(count)
  await more(20)
  for (const [address, count] of Object.entries(addresses))
    expect(await asked(address), address).toBe(count)
})

test('the first HTML holds cards, never skeletons, and names its one address', async ({
  db,
  deps,
}) => {
  await aClass(db, { title: 'Yoga' })
  const visitor = (await appFor(deps)).visitor()
  const html = await (await visitor.get('/classes')).text()
  expect(html).not.toContain('skeleton block')
  expect(html).toContain(`<link rel="canonical" href="${deps.origin}/classes"/>`)
  expect(html).not.toContain('noindex')
  expect(await (await visitor.get('/classes?q=yoga')).text()).toContain('noindex')
})

test('the search speaks German and Russian', async ({ db, deps }) => {
  await aClass(db, { title: 'Yoga' })
  await refreshSearchWords(db)
  const visitor = (await appFor(deps)).visitor()
  const german = await readPage(await visitor.get('/classes?q=yoag', { 'accept-language': 'de' }))
  for (const words of [
    'Kurse finden',
    'Ergebnisse für yoga',
    'Alle Kategorien',
    'Alle Tage',
    'Heute',
  ])
    expect(german).toContain(words)
  const russian = await readPage(await visitor.get('/classes?q=yoag', { 'accept-language': 'ru' }))
  for (const words of ['Занятия', 'Показаны результаты для yoga', 'Все категории', 'Сегодня'])
    expect(russian).toContain(words)
})

test('a list that cannot be read says "Error loading classes" and how to try again', async ({
  db,
  deps,
}) => {
  await aClass(db)
  await sql`alter table class_times rename to class_times_gone`.execute(db)
  const page = await (await appFor(deps)).visitor().get('/classes')
  expect(page.status).toBe(500)
  const text = await readPage(page)
  expect(text).toContain('Error loading classes')
  expect(text).toContain('Failed to load available classes. Please try again.')
  expect(text).not.toContain('classTimes')
})

test('a search that fails says so and how to try again', async ({ db, deps }) => {
  await sql`alter table search_words rename to search_words_gone`.execute(db)
  await aClass(db, { title: 'Yoga' })
  const page = await (await appFor(deps)).visitor().get('/classes?q=yoag')
  expect(page.status).toBe(500)
  const text = await readPage(page)
  expect(text).toContain('Error loading classes')
  expect(text).toContain('Failed to load available classes. Please try again.')
  expect(text).toContain('Try again')
  expect(text).not.toContain('searchWords')
})

test('an address with thousands of parameters is not repeated in every link', async ({
  db,
  deps,
}) => {
  await aClass(db, { title: 'Vinyasa' })
  const visitor = (await appFor(deps)).visitor()
  const plain = await (await visitor.get('/classes')).text()
  const parameters = Array.from({ length: 1500 }, (_, n) => `a${n}=1`).join('&')
  const long = await (await visitor.get(`/classes?${parameters}`)).text()
  expect(long.length).toBeLessThan(4 * plain.length)
})
