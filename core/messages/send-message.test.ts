import { sql } from 'kysely'
import { findHealth } from '#core/admin/queries/health.ts'
import { emit } from '#core/events/emit.ts'
import type { SendResult } from '#core/integrations/mail-failure.ts'
import { createMailer } from '#core/integrations/mailer.ts'
import { drainOutbox } from '#core/events/commands/relay-outbox.ts'
import { createPost } from '#core/messages/commands/post.ts'
import { listUnreachedPeople } from '#core/messages/queries/unreached.ts'
import { createLog } from '#core/shared/log.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test as base } from '#tests/support/database.ts'
import { subscribers } from '#server/subscribers.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { hurry, keepMails, startPost, work } from '#tests/support/jobs.ts'
import type { startMailServer } from '#tests/support/mail-server.ts'
import { fromNow } from '#tests/support/times.ts'
import { knowing, tell } from '#tests/support/told.ts'

type Habits = Parameters<typeof startMailServer>

const test = base.extend('post', async ({ databaseUrl, deps }, { onCleanup }) => {
  const stops: (() => Promise<void>)[] = []
  onCleanup(async () => {
    for (const stop of stops) await stop()
  })
  return async (...habits: Habits) => {
    const post = await startPost(databaseUrl, deps, ...habits)
    stops.push(post.stop)
    return post
  }
})

const states = (deps: Deps) =>
  deps.db.selectFrom('messages').select(['status', 'attempts', 'lastError']).execute()

const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? 'no token'

test('a booking arrives as a mail with its link, its file and the vendor to answer to', async ({
  deps,
  db,
  post,
}) => {
  const vendor = await aVendor(db, {
    verified: true,
    businessName: 'Studio Vera',
    contactEmail: 'studio@example.com',
  })
  const session = await aSession(db, {
    class: await aClass(db, { vendor, title: 'Morning Yoga' }),
    startsAt: new Date('2027-07-05T16:00:00Z'),
  })
  const booking = await aBooking(db, {
    session,
    spots: 2,
    customer: { email: 'carla@example.com' },
  })
  const { mails, work } = await post()
  await tell(db, 'approved', booking)
  await work()
  const [mail] = mails
  const { id } = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
  expect(mail).toMatchObject({
    messageId: `<${id}@localhost>`,
    from: { name: 'Studio Vera via Openspot', address: 'openspot@example.com' },
    replyTo: [{ name: 'Studio Vera', address: 'studio@example.com' }],
    to: [{ address: 'carla@example.com' }],
    subject: 'Confirmed: Morning Yoga, Mon, Jul 5, 18:00',
  })
  expect(mail?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  const link = `http://localhost:3000/booking/${booking.reference}?token=`
  for (const body of [mail?.html, mail?.text]) {
    expect(body).toContain(link)
    expect(body).toMatch(/Monday, July 5, 2027.*18:00–19:00.*Central European Time/s)
    expect(body).toContain('1 Park Street')
    expect(body).toContain('€30')
    expect(body).toContain(booking.reference)
  }
  expect(mail?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    [`${booking.reference}.ics`, 'text/calendar'],
  ])
  // People share their calendars, so the entry must not contain the link that cancels the booking.
  const [entry] = mail?.attachments ?? []
  const content = entry?.content ?? ''
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  const file = text.replaceAll('\r\n ', '')
  expect(file).toContain(link)
  expect(file).not.toContain(tokenIn(mail?.text))
  expect(await states(deps)).toEqual([{ status: 'sent', attempts: 1, lastError: null }])
})

test('both sides are notified when a link that the vendor sent by hand was used', async ({
  db,
  post,
}) => {
  const { mails, work } = await post()
  const booking = await aBooking(db, { status: 'cancelled', endedBy: 'issued_link' })
  await tell(db, 'ended', booking)
  await work()
  const [toCustomer = '', toVendor = ''] = mails
    .map(({ text }) => text ?? '')
    .toSorted((one) => (one.includes('Your spot was cancelled') ? -1 : 1))
  expect(toCustomer).toContain('Your spot was cancelled')
  expect(toCustomer.replace(/\s+/g, ' ')).toContain('a link that Studio Vera sent.')
  expect(toVendor.replace(/\s+/g, ' ')).toContain('a link you sent.')
})

