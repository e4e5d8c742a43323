import { sql } from 'kysely'
import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { reseal } from '#core/shared/reseal.ts'
import { disconnectClosed } from './commands/disconnect-closed.ts'
import { readAllNews } from './commands/read-news.ts'
import { settleCheckout } from './commands/settle-checkout.ts'
import { sendRefunds } from './commands/settle-refund.ts'
import { sealedKeys } from './steps/account.ts'

export const cardJobs = [
  defineJob({
    name: 'encrypt keys of Stripe with the first secret key',
    every: { hours: 1 },
    once: 'cluster',
    run: async (deps) => {
      let done = 0
      for (const column of sealedKeys) done += await reseal(deps, column)
      return done
    },
  }),
  defineJob({
    name: 'settle card payments',
    every: { seconds: 2 },
    once: 'cluster',
    run: settleDue,
  }),
  defineJob({ name: 'refund cards', every: { seconds: 2 }, once: 'cluster', run: sendRefunds }),
  defineJob({
    name: 'read news of Stripe',
    every: { seconds: 10 },
    once: 'cluster',
    run: readAllNews,
  }),
  defineJob({
    name: 'disconnect card payments of closed accounts',
    every: { hours: 1 },
    once: 'cluster',
    run: disconnectClosed,
  }),
]

const mostCheckouts = 50
const atOnce = 8

/** Asks Stripe about checkouts that are due, several at a time: one that does not answer holds up nobody else for long. */
async function settleDue(deps: Deps): Promise<number> {
  const due = await deps.db
    .selectFrom('checkouts')
    .where('state', 'in', ['making', 'open'])
    .where('dueAt', '<=', sql<Date>`now()`)
    .orderBy('dueAt')
    .limit(mostCheckouts)
    .select(['vendorId', 'id'])
    .execute()
  const queue = due.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const checkout of queue)
        await settleCheckout(deps, checkout).catch((error: unknown) =>
          deps.log.error({ ...checkout, reason: String(error) }, 'a card payment was not settled'),
        )
    }),
  )
  return due.length
}
