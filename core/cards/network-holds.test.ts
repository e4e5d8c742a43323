import { sql } from 'kysely'
import { aStudio, book, good, of, sessionIn, settleAll, states } from '#tests/support/cards.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { openHold } from './commands/pay.ts'

// Who holds spots without paying, by the network they came from.

async function aHall(deps: Deps) {
  const studio = await aStudio(deps)
  await sql`update class_sessions set max_students = 60 where id = ${studio.session.id}`.execute(
    deps.db,
  )
  return studio
}

test('of many people at once, those of one network hold eight spots, and no more', async ({
  deps,
  databaseUrl,
}) => {
  const studio = await aHall(deps)
  const lock = await holdLock(
    databaseUrl,
    `select from class_sessions where id = '${studio.session.id}' for update`,
  )
  const held = Promise.allSettled(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => book(studio, { key, spots: 2, network: 'gym' })),
  )
  await waitForWaiter(deps.db, 6)
  await lock.commit()
  expect((await held).filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  await book(studio, { key: 'four', spots: 4, network: 'elsewhere' })
  expect(await states(studio)).toHaveLength(12)
})

test('a hold makes nobody known, and takes nothing of the limits of whose address was typed', async ({
  deps,
}) => {
  const studio = await aHall(deps)
  const from = (key: string, network: string, spots: number, again = '') =>
    book(studio, { key, spots, network, again })
  await from('one', 'gym', 1)
  await from('two', 'gym', 4)
  await from('three', 'gym', 2)
  await expect(from('one', 'gym', 2, 'again')).rejects.toThrow('rate_limited')

  const paid = await from('real', 'home', 1)
  const paying = await openHold(studio.deps, of(studio, paid))
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  // A stranger with the address of a customer, who is known and so not counted by network.
  await from('real', 'gym', 3, 'stranger')
  await expect(from('real', 'gym', 1, 'stranger again')).rejects.toThrow('contact_limit')
  await from('real', 'home', 3, 'real')
  await expect(from('real', 'home', 1, 'real again')).rejects.toThrow('contact_limit')
})
