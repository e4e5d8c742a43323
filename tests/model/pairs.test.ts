import fc from 'fast-check'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { anyCommand, type Call, command, isRequest, timePasses } from './actions.ts'
import { at, type Known } from './known.ts'
import { perform, type Performed } from './perform.ts'
import { settings } from './settings.ts'
import { expectSound } from './stored.ts'
import { buildWorld, planOf } from './world.ts'

const { parameters, timeout } = settings(200)

const pairs = fc.array(
  fc.record({
    one: command,
    /** null: the same command twice */
    other: fc.option(anyCommand, { freq: 6 }),
    sameKey: fc.boolean(),
    before: fc.option(timePasses, { freq: 2 }),
  }),
  { maxLength: 20, size: 'max' },
)

test(
  'whatever is done two at a time, seats, ledger and states agree afterwards',
  { timeout },
  async ({ deps, db }) => {
    const stranger = await aVendor(db)
    // Few and small sessions: the two shall meet.
    const plans = planOf(3)
    await fc.assert(
      fc.asyncProperty(plans, pairs, async (plan, steps) => {
        const world = await buildWorld(deps, stranger, plan)
        const { known } = world
        const log: string[] = []
        for (const { one, other, sameKey, before } of steps) {
          const key = () => `key ${log.length} ${world.vendor.id}`
          const time = before?.call(known, '')
          if (time) await perform(world, time)
          const first = one.call(known, key())
          const second = (other ?? one).call(known, sameKey ? key() : `other ${key()}`)
          const calls = [first, second].filter((call) => call !== null)
          const performed = await all(calls.map((call) => perform(world, call)))
          log.push(`${one.text} & ${(other ?? one).text}`)
          calls.forEach((call, index) => {
            const done = performed[index]
            if (done) remember(known, call, done)
            // Locks are taken in one order: two commands alone never wait for each other.
            expect(done?.answer, log.at(-1)).not.toMatchObject({ reason: 'busy' })
          })
          await expectSound(db)
        }
      }),
      // What two do at once may go well the next time: the case that failed says more than a smaller one.
      { ...parameters, endOnFailure: true },
    )
  },
)

/** The answers when all are there: a command still at work would meet the next world. Throws what one of them threw. */
async function all<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** What an answer acknowledged can be pointed at from now on; a replay brings nothing new. */
function remember(known: Known, call: Call, { purchase, bought, redeemed }: Performed): void {
  if (isRequest(call)) known.sent.push(call)
  if (call.kind === 'redeem' && redeemed !== null) {
    const { group, ofClass } = at(known.passes, call.pass)
    at(known.groups, group).spots.push(known.spots.length)
    known.spots.push({ id: redeemed, ofClass })
  }
  if (purchase === null || known.groups.some(({ id }) => id === purchase.purchaseId)) return
  const order = call.kind === 'book' ? call.order : null
  const given = call.kind === 'give' ? at(known.spots, call.spot).ofClass : 0
  const ofClass = order
    ? at(known.sessions, order.session).ofClass
    : (bought?.order.ofClass ?? given)
  if (bought) {
    // A bundle is whole: every date it was asked for, or none.
    expect(purchase.spots.length).toBe(new Set(bought.order.sessions).size)
    known.passes.push({ id: bought.passId, ofClass, group: known.groups.length })
  }
  const first = known.spots.length
  known.spots.push(...purchase.spots.map(({ id }) => ({ id, ofClass })))
  known.groups.push({
    id: purchase.purchaseId,
    ofClass,
    order,
    bought: bought?.order ?? null,
    spots: purchase.spots.map((_, index) => first + index),
  })
}
