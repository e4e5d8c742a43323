import { expect, test } from '#tests/support/database.ts'
import { aSession } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, booked, ids, order, passOf } from '#tests/support/series.ts'
import { bookBundleFromForm } from './book-bundle-from-form.ts'
import type { BookBundle } from './book-bundle.ts'
import { cancelByCustomer } from './cancel-bookings.ts'

test('the same form is the same purchase; a double click buys once; other dates lead to the first purchase', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const { idempotencyKey: _, ...form } = order(bundle, sessions)
  const send = (more: Partial<BookBundle> = {}) =>
    bookBundleFromForm(deps, { ...form, ...more, device: 'phone', again: 0 })
  const [one, other] = await Promise.all([send(), send()])
  expect(one.ok && other.ok && one.purchase.purchaseId === other.purchase.purchaseId).toBe(true)
  expect(await send({ sessionIds: ids(sessions).toReversed() })).toMatchObject({ replayed: true })
  const sixth = await aSession(db, { class: bundle.class })
  expect(await send({ sessionIds: [...ids(sessions).slice(0, 4), sixth.id] })).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
    earlier: { customerName: 'Carla' },
  })
  for (const { id } of sessions) expect(await booked(db, id)).toBe(1)
})

test('a bundle whose dates were all cancelled is not bought again by the same form: it can still be used', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const { idempotencyKey: _, ...form } = order(bundle, sessions)
  const send = () => bookBundleFromForm(deps, { ...form, device: 'phone', again: 0 })
  const first = await send()
  if (!first.ok) throw new Error(first.reason)
  const { purchaseId } = first.purchase
  expect(await send()).toMatchObject({ ok: true, replayed: true })
  await cancelByCustomer(db, linkTo(purchaseId), null)
  expect(await send()).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
    earlier: { purchaseId },
  })
  expect((await passOf(db, first.purchase.purchaseId)).remaining).toBe(5)
})
