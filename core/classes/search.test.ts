import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import {
  addDays,
  addMinutes,
  instantOf,
  todayIn,
  wallClockOf,
  weekdayOf,
} from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock } from '#tests/support/race.ts'
import { refreshSearchWords } from './commands/refresh-search-words.ts'
import { searchClasses } from './queries/search.ts'
import { type ClassSearch, type DayAsked, daysToAsk } from './rules.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

type Wish = Partial<ClassSearch> & { cursor?: string | null; limit?: number }

async function search(db: Db, wish: Wish = {}) {
  const asked = { text: '', category: null, day: null, cursor: null, limit: 12, ...wish }
  return searchClasses(db, asked)
}

async function titles(db: Db, text: string) {
  return (await search(db, { text })).items.map(({ title }) => title)
}

test('a class is found by a part of its title, place or description, all words together', async ({
  db,
}) => {
  await aClass(db, {
    title: 'Rückenyoga',
    location: 'Gärtnerplatz 3, München',
    description: 'Calm breath for tired backs.',
  })
  for (const text of ['yoga', 'RÜCKEN', 'gärtner', 'breath', 'backs yoga', 'platz 3', '  calm  '])
    expect(await titles(db, text), text).toEqual(['Rückenyoga'])
  for (const text of ['boxing', 'yoga boxing', 'calmbreath'])
    expect(await titles(db, text), text).toEqual([])
})

test('a class is found by its vendor’s name and by its category, together with its own words', async ({
  db,
}) => {
  const vendor = await aVendor(db, { businessName: 'Bergmann Körperarbeit' })
  const other = await aVendor(db, { businessName: 'Ironworks' })
  await aClass(db, { vendor, title: 'Vinyasa', category: 'yoga', location: null })
  await aClass(db, { vendor, title: 'Reformer', category: 'pilates', location: null })
  await aClass(db, { vendor: other, title: 'Judo', category: 'martial_arts', location: null })
  const unlisted = await aVendor(db, { businessName: 'Bergmann Secret', listed: false })
  await aClass(db, { vendor: unlisted, title: 'Hidden', category: 'yoga' })
  const expected: Record<string, string[]> = {
    bergmann: ['Reformer', 'Vinyasa'],
    koerper: ['Reformer', 'Vinyasa'],
    'bergmann vinyasa': ['Vinyasa'],
    'reformer berg': ['Reformer'],
    'bergmann judo': [],
    'bergmann ironworks': [],
    yoga: ['Vinyasa'],
    йога: ['Vinyasa'],
    'pilates bergmann': ['Reformer'],
    Kampfsport: ['Judo'],
    'martial arts': ['Judo'],
    Единоборства: ['Judo'],
    other: [],
  }
  for (const [text, found] of Object.entries(expected))
    expect((await titles(db, text)).toSorted(), text).toEqual(found)
  await db
    .updateTable('vendors')
    .set({ businessName: 'Zenhof' })
    .where('id', '=', vendor.id)
    .execute()
  expect(await titles(db, 'bergmann')).toEqual([])
  expect(await titles(db, 'zenhof')).toHaveLength(2)
  await refreshSearchWords(db)
  const corrected = await search(db, { text: 'zenhoff' })
  expect([corrected.correctedTo, corrected.items.length]).toEqual(['zenhof', 2])
})

test('search ignores umlauts, accents, alphabet and letter case', async ({ db }) => {
  const vendor = await aVendor(db)
  await aClass(db, { vendor, title: 'Übung in München', location: null })
  await aClass(db, { vendor, title: 'Йога для начинающих', location: null })
  await aClass(db, { vendor, title: 'Café Straße', location: null })
  await aClass(db, { vendor, title: '瑜伽 يوغا 🧘', location: null })
  const expected: Record<string, string> = {
    Muenchen: 'Übung in München',
    munchen: 'Übung in München',
    MÜNCHEN: 'Übung in München',
    'Mu\u0308nchen': 'Übung in München',
    uebung: 'Übung in München',
    ЙОГА: 'Йога для начинающих',
    йога: 'Йога для начинающих',
    yoga: 'Йога для начинающих',
    cafe: 'Café Straße',
    strasse: 'Café Straße',
    瑜伽: '瑜伽 يوغا 🧘',
    '🧘': '瑜伽 يوغا 🧘',
    يوغا: '瑜伽 يوغا 🧘',
  }
  for (const [text, title] of Object.entries(expected))
    expect(await titles(db, text), text).toEqual([title])
  await aClass(db, { vendor, title: 'Muenchener Lauf', location: null })
  expect((await titles(db, 'münchen')).toSorted()).toEqual(['Muenchener Lauf', 'Übung in München'])
})

