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

/** Jobs that compare what the readers of these purchases were told with what is now. */
export async function addTellJobs(tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  await sql`select graphile_worker.add_job('tell_news', json_build_object('purchaseId', id),
    max_attempts => ${attempts}::integer, job_key => 'news:' || id)
    from unnest(${[...purchaseIds]}::uuid[]) as id`.execute(tx)
}

/** Lets a message go that still waits for its time. One that is being sent is left alone. */
export async function hurrySendJob(tx: Tx, messageId: string): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where key = 'message:' || ${messageId} and run_at > now()
  ), run_at => now())`.execute(tx)
}
