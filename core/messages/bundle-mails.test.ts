import { archiveClass } from '#core/schedule/commands/archive-class.ts'
import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emit } from '#core/events/emit.ts'
import { recordMoney } from '#core/money/steps/record.ts'
import { addMinutes } from '#core/shared/time.ts'
import { edit } from '#tests/support/bookings.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { expect, test } from '#tests/support/database.ts'
import { hurry, keepMails, work } from '#tests/support/jobs.ts'
import { renewLink } from '#core/bookings/commands/renew-link.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { type AVendor, aClass, aSession } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, ids, order } from '#tests/support/series.ts'

type Told = { deps: Deps; databaseUrl: string }

/** The text bodies that are sent now, by recipient. */
async function tell({ deps, databaseUrl }: Told) {
  const kept = keepMails()
  await work(databaseUrl, deps, kept)
  const to = (isCustomer: boolean) =>
    kept.mails.filter((mail) => (mail.to === 'carla@example.com') === isCustomer)
  return { customer: to(true), vendor: to(false) }
}

/** The last day of the only bundle, as shown in a mail. */
async function lastDay(db: Db) {
  const { expiresAt } = await db.selectFrom('passes').select('expiresAt').executeTakeFirstOrThrow()
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(
    expiresAt.getTime() - 1,
  )
}

async function threeOfFive(db: Db, deps: Deps) {
  const series = await aSeries(db)
  const chosen = series.sessions.slice(0, 3)
  return { ...series, ...(await bought(deps, order(series.bundle, chosen, { leaveRest: true }))) }
}

test('the mails about a bundle say what it is called and costs, what is left of it and until when', async ({
  db,
  deps,
  databaseUrl,
}) => {
  await threeOfFive(db, deps)
  const { customer, vendor } = await tell({ deps, databaseUrl })
  for (const mails of [customer, vendor]) {
    expect(mails).toHaveLength(1)
    for (const says of ['Five weeks', '€60', '2 sessions left', await lastDay(db)])
      expect(mails[0]?.text).toContain(says)
    expect(mails[0]?.text).not.toContain('Free')
    expect(mails[0]?.subject).toContain('and 2 more dates')
  }
  expect(customer[0]?.text).toContain('Your 3 dates are booked. See you there.')
  expect(vendor[0]?.text).toMatch(/Carla booked \w{3}, [^\n]* and 2 more dates\n/)
  expect(vendor[0]?.text).toContain('Still to pay: €60.')
  expect(vendor[0]?.text).not.toContain('directly')
  expect(customer[0]?.text).toMatch(/Still to pay: €60\. You pay [^\n]+ directly\./)
  // A request holds one date.
  expect(customer[0]?.attachments).toHaveLength(3)
})

test('a date of a bundle that is cancelled is back on it, and the mail says until when it can be used', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { purchaseId, spots, sessions, owner } = await threeOfFive(db, deps)
  await tell({ deps, databaseUrl })
  const back = `The session is back in your bundle. You can book another one until ${await lastDay(db)}.`
  await cancelByCustomer(db, linkTo(purchaseId), [spots[0]?.id ?? ''])
  const own = (await tell({ deps, databaseUrl })).customer
  expect(own[0]?.text).toContain(`You cancelled in time. ${back}`)
  expect(own[0]?.text).toContain('Still to pay: €60.')
  expect(own[0]?.text).toContain('3 sessions left')
  await cancelSession(db, { vendorId: owner.id, sessionId: sessions[1]?.id ?? '' }, new Date())
  const { customer } = await tell({ deps, databaseUrl })
  expect(customer[0]?.text).toContain(back)
})

test('a late cancellation of a bundle’s date says that the session is not back', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { purchaseId, sessions } = await threeOfFive(db, deps)
  await tell({ deps, databaseUrl })
  const soon = addMinutes(new Date(), 120)
  await db
    .updateTable('classSessions')
    .set({ startsAt: soon, endsAt: addMinutes(soon, 60), bookingClosesAt: soon })
    .where('id', '=', sessions[0]?.id ?? '')
    .execute()
  await db
    .updateTable('bookings')
    .set({ bookedAt: addMinutes(new Date(), -60), confirmedAt: addMinutes(new Date(), -60) })
    .execute()
  const first = await db
    .selectFrom('bookings')
    .where('sessionId', '=', sessions[0]?.id ?? '')
    .select('id')
    .executeTakeFirstOrThrow()
  await cancelByCustomer(db, linkTo(purchaseId), [first.id])
  const { customer } = await tell({ deps, databaseUrl })
  expect(customer[0]?.text).toContain('The session doesn’t go back to your bundle.')
  expect(customer[0]?.text).not.toContain('You can book another')
})