test('what the customer did and what was done with a link sent by hand are two sections of one mail', async ({
  db,
  post,
}) => {
  const booking = await aBooking(db, { spots: 2, status: 'cancelled', endedBy: 'customer' })
  const [, other = ''] = booking.bookingIds
  await db.updateTable('bookings').set({ endedBy: 'issued_link' }).where('id', '=', other).execute()
  const { mails, work } = await post()
  await tell(db, 'ended', booking)
  await work()
  const toCustomer = mails.filter(
    ({ to }) => to?.[0]?.address !== booking.session.class.vendor.email,
  )
  expect(toCustomer).toHaveLength(1)
  expect(toCustomer[0]?.text).toContain('You cancelled your spot')
  expect(toCustomer[0]?.text).toContain('Your spot was cancelled')
})

test('only customers with a confirmed spot get the link of an online session', async ({
  db,
  post,
}) => {
  const session = await aSession(db, {
    class: await aClass(db, {
      vendor: await aVendor(db, { verified: true }),
      onlineUrl: 'https://meet.example.com/yoga',
    }),
    onlineUrl: 'https://meet.example.com/yoga',
  })
  const { mails, work } = await post()
  await tell(db, 'requested', await aBooking(db, { session, status: 'pending' }))
  await tell(db, 'rejected', await aBooking(db, { session, status: 'rejected' }))
  await work()
  const toCustomers = mails.filter(({ attachments }) => attachments.length > 0)
  expect(toCustomers).toHaveLength(2)
  for (const mail of toCustomers) expect(JSON.stringify(mail)).not.toContain('meet.example.com')
  await tell(db, 'approved', await aBooking(db, { session }))
  await work()
  expect(mails.at(-1)?.text).toContain('https://meet.example.com/yoga')
})

test('the vendor gets a request with the page that answers it, and writes back to the customer', async ({
  db,
  post,
}) => {
  const booking = await aBooking(db, {
    status: 'pending',
    customer: { name: 'Carla', email: 'carla@example.com', phone: '+4915112345678' },
  })
  const { mails, work } = await post()
  await tell(db, 'requested', booking)
  await work()
  const mail = mails.find(({ to }) => to?.[0]?.address === booking.session.class.vendor.email)
  expect(mail?.text).toContain(`http://localhost:3000/request/${booking.reference}?token=`)
  expect(mail?.text).toContain('+4915112345678')
  expect(mail?.replyTo).toEqual([{ name: 'Carla', address: 'carla@example.com' }])
  expect(mail?.from).toEqual({ name: 'Openspot', address: 'openspot@example.com' })
  expect(mail?.attachments).toEqual([])
})

test('the sign-in address stays private: without a public one a mail says how else to reach the vendor', async ({
  db,
  post,
}) => {
  const vendor = await aVendor(db, {
    verified: true,
    email: 'vera.private@example.com',
    contactPhone: '+4930123456',
    contactTelegram: 'studio_vera',
  })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booking = await aBooking(db, { session, customer: { email: 'carla@example.com' } })
  const { mails, work } = await post()
  await tell(db, 'approved', booking)
  await work()
  const [mail] = mails
  expect(JSON.stringify(mail)).not.toContain('vera.private')
  expect(mail?.replyTo ?? []).toEqual([])
  expect(mail?.text).not.toContain('To contact')
  expect(mail?.html).toContain('href="tel:+4930123456"')
  expect(mail?.html).toContain('href="https://t.me/studio_vera"')
  expect(mail?.attachments).toHaveLength(1)
})

test('a part of a purchase that is cancelled leaves the entry in the calendar, the rest takes it out', async ({
  db,
  post,
}) => {
  const booking = await aBooking(db, { spots: 2 })
  await knowing(db, booking.purchaseId)
  const { mails, work } = await post()
  for (const id of booking.bookingIds) {
    await db
      .updateTable('bookings')
      .set({ status: 'cancelled', endedBy: 'customer', calendarSequence: 1 })
      .where('id', '=', id)
      .execute()
    await emit(db, 'booking.ended', { purchaseId: booking.purchaseId, bookingIds: [id] })
    await work()
  }
  const files = mails.flatMap(({ attachments }) =>
    attachments.map(({ content }) => JSON.stringify(content)),
  )
  expect(files.map((file) => /METHOD:(\w+)/.exec(file)?.[1])).toEqual(['REQUEST', 'CANCEL'])
  await db.updateTable('classSessions').set({ currentStudents: 0 }).execute()
  await db.deleteFrom('seatLedger').execute()
})

