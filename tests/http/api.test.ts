import { sql } from 'kysely'
import { pino } from 'pino'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { expect, test } from '#tests/support/database.ts'
import { addDays, instantOf, todayIn } from '#core/shared/time.ts'
import { apiOf, pageIn, problemIn } from './api-client.ts'

const zone = 'Europe/Berlin'

function inBerlin(daysAhead: number, time: string): Date {
  const at = instantOf({ date: addDays(todayIn(zone, new Date()), daysAhead), time, zone })
  if (!at) throw new Error('The clock change skips this time.')
  return at
}

test('a class says what a stranger needs to choose it, and never its online link', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { businessName: 'Studio North', username: 'studio-north' })
  const online = await aClass(db, {
    vendor,
    title: 'Stretch',
    onlineUrl: 'https://meet.example/secret',
  })
  const session = await aSession(db, { class: online, onlineUrl: 'https://meet.example/secret' })
  const answer = await apiOf(deps).ask(`/classes/${online.id}`)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).not.toContain('secret')
  expect(JSON.parse(text)).toMatchObject({
    id: online.id,
    title: 'Stretch',
    vendor: { id: vendor.id, username: 'studio-north', name: 'Studio North' },
    confirmationMode: 'automatic',
    priceMinor: 1500,
    currency: 'EUR',
    location: null,
    online: true,
    nextStartsAt: session.startsAt.toISOString(),
    upcomingSessions: 1,
    url: `http://localhost:3000/book/class/${online.id}`,
  })
})

test('classes come in pages, newest first, each once', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const made: string[] = []
  for (let count = 0; count < 5; count++) made.unshift((await aClass(db, { vendor })).id)
  const { ask } = apiOf(deps)
  const first = await pageIn(await ask('/classes?limit=2'))
  const second = await pageIn(await ask(`/classes?limit=2&cursor=${first.nextCursor}`))
  const third = await pageIn(await ask(`/classes?limit=2&cursor=${second.nextCursor}`))
  expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(made)
  expect(third.nextCursor).toBeNull()
})

test('a search finds by title and treats wildcards as ordinary characters', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const boxing = await aClass(db, { vendor, title: '100% Boxing' })
  await aClass(db, { vendor, title: 'Yoga' })
  const { ask } = apiOf(deps)
  const found = async (search: string) =>
    (await pageIn(await ask(`/classes?search=${encodeURIComponent(search)}`))).data.map(
      ({ id }) => id,
    )
  expect(await found('boxing')).toEqual([boxing.id])
  expect(await found('100%')).toEqual([boxing.id])
  expect(await found('10_%')).toEqual([])
})

test('a class that is closed, archived or of a suspended vendor is not found; a link-only class is found but not listed', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const { ask } = apiOf(deps)
  const statusOf = async (id: string) => (await ask(`/classes/${id}`)).status
  const byLink = await aClass(db, { vendor, visibility: 'link' })
  expect(await statusOf((await aClass(db, { vendor, visibility: 'closed' })).id)).toBe(404)
  expect(await statusOf((await aClass(db, { vendor, status: 'archived' })).id)).toBe(404)
  const suspended = await aVendor(db, { suspendedAt: new Date() })
  expect(await statusOf((await aClass(db, { vendor: suspended })).id)).toBe(404)
  expect(await statusOf(byLink.id)).toBe(200)
  expect((await pageIn(await ask('/classes'))).data).toEqual([])
})

test('sessions of days: both days in the zone of the vendor, midnight to midnight', async ({
  db,
  deps,
}) => {
  const of = await aClass(db)
  const late = await aSession(db, { class: of, startsAt: inBerlin(3, '23:30') })
  const early = await aSession(db, { class: of, startsAt: inBerlin(4, '00:00') })
  const { ask } = apiOf(deps)
  const [third, fourth] = [3, 4].map((days) => addDays(todayIn(zone, new Date()), days))
  const found = async (query: string) =>
    (await pageIn(await ask(`/classes/${of.id}/sessions?${query}`))).data.map(({ id }) => id)
  expect(await found(`from=${third}&to=${third}`)).toEqual([late.id])
  expect(await found(`from=${fourth}&to=${fourth}`)).toEqual([early.id])
  expect(await found(`from=${third}&to=${fourth}`)).toEqual([late.id, early.id])
  expect(await found(`from=${early.startsAt.toISOString()}`)).toEqual([early.id])
  expect(await found(`to=${early.startsAt.toISOString()}`)).toEqual([late.id])
})

test('a session says when it is, where, and how many spots are left', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 6, startsAt: inBerlin(3, '18:00') })
  await aBooking(db, { session, spots: 2 })
  await aSession(db, { class: session.class, status: 'cancelled' })
  const { data, nextCursor } = await pageIn(
    await apiOf(deps).ask(`/classes/${session.class.id}/sessions`),
  )
  expect(nextCursor).toBeNull()
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    id: session.id,
    classId: session.class.id,
    startsAt: session.startsAt.toISOString(),
    endsAt: inBerlin(3, '19:00').toISOString(),
    date: addDays(todayIn(zone, new Date()), 3),
    startTime: '18:00',
    endTime: '19:00',
    timeZone: zone,
    maxStudents: 6,
    spotsLeft: 4,
    location: '1 Park Street',
    online: false,
    bookingClosesAt: session.startsAt.toISOString(),
  })
})

test('sessions come in pages by their start, each once', async ({ db, deps }) => {
  const of = await aClass(db)
  const made = []
  for (let day = 1; day <= 3; day++)
    made.push((await aSession(db, { class: of, startsAt: inBerlin(day, '10:00') })).id)
  const { ask } = apiOf(deps)
  const first = await pageIn(await ask(`/classes/${of.id}/sessions?limit=2`))
  const second = await pageIn(
    await ask(`/classes/${of.id}/sessions?limit=2&cursor=${first.nextCursor}`),
  )
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made)
  expect(second.nextCursor).toBeNull()
})

test('any site may call the API, without cookies; HEAD works like GET; other methods get a list of the allowed ones', async ({
  deps,
}) => {
  const { ask } = apiOf(deps)
  const asked = await ask('/classes', { headers: { Origin: 'https://elsewhere.example' } })
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
  const preflight = await ask('/bookings', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,idempotency-key',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
  const head = await ask('/classes', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const removed = await ask('/classes', {
    method: 'DELETE',
    headers: { Origin: 'https://elsewhere.example' },
  })
  expect([removed.status, removed.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(removed.headers.get('access-control-allow-origin')).toBe('*')
  expect((await problemIn(removed)).code).toBe('method_not_allowed')
  expect((await ask('/bookings')).headers.get('allow')).toBe('POST')
})

test('an address the API does not have is a problem document with the id of the request', async ({
  deps,
}) => {
  const answer = await apiOf(deps).ask('/nothing')
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const said = await problemIn(answer)
  expect(said).toMatchObject({ status: 404, code: 'not_found' })
  expect(said.requestId).toBe(answer.headers.get('x-request-id'))
})

test('our failure is reported without its cause and logged once', async ({ db, deps }) => {
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  await sql`alter table classes rename to former_classes`.execute(db)
  const answer = await apiOf({ ...deps, log }).ask('/classes')
  expect(answer.status).toBe(500)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const said = await problemIn(answer)
  expect(said).toMatchObject({ status: 500, code: 'unexpected' })
  expect(said.detail).toBeUndefined()
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain(said.requestId)
})