test.for(['rejected', 'expired'] as const)(
  'a bundle request that is %s is one mail with its dates in order, and promises no session',
  async (how, { db, deps, databaseUrl }) => {
    const { bundle, sessions, owner } = await aSeries(db, { of: { confirmationMode: 'manual' } })
    const { spots } = await bought(deps, order(bundle, sessions))
    await tell({ deps, databaseUrl })
    if (how === 'rejected') await rejectRequest(db, { vendorId: owner.id, bookingIds: ids(spots) })
    else {
      await db
        .updateTable('bookings')
        .set({ expiresAt: addMinutes(new Date(), -1) })
        .execute()
      await expireOverdueBookings(db)
    }
    const { customer } = await tell({ deps, databaseUrl })
    expect(customer).toHaveLength(1)
    const text = customer[0]?.text ?? ''
    const days = sessions.map(({ startsAt }) =>
      text.indexOf(
        new Intl.DateTimeFormat('en', {
          weekday: 'short',
          month: 'short',
          day: 'numeric',
          timeZone: 'Europe/Berlin',
        }).format(startsAt),
      ),
    )
    expect(days).toEqual(days.toSorted((one, other) => one - other))
    expect(Math.min(...days)).toBeGreaterThan(0)
    expect(text).toContain('you owe nothing')
    expect(text).not.toContain('back in your bundle')
    expect(text).not.toContain('sessions left')
  },
)

const pills = 'Visit www.pills.example'

/** Carla's bundle of an archived class: its credits move to another class, and the mail has to wait. */
async function leftBundle({ deps, databaseUrl }: Told, vendor = {}) {
  const { db } = deps
  const series = await aSeries(db, { vendor })
  const dates = series.sessions.slice(0, 3)
  const purchase = await bought(deps, order(series.bundle, dates, { leaveRest: true }))
  await tell({ deps, databaseUrl })
  const pilates = await aClass(db, { vendor: series.owner, title: 'Pilates' })
  const session = await aSession(db, { class: pilates })
  await archive(db, series.owner, series.yoga.id, pilates.id)
  await work(databaseUrl, deps, refusing)
  return { ...series, ...purchase, pilates, session }
}

const refusing = {
  send: async () => ({ sent: false, retry: true, error: 'not accepted (451)' }) as const,
}

async function archive(db: Db, { id }: AVendor, classId: string, toClassId: string | null) {
  const bundles =
    toClassId === null
      ? ({ to: 'refund' } as const)
      : ({ to: 'class', classId: toClassId } as const)
  const choice = { upcomingBookings: 'keep' as const, bundles }
  const archived = await agreeing(choice, (agreed) =>
    archiveClass(db, { vendorId: id, classId }, agreed, new Date()),
  )
  expect(archived).toMatchObject({ ok: true })
}

async function retry(told: Told) {
  await hurry(told.deps)
  return (await tell(told)).customer.map(({ subject }) => subject)
}

test('if credits move to two classes in a row, only the last move is sent', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { owner, pilates } = await leftBundle({ deps, databaseUrl }, { verified: true })
  const boxing = await aClass(db, { vendor: owner, title: 'Boxing' })
  await aSession(db, { class: boxing })
  await archive(db, owner, pilates.id, boxing.id)
  expect(await retry({ deps, databaseUrl })).toEqual(['Your bundle is now for Boxing: Five weeks'])
})

test('the move of credits is not sent if they have been refunded since', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { owner, pilates } = await leftBundle({ deps, databaseUrl }, { verified: true })
  await archive(db, owner, pilates.id, null)
  expect(await retry({ deps, databaseUrl })).toEqual(['Your bundle has ended: Five weeks'])
})

test('a refund that has to wait goes to the address that the vendor has corrected since', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { owner, pilates, spots, sessions, purchaseId, reference } = await leftBundle(
    { deps, databaseUrl },
    { verified: true },
  )
  await archive(db, owner, pilates.id, null)
  await work(databaseUrl, deps, refusing)
  const corrected = edit(sessions[0]?.id ?? '', { customerEmail: 'carla@example.org' })
  const member = { vendorId: owner.id, userId: owner.userId }
  expect(await editBooking(db, member, spots[0]?.id ?? '', corrected)).toEqual({ ok: true })
  await hurry(deps)
  const { vendor } = await tell({ deps, databaseUrl })
  const refund = vendor.find(({ subject }) => subject === 'Your bundle has ended: Five weeks')
  expect(refund?.to).toBe('carla@example.org')
  expect(refund?.text).toContain(manageUrl(deps, { purchaseId, reference, tokenRotation: 1 }))
  expect(refund?.text).toContain('No sessions are left to book.')
  expect(refund?.text).not.toContain('sessions are booked')
})

