import { sql } from 'kysely'
import { accountPriority, notePriority } from '#core/events/define-subscriptions.ts'
import type { Tx } from '#core/shared/db.ts'

const attempts = 10

/** The job that sends a message, after so many seconds. */
export async function addSendJob(tx: Tx, messageId: string, waitSeconds: number): Promise<void> {
  await sql`select graphile_worker.add_job('send_message', json_build_object('messageId', id),
    run_at => now() + make_interval(secs => ${waitSeconds}),
    max_attempts => ${attempts}, job_key => 'message:' || id,
    priority => case when audience = 'account' then ${accountPriority}::integer
      when kind = 'booking.note' then ${notePriority}::integer end)
    from messages where id = ${messageId}`.execute(tx)
}
