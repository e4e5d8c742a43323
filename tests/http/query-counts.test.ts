import { createAuth } from '#core/integrations/better-auth.ts'
import { createLimits } from '#core/integrations/rate-limits.ts'
import { openDatabase } from '#core/shared/db.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { appFor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aBundle, aClass, aVendor, weeklySessions } from '#tests/support/factories.ts'

const date = addDays(todayIn('Europe/Berlin', new Date()), 3)

/** Exact, so that a query per class, per session or per booking changes the number. */
test('each public page runs the same number of queries however much it shows', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const opened = openDatabase({ url: databaseUrl })
  let asked = 0
  opened.pool.on('connect', (client) => {
    const run: (...query: readonly unknown[]) => unknown = client.query.bind(client)
    Object.assign(client, {
      query: (...query: readonly unknown[]) => {
        asked += 1
        return run(...query)
      },
    })
  })
  const { log, origin, secretKeys } = deps
  const app = await appFor({
    ...deps,
    db: opened.db,
    searches: opened.db,
    auth: createAuth({ db: opened.db, origin, secretKeys, log }),
    limits: createLimits(opened.pool, secretKeys),
  })
  const vendor = await aVendor(db)
  const little = await aClass(db, { vendor })
  const [session] = await weeklySessions(db, little, { date, capacities: [10] })
  if (!session) throw new Error('There is no session.')
  await aBooking(db, { session })
  await aBundle(db, { class: little })

  const pages = {
    class: `/book/class/${little.id}`,
    trainer: `/${vendor.username}`,
    list: '/classes',
  }
  const count = async () => {
    const counts: Record<string, number> = {}
    for (const [name, path] of Object.entries(pages)) {
      asked = 0
      const answer = await app.visitor().get(path)
      await answer.text()
      expect(answer.status).toBe(200)
      counts[name] = asked
    }
    return counts
  }
  // The first request of a process also reads what it keeps.
  await count()
  expect(await count(), 'little').toEqual({ class: 7, trainer: 7, list: 6 })

  for (let nth = 0; nth < 3; nth++) {
    const of = await aClass(db, { vendor })
    await aBundle(db, { class: of })
    const capacities = [10, 10, 10, 10]
    for (const more of await weeklySessions(db, of, { date, capacities }))
      await aBooking(db, { session: more, spots: 2 })
  }
  for (const more of await weeklySessions(db, little, {
    date,
    time: '20:00',
    capacities: [10, 10, 10],
  }))
    await aBooking(db, { session: more })
  await aBundle(db, { class: little, bundleName: 'Another' })
  expect(await count(), 'much').toEqual({ class: 7, trainer: 7, list: 6 })
  await opened.close()
})