test('a notification about a bundle contains the current link', async ({ deps, databaseUrl }) => {
  const { purchaseId, reference, owner } = await leftBundle({ deps, databaseUrl })
  const link = { ...linkTo(purchaseId), kind: 'manage' as const, vendorId: owner.id }
  await renewLink(deps, link, { network: '192.0.2.1' })
  await hurry(deps)
  const { customer } = await tell({ deps, databaseUrl })
  const news = customer.find(({ subject }) => subject.startsWith('Your bundle'))
  expect(news?.text).toContain(manageUrl(deps, { purchaseId, reference, tokenRotation: 1 }))
})

test('news of a new vendor’s bundle is in our words, without its links', async ({
  deps,
  databaseUrl,
}) => {
  await leftBundle({ deps, databaseUrl }, { businessName: pills })
  await hurry(deps)
  const { customer } = await tell({ deps, databaseUrl })
  const [mail, ...more] = customer
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your bundle has changed')
  expect(mail?.senderName).toBeNull()
  expect(mail?.html + (mail?.text ?? '')).not.toContain('pills.example')
  expect(mail?.text).toContain('are now for Pilates')
})

test.for(['rejected', 'expired'] as const)(
  'a date of a bundle that is %s while another is confirmed: only that date is not booked',
  async (how, { deps, db, databaseUrl }) => {
    const { sessions, bundle, owner } = await aSeries(db, { of: { confirmationMode: 'manual' } })
    const answer = (id: string) => ({ vendorId: owner.id, bookingIds: [id] })
    const wish = order(bundle, sessions.slice(0, 2), { leaveRest: true })
    const { spots } = await bought(deps, wish)
    const [first = '', second = ''] = ids(spots)
    await confirmRequest(db, answer(first))
    await tell({ deps, databaseUrl })
    if (how === 'rejected') await rejectRequest(db, answer(second))
    else {
      await db
        .updateTable('bookings')
        .set({ expiresAt: addMinutes(new Date(), -1) })
        .where('id', '=', second)
        .execute()
      await expireOverdueBookings(db)
    }
    const { customer } = await tell({ deps, databaseUrl })
    expect(customer).toHaveLength(1)
    expect(customer[0]?.text).toMatch(/this spot is not booked/i)
    expect(customer[0]?.text).not.toMatch(/you owe nothing|nothing is booked/i)
    expect(customer[0]?.text).toContain('Still to pay')
  },
)

test.for([
  [
    'less is asked for',
    { waived: 1000 },
    ['You have €10 less to pay', 'taken €10 off the price of your bundle'],
  ],
  ['all of it is given back', { refunded: 6000 }, ['gave you €60 back']],
  [
    'some is given back, and less is asked for',
    { refunded: 2000, waived: 1000 },
    ['gave you €20 back', 'has also taken €10 off its price.'],
  ],
] as const)(
  'the customer reads what became of the money of a bundle: %s',
  async ([, sums, said], { db, deps, databaseUrl }) => {
    const { purchaseId, spots, owner } = await threeOfFive(db, deps)
    await tell({ deps, databaseUrl })
    const { id: passId } = await db.selectFrom('passes').select('id').executeTakeFirstOrThrow()
    await db.transaction().execute(async (tx) => {
      await recordMoney(
        tx,
        Object.entries(sums).map(([kind, amountMinor]) => ({
          vendorId: owner.id,
          payer: { passId },
          kind: kind === 'waived' ? ('waived' as const) : ('refunded' as const),
          amountMinor,
          currency: 'EUR',
          method: 'cash' as const,
          recordedBy: null,
        })),
      )
      await emit(tx, 'booking.changed', { purchaseId, bookingIds: [spots[0]?.id ?? ''] })
    })
    const { customer, vendor } = await tell({ deps, databaseUrl })
    expect(vendor).toEqual([])
    expect(customer).toHaveLength(1)
    for (const text of said) expect(customer[0]?.text).toContain(text)
  },
)
