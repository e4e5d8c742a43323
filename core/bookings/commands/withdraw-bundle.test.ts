import type { Db } from '#core/shared/db.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { currentLink, linkTo } from '#tests/support/links.ts'
import { aSeries, booked, bought, ids, order, passOf } from '#tests/support/series.ts'
import { askAboutBundle } from '../steps/withdraw-question.ts'
import { cancelByCustomer } from './cancel-bookings.ts'
import { redeemSession } from './redeem-session.ts'
import { archiveClass } from '#core/schedule/commands/archive-class.ts'
import { withdrawBundle } from './withdraw-bundle.ts'
import { fromNow } from '#tests/support/times.ts'

test('a bundle that nobody paid for is withdrawn: its spots are free, and nothing is left or owed', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 3), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  const { mails, ...mailer } = keepMails()
  await work(databaseUrl, deps, mailer)
  mails.length = 0
  const member = { vendorId: owner.id, userId: owner.userId }
  const withdraw = () => agreeing({}, ({ agreed }) => withdrawBundle(db, member, passId, agreed))
  expect(await withdraw()).toEqual({ ok: true, cancelled: 3, sessions: 5 })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, owedMinor: 0, isOpen: false })
  for (const id of ids(sessions)) expect(await booked(db, id)).toBe(0)
  const again = { passId, sessionId: sessions[4]?.id ?? '' }
  expect(await redeemSession(db, linkTo(purchaseId), again)).toEqual({
    ok: false,
    reason: 'no_credit',
  })
  await work(databaseUrl, deps, mailer)
  const [mail, ...others] = mails.filter(({ to }) => to === 'carla@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Cancelled/)
  expect(mail?.text).toContain('The 5 sessions left in your bundle can no longer be booked')
  expect(await withdraw()).toEqual({ ok: false, reason: 'nothing_left' })
})

test('what was paid for a withdrawn bundle is owed back, but not the share of a session that took place', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 3), { leaveRest: true }),
  )
  const { passId, priceMinor } = await passOf(db, purchaseId)
  await db
    .insertInto('payments')
    .values({
      vendorId: owner.id,
      passId,
      amountMinor: priceMinor,
      currency: 'EUR',
      method: 'door',
    })
    .execute()
  await db
    .updateTable('classSessions')
    .set({ startsAt: fromNow(-120), endsAt: fromNow(-60) })
    .where('id', '=', sessions[0]?.id ?? '')
    .execute()
  const member = { vendorId: owner.id, userId: owner.userId }
  const withdrawn = await agreeing({}, ({ agreed }) => withdrawBundle(db, member, passId, agreed))
  expect(withdrawn).toEqual({ ok: true, cancelled: 2, sessions: 4 })
  expect(await passOf(db, purchaseId)).toMatchObject({ owedMinor: -(priceMinor * 4) / 5 })
})

test.for([
  [0, 6000],
  [2, 3600],
] as const)(
  'with %d dates kept, an automatic payment of a bundle that has not begun shrinks with its price',
  async ([kept, reduced], { db, deps }) => {
    const { bundle, sessions, owner, yoga } = await aSeries(db, {
      vendor: { recordNewAsPaid: true },
    })
    const dates = sessions.slice(0, Math.max(kept, 1))
    const { purchaseId } = await bought(deps, order(bundle, dates, { leaveRest: true }))
    const { passId, owedMinor } = await passOf(db, purchaseId)
    expect(owedMinor).toBe(0)
    const member = { vendorId: owner.id, userId: owner.userId }
    if (kept === 0) await agreeing({}, ({ agreed }) => withdrawBundle(db, member, passId, agreed))
    else
      await agreeing({}, ({ agreed }) =>
        archiveClass(
          db,
          { vendorId: owner.id, classId: yoga.id },
          { upcomingBookings: 'keep', bundles: { to: 'refund' }, agreed },
          new Date(),
        ),
      )
    // Nobody has paid, so nothing is to be given back.
    expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, owedMinor: 0 })
    const { paid } = await db
      .selectFrom('payments')
      .where('passId', '=', passId)
      .select((eb) => eb.fn.sum<number>('amountMinor').as('paid'))
      .executeTakeFirstOrThrow()
    expect(Number(paid)).toBe(6000 - reduced)
  },
)

test('nothing is asked for a bundle before a date is confirmed', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db, { of: { confirmationMode: 'manual' } })
  const purchase = await bought(deps, order(bundle, sessions))
  expect(await passOf(db, purchase.purchaseId)).toMatchObject({ owedMinor: 0 })
  await db
    .updateTable('bookings')
    .set({ status: 'confirmed', confirmedAt: new Date() })
    .where('purchaseId', '=', purchase.purchaseId)
    .execute()
  expect(await passOf(db, purchase.purchaseId)).toMatchObject({ owedMinor: 6000 })
})

test('the bundle of another vendor is not there', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db)
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 3), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  const other = await aVendor(db)
  const member = { vendorId: other.id, userId: other.userId }
  expect(await withdrawBundle(db, member, passId)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 2, isOpen: true })
})

type Sold = Awaited<ReturnType<typeof aSeries>> & {
  purchaseId: string
  passId: string
  spotId: string
}

const changes: [string, (db: Db, sold: Sold) => Promise<unknown>][] = [
  [
    'has another date',
    async (db, { purchaseId, passId, sessions }) => {
      const asked = { passId, sessionId: sessions[3]?.id ?? '' }
      await redeemSession(db, await currentLink(db, purchaseId), asked)
    },
  ],
  [
    'has a date less',
    (db, { purchaseId, spotId }) => cancelByCustomer(db, linkTo(purchaseId), [spotId]),
  ],
  [
    'was paid',
    (db, { owner, passId }) =>
      db
        .insertInto('payments')
        .values({
          vendorId: owner.id,
          passId,
          amountMinor: 100,
          currency: 'EUR',
          method: 'door',
        })
        .execute(),
  ],
]

test.for(changes)(
  'a bundle that %s since its page was opened is not withdrawn before the vendor agrees again',
  async ([, change], { db, deps }) => {
    const series = await aSeries(db)
    const chosen = order(series.bundle, series.sessions.slice(0, 2), { leaveRest: true })
    const { purchaseId, spots } = await bought(deps, chosen)
    const { passId } = await passOf(db, purchaseId)
    const member = { vendorId: series.owner.id, userId: series.owner.userId }
    const page = await askAboutBundle(db, passId)
    await change(db, { ...series, purchaseId, passId, spotId: spots[0]?.id ?? '' })
    const before = await passOf(db, purchaseId)
    const asked = await withdrawBundle(db, member, passId, page.agreement)
    expect(asked).toMatchObject({ ok: false, reason: 'not_agreed' })
    expect(await passOf(db, purchaseId)).toEqual(before)
    const { agreement } = await askAboutBundle(db, passId)
    expect(agreement).not.toBe(page.agreement)
    expect(await withdrawBundle(db, member, passId, agreement)).toMatchObject({ ok: true })
  },
)