test('a mail server that is briefly unavailable delays a mail, and the mail arrives once', async ({
  deps,
  db,
  post,
}) => {
  const { mails, work, hurry } = await post((nth) => (nth <= 2 ? 451 : null))
  await tell(db, 'approved', await aBooking(db))
  await work()
  expect(await states(deps)).toEqual([
    { status: 'queued', attempts: 1, lastError: 'not accepted (451 at DATA): refused for …' },
  ])
  await hurry()
  await work()
  await hurry()
  await work()
  expect(await states(deps)).toEqual([{ status: 'sent', attempts: 3, lastError: null }])
  expect(mails).toHaveLength(1)
})

test('a refusal of the recipient ends as failed; everything else is tried for two days', async ({
  deps,
  db,
  post,
}) => {
  const { work } = await post(undefined, { says: { at: 'RCPT TO', words: '550 5.1.1 unknown' } })
  await tell(db, 'approved', await aBooking(db))
  await work()
  expect(await states(deps)).toEqual([
    { status: 'failed', attempts: 1, lastError: 'refused (550 at RCPT TO): 5.1.1 unknown' },
  ])

  await db.deleteFrom('messages').execute()
  const over = await post(undefined, { says: { at: 'MAIL FROM', words: '550 5.4.5 too many' } })
  await tell(db, 'approved', await aBooking(db))
  const lastError = 'refuses us (550 at MAIL FROM): 5.4.5 too many'
  for (let attempts = 1; attempts < 14; attempts++) {
    await over.work()
    expect(await states(deps)).toEqual([{ status: 'queued', attempts, lastError }])
    await over.hurry()
  }
  const { messages } = await findHealth(db)
  expect(messages).toMatchObject({ refused: 1, lastError })
  await sql`update messages set first_tried_at = now() - interval '48 hours'`.execute(db)
  await over.work()
  expect(await states(deps)).toEqual([{ status: 'failed', attempts: 14, lastError }])
})

test('a mail that may have arrived three times is sent no more, and is listed', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db)
  await tell(db, 'approved', booking)
  const copies: string[] = []
  let isDown = false
  const send = async ({ messageId }: { messageId: string }): Promise<SendResult> => {
    isDown = !isDown
    if (isDown) return { sent: false, retry: true, error: 'not reached', mayHaveArrived: false }
    copies.push(messageId)
    return { sent: false, retry: true, error: 'lost', mayHaveArrived: true }
  }
  for (let nth = 0; nth < 8; nth += 1) {
    await work(databaseUrl, deps, { send })
    await hurry(deps)
  }
  expect(copies).toHaveLength(3)
  expect(await states(deps)).toEqual([{ status: 'failed', attempts: 6, lastError: 'lost' }])
  expect(await listUnreachedPeople(db, booking.session.class.vendor.id)).toMatchObject([
    { parts: [{ what: 'news' }], isTried: false },
  ])
})

test('no mail is tried after the session that it speaks of', async ({ deps, db, post }) => {
  const { work, hurry } = await post(() => 451)
  const booking = await aBooking(db)
  await tell(db, 'approved', booking)
  await work()
  await db
    .updateTable('classSessions')
    .set({ startsAt: fromNow(-61), endsAt: fromNow(-1) })
    .where('id', '=', booking.session.id)
    .execute()
  await hurry()
  await work()
  expect(await states(deps)).toEqual([])
})

test('no server at all is a reason to try again', async () => {
  const mailer = createMailer({
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'openspot@example.com',
    origin: 'https://book.example.com',
    log: createLog('silent'),
  })
  const mail = {
    messageId: 'a@b',
    to: 'x@example.com',
    senderName: null,
    replyTo: null,
    subject: 's',
    html: 'h',
    text: 't',
    attachments: [],
  }
  expect(await mailer.send(mail)).toEqual({
    sent: false,
    retry: true,
    mayHaveArrived: false,
    error: expect.stringMatching(/^not reached \(E\w+\): /),
  })
  mailer.close()
})

