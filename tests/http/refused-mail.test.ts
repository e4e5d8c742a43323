import { onTestFinished } from 'vitest'
import { appFor, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { deliver, startPost } from '#tests/support/jobs.ts'

test.for([
  ['550 5.1.1 no such user', 'there is no such mailbox, or it takes no email'],
  ['552 5.2.2 mailbox full', 'the mailbox is full'],
] as const)(
  'a mailbox that refuses with %s shows on the booking, until a mail arrives',
  async ([words, why], { deps, db, databaseUrl }) => {
    const session = await aSession(db)
    const { vendor } = session.class
    const customer = { name: 'Carla', email: 'carla@exampel.com' }
    const booking = await aBooking(db, { session, customer })
    const other = await aBooking(db, { session, customer: { name: 'Ben' } })
    const browser = (await appFor(deps)).visitor()
    await signInAs(deps, browser, vendor.userId)
    const pageOf = async ({ bookingIds: [id] }: typeof booking) =>
      readPage(await browser.get(`/dashboard/bookings/${id}`))
    const sendTo = async (habits: Parameters<typeof startPost>[3]) => {
      const post = await startPost(databaseUrl, deps, undefined, habits)
      onTestFinished(post.stop)
      await post.work()
    }
    await deliver(deps, 'booking.confirmed', booking)
    await sendTo({ says: { at: 'RCPT TO', words } })
    const page = await pageOf(booking)
    expect(page).toContain(`Email to carla@exampel.com was refused: ${why}.`)
    expect(page).toContain('Ask Carla for another address')
    expect(await pageOf(other)).not.toContain('was refused')

    await browser.post(`/dashboard/bookings/${booking.bookingIds[0]}`, {
      intent: 'sendConfirmation',
    })
    await sendTo({})
    expect(await pageOf(booking)).not.toContain('was refused')
  },
)

test('what a server has against us is no refusal of the mailbox', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: { email: 'carla@example.com' } })
  await deliver(deps, 'booking.confirmed', booking)
  const words = '554 5.7.1 Relay access denied'
  const post = await startPost(databaseUrl, deps, undefined, { says: { at: 'RCPT TO', words } })
  onTestFinished(post.stop)
  await post.work()
  await db.updateTable('messages').set({ status: 'failed', finishedAt: new Date() }).execute()
  const { vendor } = booking.session.class
  const browser = (await appFor(deps)).visitor()
  await signInAs(deps, browser, vendor.userId)
  const page = await readPage(await browser.get(`/dashboard/bookings/${booking.bookingIds[0]}`))
  expect(page).toContain('carla@example.com')
  expect(page).not.toContain('was refused')
})
