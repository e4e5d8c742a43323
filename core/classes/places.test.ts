import { sql } from 'kysely'
import { aClass, aVendor } from '#tests/support/factories.ts'
import { listPlaces } from './queries/places.ts'
import { expect, test } from '#tests/support/database.ts'

test('the town of a location is the last of its parts that is a name', async ({ db }) => {
  for (const [location, town] of [
    ['Berlin', 'Berlin'],
    ['Kastanienallee 12, 10435 Berlin', 'Berlin'],
    ['10435 Berlin', 'Berlin'],
    ['Torstraße 98, Hinterhaus, 3. Obergeschoss (Aufzug im Durchgang), Berlin', 'Berlin'],
    ['Torstraße 98, Berlin (Mitte)', 'Berlin'],
    ['88 Wythe Ave, Brooklyn, NY', 'Brooklyn'],
    ['401 W 13th St, New York, NY 10014, USA', 'New York'],
    ['10 Downing Street, London SW1A 2AA', 'London'],
    ['ул. Абовяна 20, Ереван', 'Ереван'],
    ['Ulm', 'Ulm'],
    ['88 Wythe Ave', null],
    ['NY', null],
    [' , ', null],
    ['x'.repeat(300), null],
    [null, null],
  ] as const) {
    const { rows } = await sql<{ town: string | null }>`
      select place_of(${location}) as town`.execute(db)
    expect(rows[0]?.town, String(location)).toBe(town)
  }
})

test('towns are read once and kept; those that cannot be read are none', async ({ db, deps }) => {
  const teach = async (location: string, timeZone = 'Europe/Berlin') =>
    aClass(db, { vendor: await aVendor(db, { location, timeZone }) })
  await teach('Berlin')
  await teach('88 Wythe Ave, Brooklyn, NY', 'America/New_York')
  await teach('Torstraße 98, berlin', 'Europe/Rome')
  const hidden = await aVendor(db, { location: 'Paris', listed: false })
  await aClass(db, { vendor: hidden })
  await aVendor(db, { location: 'Rome' })
  const places = [
    { name: 'Berlin', vendors: 2, zones: ['Europe/Berlin', 'Europe/Rome'] },
    { name: 'Brooklyn', vendors: 1, zones: ['America/New_York'] },
  ]
  expect(await listPlaces(deps)).toEqual(places)
  await teach('Dubai')
  expect(await listPlaces(deps)).toEqual(places)

  await sql`alter table vendors rename place to gone`.execute(db)
  const next = { ...deps }
  expect(await Promise.all([listPlaces(next), listPlaces(next)])).toEqual([[], []])
  await sql`alter table vendors rename gone to place`.execute(db)
})
