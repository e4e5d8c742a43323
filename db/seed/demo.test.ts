import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { startTask } from '#server/children.ts'
import { childEnvironment } from '#server/config.ts'
import { expect, test } from '#tests/support/database.ts'
import { trainers } from './world.ts'

test(
  'a demo world whose writing was interrupted is written anew, and then left as it is',
  { timeout: 300_000 },
  async ({ db, databaseUrl }) => {
    const start = () => {
      const task = startTask({
        name: 'seed',
        file: 'db/seed/demo.ts',
        env: childEnvironment({
          NODE_ENV: 'production',
          DATABASE_URL: databaseUrl,
          ORIGIN: 'http://localhost:3000',
          SMTP_URL: 'smtp://127.0.0.1:1',
          MAIL_FROM: 'Openspot <spots@openspot.test>',
          SECRET_KEYS: 'k'.repeat(32),
        }),
      })
      onTestFinished(task.stop)
      return task
    }
    const ids = async () => {
      const rows = await db.selectFrom('vendors').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    const interrupted = start()
    while ((await ids()).length < 2) await pause(20)
    process.kill(interrupted.pid ?? 0, 'SIGKILL')
    await interrupted.exited
    const half = await ids()

    expect(await start().exited).toBe(0)
    const whole = await ids()
    expect(whole).toHaveLength(trainers.length)
    expect(whole.filter((id) => half.includes(id))).toEqual([])
    const { rows } = await sql`select from outbox`.execute(db)
    expect(rows).toEqual([])

    expect(await start().exited).toBe(0)
    expect(await ids()).toEqual(whole)
  },
)
