import { onTestFinished } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { createDeps } from '#server/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { aSession } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { appFor } from '#tests/support/app.ts'
import { apiOf, problemIn } from './api-client.ts'

test('searches that hang take no connection from a booking, and end with 503', async ({
  db,
  databaseUrl,
}) => {
  const deps = createDeps(
    loadConfig({
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: '4',
      SECRET_KEYS: 'k'.repeat(32),
      LOG_LEVEL: 'silent',
    }),
  )
  onTestFinished(deps.close)
  const session = await aSession(db)
  const { ask, book } = apiOf(deps)
  const visitor = (await appFor(deps)).visitor()
  // A word that no class has is looked up among the words people write.
  const held = await holdLock(databaseUrl, 'lock table search_words in access exclusive mode')
  let ended = 0
  const searches = Array.from({ length: 20 }, (_none, nth) =>
    (nth % 2 === 0 ? ask('/classes?search=zuumba') : visitor.get('/classes?q=zuumba')).finally(
      () => (ended += 1),
    ),
  )
  await waitForWaiter(db, 2)
  expect((await book({ sessionId: session.id })).status).toBe(201)
  expect(ended).toBe(0)
  const answers = await Promise.all(searches)
  await held.commit()
  expect(answers.map(({ status }) => status)).toEqual(searches.map(() => 503))
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(searches.map(() => '2'))
  const [first] = answers
  expect(first && (await problemIn(first)).code).toBe('busy')
})
