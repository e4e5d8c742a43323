import { appFor } from '#tests/support/app.ts'
import { bookBy } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession } from '#tests/support/factories.ts'
import { openStream, startLivePlace } from '#tests/support/live.ts'

test('a booking made in one web process is streamed by another', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 2 })
  const app = await appFor(deps)
  const other = await startLivePlace(deps, databaseUrl)
  const worker = other.startWorker()
  const stream = await openStream(other.origin, [session.id])
  await stream.until(({ booked }) => booked === 0)
  expect((await bookBy(app.visitor(), session)).status).toBe(303)
  await stream.until(({ booked, max }) => booked === 1 && max === 2)
  stream.close()
  await worker.stop()
  await other.stop()
})

test('an open page asks for its sessions by id only, and its policy lets it', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const page = await (await appFor(deps)).visitor().get(`/book/class/${session.class.id}`)
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'")
})

test('a process without streams says so, and its pages work', async ({ db, deps }) => {
  const session = await aSession(db, { class: await aClass(db) })
  const visitor = (await appFor(deps)).visitor()
  expect((await visitor.get(`/live?sessions=${session.id}`)).status).toBe(503)
  expect((await visitor.get(`/book/class/${session.class.id}`)).status).toBe(200)
})