test('what a dead worker had is sent by another one, and its late answer changes nothing', async ({
  deps,
  db,
  databaseUrl,
}) => {
  await tell(db, 'approved', await aBooking(db))
  await drainOutbox(db, subscribers)
  const asked: string[] = []
  const worker = () => {
    let answer: (result: SendResult) => void = () => {}
    const send = ({ messageId }: { messageId: string }) => {
      asked.push(messageId)
      return new Promise<SendResult>((resolve) => {
        answer = resolve
      })
    }
    const done = createPost(deps, { send }).empty()
    return { done, answer: (result: SendResult) => answer(result) }
  }
  const frozen = worker()
  await expect.poll(() => asked).toHaveLength(1)
  const idle = keepMails()
  await sql`update messages set due_at = now() - interval '1 minute'`.execute(db)
  await work(databaseUrl, deps, idle)
  expect(idle.mails).toEqual([])

  await sql`update messages set sending_until = now() - interval '1 second'`.execute(db)
  const next = worker()
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked[1]).toBe(asked[0])
  frozen.answer({ sent: false, retry: false, error: 'refused (550 at RCPT TO): 5.1.1 unknown' })
  await frozen.done
  expect(await states(deps)).toEqual([{ status: 'queued', attempts: 2, lastError: null }])
  next.answer({ sent: true })
  await next.done
  expect(await states(deps)).toEqual([{ status: 'sent', attempts: 2, lastError: null }])
})

test('names cannot break out of the mail', async ({ db, post }) => {
  const name = '<b>Bold</b> "Q"\r\nBcc: all@example.com \u202Eدانا 🧘'
  const vendor = await aVendor(db, { verified: true, businessName: name })
  const session = await aSession(db, {
    class: await aClass(db, { vendor, title: name }),
    location: name,
  })
  const { mails, work } = await post()
  await tell(
    db,
    'booked',
    await aBooking(db, { session, customer: { name, email: 'carla@example.com' } }),
  )
  await work()
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    expect(mail.to).toHaveLength(1)
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).toContain('&lt;b&gt;Bold')
    expect(mail.text).toContain('<b>Bold</b>')
    expect(mail.subject).toContain('\u2068<b>Bold</b> "Q" Bcc: all@example.com دانا 🧘\u2069')
    expect(mail.subject).not.toContain('\u202E')
  }
  const toCustomer = mails.find(({ to }) => to?.[0]?.address === 'carla@example.com')
  expect(toCustomer?.from?.address).toBe('openspot@example.com')
  expect(toCustomer?.from?.name).toContain('via Openspot')
})

test('account mails carry working links and keep no token', async ({ deps, db, post }) => {
  const { mails, work } = await post()
  await deps.db
    .insertInto('users')
    .values({ name: 'New', email: 'new@example.com', language: 'de' })
    .execute()
  await deps.db
    .insertInto('outbox')
    .values({
      kind: 'account.reset_requested',
      payload: JSON.stringify({ email: 'new@example.com' }),
    })
    .execute()
  await work()
  const links = mails.map(({ text }) => /http:\S+/.exec(text ?? '')?.[0] ?? '').toSorted()
  expect(links).toEqual([
    expect.stringMatching(
      /^http:\/\/localhost:3000\/auth\/v1\/verify\?token_hash=[\w.-]+&type=signup$/,
    ),
    expect.stringMatching(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]+$/),
  ])
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set(['Bestätige deine E-Mail-Adresse', 'Neues Passwort festlegen']),
  )
  const facts = await db.selectFrom('messages').select('facts').execute()
  expect(facts).toEqual([{ facts: {} }, { facts: {} }])
})

test('the token of a link to an account is kept nowhere while its mail is on its way', async ({
  deps,
  db,
  databaseUrl,
}) => {
  await db
    .insertInto('users')
    .values({ name: 'New', email: 'new@example.com', emailVerified: true })
    .execute()
  for (const kind of ['account.reset_requested', 'account.sign_in_link_requested'])
    await db
      .insertInto('outbox')
      .values({ kind, payload: JSON.stringify({ email: 'new@example.com' }) })
      .execute()
  const seen: { token: string; rows: string }[] = []
  await work(databaseUrl, deps, {
    async send({ text }) {
      const token = /token=([\w-]+)/.exec(text)?.[1] ?? 'none'
      const { rows } = await sql<{ text: string }>`
        select payload::text as text from outbox union all select facts::text from messages
        union all select payload::text from graphile_worker._private_jobs
        union all select identifier || value from auth_verifications`.execute(db)
      seen.push({ token, rows: rows.map((row) => row.text).join() })
      return { sent: true }
    },
  })
  expect(seen).toHaveLength(2)
  for (const { token, rows } of seen) {
    expect(token.length).toBeGreaterThan(20)
    expect(rows).not.toContain(token)
  }
})
