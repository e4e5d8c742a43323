import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'

const attempts = 10

/** The job that sends a message, after so many seconds. */
export async function addSendJob(tx: Tx, messageId: string, waitSeconds: number): Promise<void> {
  await sql`select graphile_worker.add_job('send_message', json_build_object('messageId', ${messageId}::uuid),
    run_at => now() + make_interval(secs => ${waitSeconds}),
    max_attempts => ${attempts}, job_key => 'message:' || ${messageId}::text)`.execute(tx)
}
