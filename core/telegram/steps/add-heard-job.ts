import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Heard } from '../schema.ts'

const attempts = 5

/** Lets the worker do what a bot was asked for, now or in some seconds. */
export async function addHeardJob(db: Db, heard: Heard, waitSeconds = 0): Promise<void> {
  await sql`select graphile_worker.add_job('telegram_heard', ${JSON.stringify(heard)}::json,
    max_attempts => ${attempts}::integer, run_at => now() + make_interval(secs => ${waitSeconds}))`.execute(
    db,
  )
}
