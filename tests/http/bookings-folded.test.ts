import { minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { signedInVendor } from '#tests/support/workspace.ts'

test('upcoming bookings that have ended are folded, unless money is to be given back or they are sought', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, {
    class: await aClass(db, { vendor }),
    startsAt: minutes(3000),
  })
  const named = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com` })
  await aBooking(db, { session, customer: named('Comes') })
  await aBooking(db, { session, customer: named('Gone'), status: 'cancelled' })
  await aBooking(db, {
    session,
    customer: named('Refunded'),
    status: 'cancelled',
    money: 'refunded',
  })
  await aBooking(db, {
    session,
    customer: named('Paid'),
    status: 'cancelled',
    money: 'paid',
  })

  const rowsOf = async (address: string) => {
    const page = await (await browser.get(address)).text()
    const [open = '', folded = ''] = page.split(/\d+ no longer booked<\/summary>/)
    const namesIn = (html: string) =>
      ['Comes', 'Gone', 'Refunded', 'Paid'].filter((name) => html.includes(`<bdi>${name}</bdi>`))
    return { open: namesIn(open), folded: namesIn(folded.split('</details>')[0] ?? '') }
  }
  expect(await rowsOf('/dashboard/bookings')).toEqual({
    open: ['Comes', 'Paid'],
    folded: ['Gone', 'Refunded'],
  })
  expect(await rowsOf('/dashboard/bookings?status=cancelled')).toEqual({
    open: ['Gone', 'Refunded', 'Paid'],
    folded: [],
  })
})

test('a session that nobody holds any more is folded as a whole, after the others', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = { class: await aClass(db, { vendor }) }
  const empty = await aSession(db, { ...of, startsAt: minutes(2000) })
  await aBooking(db, { session: empty, status: 'cancelled' })
  const read = async () => (await browser.get('/dashboard/bookings')).text()
  const orderIn = (page: string) =>
    [...page.matchAll(/id="session-([^"]+)"|(\d+ no longer booked)/g)].map(
      ([, id, ended]) => id ?? ended,
    )
  const without = await read()
  expect(orderIn(without)).toEqual(['1 no longer booked', empty.id])
  expect(without).toContain('No upcoming bookings')
  const held = await aSession(db, { ...of, startsAt: minutes(3000) })
  await aBooking(db, { session: held })
  const page = await read()
  expect(orderIn(page)).toEqual([held.id, '1 no longer booked', empty.id])
  expect(page).not.toContain('No upcoming bookings')
})