test('wildcard characters are ordinary characters', async ({ db }) => {
  const vendor = await aVendor(db)
  for (const title of [
    'Half price 50% off',
    'Room 50 x',
    'a_b',
    'axb',
    'back\\slash',
    "Women's run",
  ])
    await aClass(db, { vendor, title, location: null })
  expect(await titles(db, '50%')).toEqual(['Half price 50% off'])
  expect(await titles(db, '%')).toEqual(['Half price 50% off'])
  expect(await titles(db, '_')).toEqual(['a_b'])
  expect(await titles(db, 'a_b')).toEqual(['a_b'])
  expect(await titles(db, '\\')).toEqual(['back\\slash'])
  expect(await titles(db, 'womens')).toEqual(["Women's run"])
  expect(await titles(db, "women's")).toEqual(["Women's run"])
  for (const text of [
    "'",
    '"',
    '!!!',
    "'; drop table classes; --",
    'x'.repeat(5000),
    '؟',
    '\u202e',
  ])
    expect(await titles(db, text), text).toEqual([])
})

test('one or two letters are the start of a word', async ({ db }) => {
  const vendor = await aVendor(db)
  await aClass(db, { vendor, title: 'Tai Chi', location: null })
  await aClass(db, { vendor, title: 'Detail', location: null })
  expect(await titles(db, 't')).toEqual(['Tai Chi'])
  expect(await titles(db, 'ta')).toEqual(['Tai Chi'])
  expect(await titles(db, 'tai')).toEqual(['Detail', 'Tai Chi'])
})

test('the search never finds private classes, nor are its words', async ({ db }) => {
  const vendor = await aVendor(db)
  await aClass(db, { vendor, title: 'Visible tango' })
  await aClass(db, { vendor, title: 'Secret tango', status: 'archived' })
  await aClass(db, { vendor, title: 'Secret tango', visibility: 'link' })
  await aClass(db, { vendor, title: 'Secret tango', visibility: 'closed' })
  const hidden = [
    await aVendor(db, { listed: false }),
    await aVendor(db, { suspendedAt: new Date() }),
    await aVendor(db, { setUpAt: null }),
  ]
  for (const of of hidden) {
    const secret = await aClass(db, { vendor: of, title: 'Secret tango' })
    await aSession(db, { class: secret })
  }
  await refreshSearchWords(db)
  expect(await titles(db, 'tango')).toEqual(['Visible tango'])
  expect(await titles(db, '')).toEqual(['Visible tango'])
  for (const text of ['secret', 'secrett', 'secrte'])
    expect(await search(db, { text }), text).toEqual({
      items: [],
      nextCursor: null,
      correctedTo: null,
    })
  for (const day of daysToAsk) expect((await search(db, { day })).items, String(day)).toEqual([])
})

test('a mistyped word is corrected to one that listed classes have', async ({ db }) => {
  const vendor = await aVendor(db)
  await aClass(db, { vendor, title: 'Morning Yoga', location: 'Düsseldorf' })
  await aClass(db, { vendor, title: 'Pilates', location: null })
  await aClass(db, { vendor, title: 'Йога утром', location: null })
  await aClass(db, { vendor, title: 'Растяжка', location: null })
  expect((await search(db, { text: 'yoag' })).correctedTo).toBe(null)
  expect(await refreshSearchWords(db)).toBeGreaterThan(0)
  const corrected: Record<string, [to: string, title: string]> = {
    pilatse: ['pilates', 'Pilates'],
    piltes: ['pilates', 'Pilates'],
    Pillates: ['pilates', 'Pilates'],
    bilates: ['pilates', 'Pilates'],
    'moring yoga': ['morning yoga', 'Morning Yoga'],
    Dusseldrof: ['düsseldorf', 'Morning Yoga'],
    Duesseldorff: ['düsseldorf', 'Morning Yoga'],
    rastyzhka: ['rastyazhka', 'Растяжка'],
    растяшка: ['растяжка', 'Растяжка'],
    рстяжка: ['растяжка', 'Растяжка'],
  }
  for (const [text, [to, title]] of Object.entries(corrected)) {
    const found = await search(db, { text })
    expect(found.correctedTo, text).toBe(to)
    expect(
      found.items.map((one) => one.title),
      text,
    ).toEqual([title])
  }
  for (const text of ['boxing', 'yoga boxing', '12345', 'zz', 'y'.repeat(60)])
    expect((await search(db, { text })).correctedTo, text).toBe(null)
})

