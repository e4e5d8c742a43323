import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'

export type JobRetried = { ok: true } | { ok: false; reason: 'gone' }

/** Lets the worker try a failed job again at once, with all its attempts. */
export async function retryJob(
  db: Db,
  { jobId, adminId }: { jobId: string; adminId: string },
): Promise<JobRetried> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ task: string }>`
      select task_identifier as task from graphile_worker.jobs
      where id = ${jobId}::bigint and last_error is not null and locked_at is null`.execute(tx)
    const [job] = rows
    if (!job) return { ok: false, reason: 'gone' }
    await sql`select graphile_worker.reschedule_jobs(array[${jobId}::bigint], run_at => now(), attempts => 0)`.execute(
      tx,
    )
    await writeAudit(tx, {
      vendorId: null,
      userId: adminId,
      action: 'job.retried',
      subject: ['user', adminId],
      details: { job: jobId, task: job.task },
    })
    return { ok: true }
  })
}
