import { listWhoComes } from '#core/bookings/queries/own-bookings.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes, instantOf, todayIn } from '#core/shared/time.ts'
import { runForVendors } from '#server/job-runs.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type AVendor,
  aBooking,
  aClass,
  aSession,
  aVendor,
  type ASession,
} from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { autumnSunday, springSunday } from '#tests/support/weekly-class.ts'
import { dailyAgenda } from './jobs.ts'
import { zoneWhereItIs } from '#tests/support/bookings.ts'
import { fromNow, onDay } from '#tests/support/times.ts'
import { aMember } from '#tests/support/workspace.ts'

const inTwoHours = () => addMinutes(new Date(), 120)

async function aDayWithSession(
  deps: Deps,
  { startsAt = inTwoHours(), ...columns }: { startsAt?: Date } & Parameters<typeof aVendor>[1] = {},
): Promise<{ vendor: AVendor; session: ASession }> {
  const vendor = await aVendor(deps.db, { timeZone: zoneWhereItIs(8), ...columns })
  const of = await aClass(deps.db, { vendor, title: 'Morning Yoga' })
  return { vendor, session: await aSession(deps.db, { class: of, startsAt }) }
}

const queuedAgendas = ({ db }: Deps) =>
  db
    .selectFrom('messages')
    .where('kind', '=', 'vendor.agenda')
    .orderBy('createdAt')
    .select(['recipient', 'status', 'facts'])
    .execute()

test('the owner gets one email with who comes, who is new and who owes money, and with the people of the overview', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor, session } = await aDayWithSession(deps, {})
  const known = { name: 'Mia Koch', email: 'mia@example.com' }
  const past = await aSession(db, {
    class: session.class,
    startsAt: onDay(-5),
  })
  await aBooking(db, { session: past, customer: known, status: 'completed' })
  await aBooking(db, { session, customer: known, money: 'paid' })
  await aBooking(db, { session, customer: { name: 'Carla Weber' }, spots: 2 })
  await aBooking(db, { session, customer: { name: 'Lena evil.example' }, status: 'pending' })
  await aBooking(db, {
    session,
    customer: { name: 'Gone Gina' },
    status: 'cancelled',
    attendance: 'late_cancel',
  })
  const mailer = keepMails()
  await runForVendors(deps, dailyAgenda, new Date())
  await runForVendors(deps, dailyAgenda, new Date())
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([vendor.email])
  const [mail] = mailer.mails
  const date = todayIn(vendor.timeZone, new Date())
  expect(mail?.subject).toMatch(/: 1 session$/)
  expect(mail?.text).toContain('You have 1 session today')
  expect(mail?.text).toContain(
    '4 spots are booked. €30 to collect. 2 people are coming for the first time.',
  )
  expect(mail?.text).toContain('Morning Yoga')
  expect(mail?.text).toContain('Carla Weber · 2 spots · First time · Unpaid: €30\n')
  expect(mail?.text).toMatch(/Mia Koch\n/)
  expect(mail?.text).not.toContain('Gina')
  // Nothing makes a link of a stranger's name.
  expect(mail?.text).not.toContain('evil.example')
  expect(mail?.text).toContain(`/dashboard/today?date=${date}`)
  expect(mail?.text).toContain('/settings/notifications')
  const comes = await listWhoComes(db, { vendorId: vendor.id, sessionIds: [session.id] })
  for (const { name } of comes) expect(mail?.text).toContain(name.split(' ')[0])
  expect(comes).toHaveLength(3)
})

test('an email of the day is in the language of the workspace', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor } = await aDayWithSession(deps, { language: 'en' })
  await db.updateTable('users').set({ language: 'de' }).where('id', '=', vendor.userId).execute()
  const mailer = keepMails()
  await runForVendors(deps, dailyAgenda, new Date())
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails[0]?.text).toContain('Heute hast du 1 Termin')
  expect(mailer.mails[0]?.text).toContain('Noch hat niemand gebucht')
})

test('the email of the day leaves out what is over, and comes on empty days only while somebody books', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor, session } = await aDayWithSession(deps)
  await aSession(db, { class: session.class, startsAt: fromNow(-120) })
  const agendas = async () => {
    await db.deleteFrom('vendorJobRuns').execute()
    await runForVendors(deps, dailyAgenda, new Date())
    const mailer = keepMails()
    await work(databaseUrl, deps, mailer)
    return mailer.mails.map(({ subject }) => /: (\d+) session/.exec(subject)?.[1])
  }
  // A new vendor hears that nobody has booked yet.
  expect(await agendas()).toEqual(['1'])
  const signedUp = (days: number) =>
    db
      .updateTable('vendors')
      .set({ createdAt: addMinutes(new Date(), -days * 1440) })
      .where('id', '=', vendor.id)
      .execute()
  await signedUp(6)
  expect(await agendas()).toEqual(['1'])
  await signedUp(8)
  expect(await agendas()).toEqual([])
  const { bookingIds } = await aBooking(db, { session, status: 'cancelled' })
  expect(await agendas()).toEqual(['1'])
  const bookedDaysAgo = (days: number) =>
    db
      .updateTable('bookings')
      .set({ bookedAt: addMinutes(new Date(), -days * 1440) })
      .where('id', 'in', bookingIds)
      .execute()
  await bookedDaysAgo(8)
  expect(await agendas()).toEqual([])
  // Somebody who comes is told, however long ago they booked.
  await db.updateTable('classSessions').set({ currentStudents: 0 }).execute()
  const coming = await aBooking(db, { session })
  await db
    .updateTable('bookings')
    .set({ bookedAt: addMinutes(new Date(), -30 * 1440) })
    .where('id', 'in', coming.bookingIds)
    .execute()
  expect(await agendas()).toEqual(['1'])
})