test('a word that a listed class contains is not corrected, even if no class matches the other filters', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  await aClass(db, { vendor, title: 'Zumba', category: 'dance', location: null })
  await aClass(db, { vendor, title: 'Rumba', category: 'yoga', location: null })
  await refreshSearchWords(db)
  const found = await search(db, { text: 'zumba', category: 'yoga' })
  expect(found).toEqual({ items: [], nextCursor: null, correctedTo: null })
  expect((await search(db, { text: 'zuumba', category: 'yoga' })).correctedTo).toBe(null)
})

test('words that are no longer used are forgotten', async ({ db }) => {
  const vendor = await aVendor(db, { businessName: null })
  const { id } = await aClass(db, { vendor, title: 'Capoeira', location: null })
  await refreshSearchWords(db)
  expect((await search(db, { text: 'capoiera' })).correctedTo).toBe('capoeira')
  await db.updateTable('classes').set({ title: 'Samba' }).where('id', '=', id).execute()
  expect(await titles(db, 'samba')).toEqual(['Samba'])
  expect((await search(db, { text: 'capoiera' })).correctedTo).toBe(null)
  expect(await refreshSearchWords(db)).toBe(2)
  expect(await refreshSearchWords(db)).toBe(0)
  const words = await db.selectFrom('searchWords').select('word').execute()
  expect(words).toEqual([{ word: 'samba' }])
})

test('counting the words neither waits for nor blocks other transactions', async ({
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { businessName: null })
  const { id } = await aClass(db, { vendor, title: 'Boxing', location: null })
  const editing = await holdLock(
    databaseUrl,
    `update classes set title = 'Boxing two' where id = $1`,
    [id],
  )
  expect(await refreshSearchWords(db)).toBe(1)
  const counting = await holdLock(
    databaseUrl,
    `select pg_advisory_xact_lock(7308523), (select count(*) from classes)`,
  )
  // Another worker is counting, so this one skips it, and a class can be saved at the same time.
  expect(await refreshSearchWords(db)).toBe(0)
  await aClass(db, { vendor, title: 'Boxing three', location: null })
  await counting.rollback()
  await editing.commit()
  expect(await refreshSearchWords(db)).toBe(3)
})

test('two vendors write the same new word at once, and neither waits', async ({
  db,
  databaseUrl,
}) => {
  const [one, other] = [await aVendor(db), await aVendor(db)]
  const writing = await holdLock(
    databaseUrl,
    `insert into classes (vendor_id, title, start_date) values ($1, 'Unheard of', current_date)`,
    [one.id],
  )
  await aClass(db, { vendor: other, title: 'Unheard of', location: null })
  await writing.commit()
  expect(await titles(db, 'unheard')).toHaveLength(2)
})

