import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import {
  aBlockedTime,
  aBooking,
  aBundle,
  aFacility,
  aClass,
  aSession,
  aSubscription,
  aVendor,
  weeklySessions,
} from './factories.ts'
import { bought, inDays, order } from './series.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

/** A vendor with at least one row in every table that belongs to vendors, and a picture with its files. */
export async function aWholeVendor(deps: Deps, name: string) {
  const { db } = deps
  const vendor = await aVendor(db, {
    fullName: `${name} Owner`,
    businessName: `Studio ${name}`,
    email: `${name}@example.com`.toLowerCase(),
    verified: true,
  })
  const { id: vendorId, userId } = vendor
  const yoga = await aClass(db, { vendor, title: `Yoga of ${name}` })
  const past = await aBooking(db, {
    session: await aSession(db, { class: yoga, startsAt: onDay(-2) }),
    status: 'completed',
    attendance: 'came',
    customer: { name: `=Past of ${name}`, email: `past-${name}@example.com`.toLowerCase() },
  })
  const upcoming = await aBooking(db, {
    session: await aSession(db, { class: yoga }),
    spots: 2,
    customer: { name: `Upcoming to ${name}`, email: `upcoming-${name}@example.com`.toLowerCase() },
  })
  const bundle = await aBundle(db, { class: yoga })
  const weeks = await weeklySessions(db, yoga, { date: inDays(4), capacities: [9, 9, 9, 9, 9] })
  const contact = `bundle-${name}@example.com`.toLowerCase()
  const pass = await bought(deps, { ...order(bundle, weeks.slice(0, 3)), contact, leaveRest: true })
  const [bookingId = ''] = past.bookingIds
  const machine = { name: `Machine of ${name}`, per: 'hour', priceMinor: 1500 } as const
  const { extras } = await aFacility(db, { vendor, title: `Court of ${name}`, extras: [machine] })
  await db
    .insertInto('bookingExtras')
    .values(
      extras.map(({ id, name }) => ({
        vendorId,
        bookingId,
        extraId: id,
        name,
        priceMinor: 1500,
        per: 'hour' as const,
        amountMinor: 1500,
      })),
    )
    .execute()
  const { id: groupId } = await db
    .insertInto('paymentGroups')
    .values({ vendorId, provider: 'desk', amountMinor: 1500, currency: 'EUR' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payments')
    .values({ vendorId, bookingId, groupId, amountMinor: 1500, currency: 'EUR', method: 'door' })
    .execute()
  await db
    .updateTable('contacts')
    .where('vendorId', '=', vendorId)
    .set({ blockedAt: new Date() })
    .execute()
  await sql`select mark_told(${past.purchaseId}, 'customer')`.execute(db)
  await db
    .insertInto('classTimes')
    .values({ vendorId, classId: yoga.id, weekday: 1, startTime: '18:00', startsOn: inDays(0) })
    .execute()
  const holiday = { startsOn: inDays(200), endsOn: inDays(201), note: `Holiday of ${name}` }
  await aBlockedTime(db, { id: vendorId, timeZone: 'Europe/Berlin' }, holiday)
  await db
    .insertInto('formKeys')
    .values({ vendorId, kind: 'classes', digest: `digest of ${name}` })
    .execute()
  await db
    .insertInto('calendarConnections')
    .values({
      vendorId,
      googleCalendarToken: secretOf(name),
      googleCalendarRefreshToken: secretOf(name),
      googleCalendarConnectedAt: new Date(),
    })
    .execute()
  const { id: calendarId } = await db
    .insertInto('googleCalendars')
    .values({ vendorId, calendarId: 'primary', name: `Calendar of ${name}`, isPrimary: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('busyTimes')
    .values({
      vendorId,
      calendarId,
      eventId: `event of ${name}`,
      startsAt: fromNow(0),
      endsAt: fromNow(60),
    })
    .execute()
  await db
    .insertInto('vendorJobRuns')
    .values({ vendorId, job: 'agenda', day: inDays(0) })
    .execute()
  await db
    .insertInto('auditLog')
    .values({
      vendorId,
      actorUserId: userId,
      action: 'booking.edited',
      subjectKind: 'booking',
      subjectId: bookingId,
    })
    .execute()
  await db
    .insertInto('authSessions')
    .values({
      userId,
      token: secretOf(name),
      ipAddress: '192.0.2.7',
      expiresAt: addMinutes(new Date(), 60),
    })
    .execute()
  const addresses = { oldEmail: `old-${userId}@example.com`, newEmail: `new-${userId}@example.com` }
  await db
    .insertInto('emailChanges')
    .values({ userId, ...addresses })
    .execute()
  await db
    .insertInto('authAccounts')
    .values({ userId, accountId: userId, providerId: 'credential', password: secretOf(name) })
    .execute()
  const message = {
    language: 'en' as const,
    facts: '{}',
    channel: 'email' as const,
    status: 'sent' as const,
  }
  await db
    .insertInto('messages')
    .values([
      {
        ...message,
        eventId: randomUUID(),
        vendorId,
        purchaseId: past.purchaseId,
        audience: 'customer' as const,
        kind: 'booking.confirmed',
        recipient: `past-${name}@example.com`,
      },
      {
        ...message,
        eventId: randomUUID(),
        userId,
        audience: 'account' as const,
        kind: 'account.password_reset',
        recipient: vendor.email,
      },
    ])
    .execute()
  const inAnHour = { startsAt: fromNow(60), endsAt: fromNow(120) }
  const picture = randomBytes(16).toString('hex')
  await db
    .insertInto('pictures')
    .values({
      vendorId,
      kind: 'face',
      name: picture,
      source: 'source',
      widths: [96],
      width: 96,
      height: 96,
      bytes: 4,
      colour: '#000000',
      placeholder: '',
    })
    .execute()
  for (const file of [`${picture}-96.webp`, `${picture}-96.avif`, `${picture}.jpg`])
    await deps.files.write(file, { bytes: new TextEncoder().encode(name), type: 'image/webp' })
  const terms = { plan: 'professional' as const, term: 'monthly' as const }
  await aSubscription(db, vendorId)
  await db
    .insertInto('planGrants')
    .values({ vendorId, plan: 'professional', months: 3, reason: 'referral', ...inAnHour })
    .execute()
  await db
    .insertInto('planRequests')
    .values({ vendorId, ...terms, askedBy: userId })
    .execute()
  await db
    .insertInto('planNotices')
    .values({ vendorId, month: '2026-01-01', percent: 80 })
    .execute()
  await db
    .insertInto('telegramBots')
    .values({
      id: randomInt(1_000_000_000, 2_000_000_000),
      vendorId,
      username: `${name}_bot`,
      sealedToken: secretOf(name),
      sealedLoginSecret: secretOf(name),
    })
    .execute()
  await db
    .insertInto('connections')
    .values({
      vendorId,
      userId,
      kind: 'chat',
      name: `@chat_of_${name}`,
      stoppedAt: new Date(),
      saved: JSON.stringify({ telegram: secretOf(name) }),
    })
    .execute()
  await sql`with made as (
      insert into checkouts (vendor_id, purchase_id, amount_minor, currency, expires_at)
      select vendor_id, purchase_id, 1500, currency, now() from bookings where vendor_id = ${vendorId} limit 1 returning id, vendor_id, purchase_id
    ) insert into checkout_items (vendor_id, checkout_id, booking_id, amount_minor)
    select m.vendor_id, m.id, b.id, 1500 from made m join bookings b on b.vendor_id = m.vendor_id and b.purchase_id = m.purchase_id limit 1`.execute(
    db,
  )
  await sql`insert into receipts (vendor_id, purchase_id, number)
    select vendor_id, id, 1 from purchases where vendor_id = ${vendorId} limit 1`.execute(db)
  await sql`insert into reminders (vendor_id, booking_id, which, starts_at)
    select vendor_id, id, 'day', now() from bookings where vendor_id = ${vendorId} limit 1`.execute(
    db,
  )
  await fillOtherTables(deps, vendorId, name)
  // What the bookings emitted is of no interest here.
  await sql`delete from outbox`.execute(db)
  return { vendor, yoga, past, upcoming, pass, picture }
}

/** A row in every other table of vendors, so that a new one needs nothing here unless it refers to more than its vendor. */
async function fillOtherTables({ db }: Deps, vendorId: string, name: string): Promise<void> {
  const { rows } = await sql<{ table: string; columns: { name: string; type: string }[] }>`
    select c.table_name as table,
      json_agg(json_build_object('name', c.column_name, 'type', c.data_type)) filter (
        where c.is_nullable = 'NO' and c.column_default is null and c.is_generated = 'NEVER' and c.is_identity = 'NO') as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    group by c.table_name having bool_or(c.column_name = 'vendor_id')`.execute(db)
  for (const { table, columns } of rows) {
    const held =
      await sql`select from ${sql.table(table)} where vendor_id = ${vendorId} limit 1`.execute(db)
    if (held.rows.length > 0 || table === 'referrals') continue
    const values = columns.map((column) =>
      column.name === 'vendor_id' ? sql`${vendorId}::uuid` : sampleOf(column.type, name),
    )
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
      values (${sql.join(values)})`.execute(db)
  }
}

function sampleOf(type: string, name: string) {
  if (type === 'uuid') return sql`gen_random_uuid()`
  if (type === 'text') return sql`${`Text of ${name}`}`
  if (type === 'date') return sql`current_date`
  if (type === 'boolean') return sql`false`
  return type.startsWith('timestamp') ? sql`now()` : sql`1`
}

/** What the vendor’s secret columns contain. */
export const secretOf = (name: string) => `secret of ${name}`

/** The password of an account that has one. */
export async function givePassword(
  { db, auth }: Deps,
  userId: string,
  word: string,
): Promise<void> {
  const password = await auth.hashPassword(word)
  await db.updateTable('authAccounts').set({ password }).where('userId', '=', userId).execute()
}