test.for([
  ['without a session that day', { startsAt: onDay(3) }],
  ['whose only session is over', { startsAt: fromNow(-2 * 60) }],
  ['whose hour has not come', { agendaHour: 9 }],
  ['whose hour was more than four hours ago', { timeZone: zoneWhereItIs(11), agendaHour: 7 }],
  ['that is suspended', { suspendedAt: new Date() }],
  ['that is closed', { closedAt: new Date() }],
] as const)('a vendor %s gets no email of the day', async ([, wish], { deps }) => {
  await aDayWithSession(deps, { ...wish })
  await runForVendors(deps, dailyAgenda, new Date())
  expect(await queuedAgendas(deps)).toEqual([])
})

test('an owner who has switched it off gets no email of the day, whatever the others want', async ({
  deps,
  db,
}) => {
  const { vendor } = await aDayWithSession(deps)
  await db
    .updateTable('vendorMembers')
    .where('userId', '=', vendor.userId)
    .set({ wantsAgenda: false })
    .execute()
  await aMember(db, vendor, 'manager')
  await runForVendors(deps, dailyAgenda, new Date())
  expect(await queuedAgendas(deps)).toEqual([])
})

test('when no worker ran at the hour, the email comes up to four hours later', async ({ deps }) => {
  await aDayWithSession(deps, { timeZone: zoneWhereItIs(10), agendaHour: 7 })
  await runForVendors(deps, dailyAgenda, new Date())
  expect(await queuedAgendas(deps)).toHaveLength(1)
})

test('another hour or zone on the same day brings no second email', async ({ deps, db }) => {
  const { vendor } = await aDayWithSession(deps, { agendaHour: 7 })
  await runForVendors(deps, dailyAgenda, new Date())
  for (const change of [{ agendaHour: 8 }, { agendaHour: 6, timeZone: zoneWhereItIs(9) }]) {
    await db.updateTable('vendors').set(change).where('id', '=', vendor.id).execute()
    await runForVendors(deps, dailyAgenda, new Date())
  }
  expect(await queuedAgendas(deps)).toHaveLength(1)
})

test.for([
  ['spring', springSunday],
  ['autumn', autumnSunday],
] as const)(
  'when the clock changes in %s, the email comes once, at the hour on the clock',
  async ([, date], { deps }) => {
    const zone = 'Europe/Berlin'
    const startsAt = instantOf({ date, time: '18:00', zone })
    if (!startsAt) throw new Error('no such time')
    await aDayWithSession(deps, { timeZone: zone, agendaHour: 5, startsAt })
    const due = instantOf({ date, time: '05:00', zone })?.getTime() ?? 0
    const counts = []
    for (const minutes of [-240, -180, -120, -60, -1, 0, 1, 60, 120]) {
      await runForVendors(deps, dailyAgenda, new Date(due + minutes * 60_000))
      counts.push((await queuedAgendas(deps)).length)
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1])
  },
)

test.for([
  ['was switched off', 'wish'],
  ['is of another day on the new clock', 'zone'],
  ['has no session left', 'cancelled'],
  ['would go to an address that the owner has left', 'address'],
] as const)(
  'an email of the day that %s before it was sent is not sent',
  async ([, change], { deps, db, databaseUrl }) => {
    const { vendor, session } = await aDayWithSession(deps)
    await runForVendors(deps, dailyAgenda, new Date())
    expect(await queuedAgendas(deps)).toMatchObject([{ status: 'queued' }])
    if (change === 'wish')
      await db.updateTable('vendorMembers').set({ wantsAgenda: false }).execute()
    else if (change === 'cancelled')
      await db
        .updateTable('classSessions')
        .set({ status: 'cancelled', cancelledAt: new Date() })
        .where('id', '=', session.id)
        .execute()
    else if (change === 'address')
      await db
        .updateTable('users')
        .set({ email: 'new@example.com' })
        .where('id', '=', vendor.userId)
        .execute()
    else {
      const now = new Date()
      const today = todayIn(vendor.timeZone, now)
      const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
      const timeZone = zones.find((zone) => todayIn(zone, now) !== today)
      await db.updateTable('vendors').set({ timeZone }).where('id', '=', vendor.id).execute()
    }
    const mailer = keepMails()
    await work(databaseUrl, deps, mailer)
    expect(mailer.mails).toEqual([])
    expect(await queuedAgendas(deps)).toEqual([])
  },
)