test('the pages of a search hold each class once, newest first, also beyond the newest thousand', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, 3000 - n))
  const values = Array.from({ length: 1100 }, (_, n) => ({
    vendorId: vendor.id,
    title: n % 100 === 99 ? `Rare ${n}` : `Common ${n}`,
    startDate: '2026-01-01',
    createdAt: at(n - (n % 3)),
  }))
  await db.insertInto('classes').values(values).execute()
  for (const [text, count] of [
    ['rare', 11],
    ['common', 1089],
    ['', 1100],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await search(db, { text, cursor, limit: text === 'rare' ? 4 : 200 })
      seen.push(...page.items.map(({ title }) => title))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen, text).toHaveLength(count)
    expect(new Set(seen).size, text).toBe(count)
    if (text === 'rare') expect(seen[0]).toBe('Rare 99')
  }
  await refreshSearchWords(db)
  const first = await search(db, { text: 'rrae', limit: 8 })
  const second = await search(db, { text: 'rrae', limit: 8, cursor: first.nextCursor })
  expect([first.items.length, second.items.length]).toEqual([8, 3])
  expect(second.correctedTo).toBe('rare')
})

test('a class older than the newest ones is found by the same pieces of words', async ({ db }) => {
  const vendor = await aVendor(db)
  const title = 'Donaudampfschifffahrtsyoga an Ü9'
  const newer = Array.from({ length: 450 }, (_, n) => ({ title: `plain ${n}`, age: n }))
  await db
    .insertInto('classes')
    .values(
      [...newer, { title, age: 1000 }].map(({ title, age }) => ({
        vendorId: vendor.id,
        title,
        category: 'dance',
        startDate: '2026-01-01',
        createdAt: new Date(Date.UTC(2026, 0, 1) - age * 1000),
      })),
    )
    .execute()
  const found = async (text: string, category: 'dance' | 'yoga' | null = null) =>
    (await search(db, { text, category, day: null })).items.map((item) => item.title)
  for (const text of [title, 'dampfschiff', 'schifffahrtsyoga', 'oga', 'ue9', 'an', 'a', 'yoga u9'])
    expect(await found(text), text).toEqual([title])
  // Longer than the indexed n-grams, and different only beyond them.
  expect(await found('donaudampfschifffahrtsyogi')).toEqual([])
  for (const text of ['amp an boxing', 'ga', 'n9']) expect(await found(text), text).toEqual([])
  expect(await found('studio vera yoga')).toEqual([title])
  expect(await found('vera oga', 'dance')).toEqual([title])
  expect(await found('vera oga', 'yoga')).toEqual([])
  expect(await found('oga', 'dance')).toEqual([title])
  expect(await found('oga', 'yoga')).toEqual([])
})

test('every search strategy finds all matching classes and no others', async ({ db }) => {
  const vendor = await aVendor(db)
  const world = Array.from({ length: 1500 }, (_, n) => ({
    title: [n % 2 ? 'odd' : 'even', n % 300 === 299 && 'rare', n % 40 === 7 && 'seldom']
      .filter(Boolean)
      .join(' '),
    category: n % 90 === 11 ? ('dance' as const) : ('yoga' as const),
    tomorrow: n % 500 === 499 || n % 200 === 47,
    weekday: n % 7 === 3,
  }))
  const rows = await db
    .insertInto('classes')
    .values(
      world.map(({ title, category }, n) => ({
        vendorId: vendor.id,
        title: `${title} n${n}`,
        category,
        startDate: '2026-01-01',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 3000 - n)),
      })),
    )
    .returning('id')
    .execute()
  const today = todayIn(vendor.timeZone, new Date())
  const later = addDays(today, 3)
  await db
    .insertInto('classSessions')
    .values(
      world.flatMap(({ tomorrow, weekday }, n) =>
        [tomorrow && addDays(today, 1), weekday && later].flatMap((date) => {
          const startsAt = date ? instantOf({ date, time: '12:00', zone: vendor.timeZone }) : null
          if (!date || !startsAt) return []
          return {
            classId: rows[n]?.id ?? '',
            vendorId: vendor.id,
            sessionDate: date,
            startTime: '12:00',
            endTime: '13:00',
            timeZone: vendor.timeZone,
            startsAt,
            endsAt: addMinutes(startsAt, 60),
            bookingClosesAt: startsAt,
            maxStudents: 5,
            status: 'confirmed' as const,
          }
        }),
      ),
    )
    .execute()
  await sql`analyze classes, class_sessions, vendors`.execute(db)
  const days = [
    null,
    'today',
    'tomorrow',
    daysToAsk.find((day) => day === weekdayOf(later)),
  ] as const
  for (const text of ['', 'odd', 'rare', 'seldom', 'odd seldom', 'absent'])
    for (const category of [null, 'dance'] as const)
      for (const day of days) {
        const wanted = world.flatMap((one, n) =>
          text.split(' ').every((word) => one.title.includes(word)) &&
          (category === null || one.category === category) &&
          (day === null || (day === 'tomorrow' ? one.tomorrow : day !== 'today' && one.weekday))
            ? [{ id: rows[n]?.id, next: one.tomorrow ? 1 : one.weekday ? 2 : 3 }]
            : [],
        )
        const newest = wanted.slice(0, 200)
        // Of one day, the newest first.
        const shown =
          day === null
            ? [1, 2, 3].flatMap((next) => newest.filter((one) => one.next === next))
            : newest
        const first = await search(db, { text, category, day: day ?? null, limit: 5 })
        const second = await search(db, {
          text,
          category,
          day: day ?? null,
          limit: 5,
          cursor: first.nextCursor,
        })
        const found = first.nextCursor === null ? first.items : [...first.items, ...second.items]
        expect(
          found.map(({ id }) => id),
          `${text} ${category} ${day}`,
        ).toEqual(shown.slice(0, 10).map(({ id }) => id))
      }
})

test('a day is one of the vendor’s own calendar, within two weeks', async ({ db }) => {
  // Where the last minute of today is still to come.
  const isLate = wallClockOf(new Date(), 'Pacific/Auckland').time > '23:30'
  const zone = isLate ? 'Asia/Tokyo' : 'Pacific/Auckland'
  const vendor = await aVendor(db, { timeZone: zone })
  const today = todayIn(zone, new Date())
  const on = async (
    title: string,
    days: number,
    status: 'confirmed' | 'cancelled' = 'confirmed',
  ) => {
    const of = await aClass(db, { vendor, title, location: null })
    const startsAt = instantOf({ date: addDays(today, days), time: '23:59', zone })
    if (startsAt) await aSession(db, { class: of, startsAt, status })
  }
  await on('Today', 0)
  await on('Tomorrow', 1)
  await on('Tomorrow, cancelled', 1, 'cancelled')
  await on('In two weeks', 14)
  await on('Later', 15)
  const past = await aClass(db, { vendor, title: 'Past', location: null })
  await aSession(db, { class: past, startsAt: fromNow(-5) })
  const found = async (day: DayAsked) =>
    (await search(db, { day })).items.map(({ title }) => title).toSorted()
  const weekday = daysToAsk.find((day) => day === weekdayOf(today)) ?? 'today'
  const next = daysToAsk.find((day) => day === weekdayOf(addDays(today, 1))) ?? 'today'
  expect(await found('today')).toEqual(['Today'])
  expect(await found('tomorrow')).toEqual(['Tomorrow'])
  expect(await found(weekday)).toEqual(['In two weeks', 'Today'])
  expect(await found(next)).toEqual(['Tomorrow'])
  const [tomorrow] = (await search(db, { day: 'tomorrow' })).items
  expect(tomorrow?.nextSession?.startsAt).toEqual(
    instantOf({ date: addDays(today, 1), time: '23:59', zone }),
  )
})

test('category, day and words are asked together', async ({ db }) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, title: 'Yin', category: 'yoga' })
  await aClass(db, { vendor, title: 'Yin without dates', category: 'yoga' })
  const dance = await aClass(db, { vendor, title: 'Yin dance', category: 'dance' })
  const startsAt = onDay(2)
  for (const of of [yoga, dance]) await aSession(db, { class: of, startsAt })
  const day =
    daysToAsk.find((one) => one === weekdayOf(todayIn(vendor.timeZone, startsAt))) ?? 'today'
  const found = async (wish: Wish) => (await search(db, wish)).items.map(({ title }) => title)
  expect(await found({ text: 'yin', category: 'yoga', day })).toEqual(['Yin'])
  expect(await found({ text: 'yin', category: 'yoga' })).toEqual(['Yin', 'Yin without dates'])
  expect(await found({ category: 'dance', day })).toEqual(['Yin dance'])
  expect(await found({ day })).toEqual(['Yin dance', 'Yin'])
})

test('a search result shows the vendor, when it is next and how full that is', async ({ db }) => {
  const vendor = await aVendor(db, { businessName: null, fullName: 'Nora Name' })
  const of = await aClass(db, { vendor, title: 'Tango', registrationClosedDate: '2026-01-01' })
  const later = await aSession(db, { class: of, capacity: 8 })
  const sooner = await aSession(db, {
    class: of,
    capacity: 6,
    startsAt: addMinutes(later.startsAt, -60),
  })
  const [card] = (await search(db, { text: 'tango' })).items
  expect(card).toMatchObject({
    id: of.id,
    priceMinor: 1500,
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    registrationClosed: true,
    nextSession: { startsAt: sooner.startsAt, maxStudents: 6, currentStudents: 0 },
    vendor: { username: vendor.username, name: 'Nora Name' },
  })
})

test('a long text of a language without spaces is saved in moments, and found by its first words', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  for (const first of [0x4e00, 0xac00]) {
    const characters = Array.from({ length: 4000 }, (_, nth) => String.fromCodePoint(first + nth))
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '4s'`.execute(tx)
      await aClass(tx, { vendor, title: `Class ${first}`, description: characters.join('') })
    })
    expect(await titles(db, characters.slice(90, 93).join(''))).toEqual([`Class ${first}`])
  }
})

/** Classes of a vendor, a minute apart; the first is this many hours old. */
async function publishMany(db: Db, { count, hours }: { count: number; hours: number }) {
  const vendor = await aVendor(db)
  const values = Array.from({ length: count }, (_, n) => ({
    vendorId: vendor.id,
    title: `Tango ${vendor.username} ${n}`,
    startDate: '2026-01-01',
    createdAt: addMinutes(new Date(), -60 * hours - n),
  }))
  await db.insertInto('classes').values(values).execute()
  return vendor
}

test.for(['', 'tango'])(
  'a vendor with many new classes is once among the first six of “%s”, and every class on one page',
  async (text, { db }) => {
    const flood = await publishMany(db, { count: 40, hours: 0 })
    for (let n = 1; n <= 6; n++) await publishMany(db, { count: 2, hours: n })
    const first = await search(db, { text, limit: 12 })
    const six = first.items.slice(0, 6).map(({ vendor }) => vendor.username)
    expect(new Set(six).size).toBe(6)
    expect(six[0]).toBe(flood.username)
    // A class that is published while somebody turns the pages shifts nothing.
    await publishMany(db, { count: 1, hours: 0 })
    const seen = first.items.map(({ title }) => title)
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = await search(db, { text, cursor, limit: 12 })
      seen.push(...page.items.map(({ title }) => title))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(52)
    expect(new Set(seen).size).toBe(52)
  },
)

test('classes whose registration is closed come after the others', async ({ db }) => {
  await aClass(db, { title: 'Open', createdAt: addMinutes(new Date(), -60) })
  await aClass(db, { title: 'Closed', registrationClosedDate: '2026-01-01' })
  expect((await search(db)).items.map(({ title }) => title)).toEqual(['Open', 'Closed'])
})

test('classes come by the day of their next session, and the vendors of one day take turns', async ({
  db,
}) => {
  const [many, few] = [await aVendor(db), await aVendor(db)]
  const noon = new Date(`${addDays(todayIn('UTC', new Date()), 2)}T10:00:00Z`)
  const publish = async (title: string, vendor: typeof many, hours: number) => {
    const of = await aClass(db, { vendor, title })
    await aSession(db, { class: of, startsAt: addMinutes(noon, 60 * hours) })
  }
  await publish('few, that day', few, 2)
  await publish('many, next day', many, 23)
  await publish('many, that day at 10', many, 0)
  await publish('many, that day at 11', many, 1)
  await aClass(db, { vendor: few, title: 'without a date' })
  const order = [
    'many, that day at 10',
    'few, that day',
    'many, that day at 11',
    'many, next day',
    'without a date',
  ]
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await search(db, { cursor, limit: 2 })
    seen.push(...page.items.map(({ title }) => title))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(order)
  expect((await search(db, { text: 'day' })).items.map(({ title }) => title)).toEqual(
    order.slice(0, 4),
  )
})
