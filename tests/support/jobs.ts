import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { createMailer, type Mail, type Mailer, type SendResult } from '#core/integrations/mailer.ts'
import { drainOutbox } from '#core/messages/commands/relay-outbox.ts'
import { messageTasks } from '#core/messages/jobs.ts'
import type { Deps } from '#core/shared/deps.ts'
import { startMailServer } from '#tests/support/mail-server.ts'

const silent = new Logger(() => () => {})

/** Runs all jobs that are due, once. */
export async function runJobs(
  databaseUrl: string,
  deps: Deps,
  mailer: Pick<Mailer, 'send'>,
): Promise<void> {
  await runOnce({
    connectionString: databaseUrl,
    taskList: messageTasks(deps, mailer),
    logger: silent,
    noHandleSignals: true,
  })
}

/** What the worker does until nothing is left: moves the outbox and runs the jobs. */
export async function work(
  databaseUrl: string,
  deps: Deps,
  mailer: Pick<Mailer, 'send'>,
): Promise<void> {
  while ((await drainOutbox(deps.db)) > 0) await runJobs(databaseUrl, deps, mailer)
  await runJobs(databaseUrl, deps, mailer)
}

/** A mailer that keeps what it is given. */
export function keepMails() {
  const mails: Mail[] = []
  const send = async (mail: Mail): Promise<SendResult> => {
    mails.push(mail)
    return { sent: true }
  }
  return { mails, send }
}

/** Makes jobs that wait for their next attempt due now. */
export async function hurry(deps: Deps): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(deps.db)
}

/** The worker with a mail server behind it; `stop` ends both. */
export async function startPost(
  databaseUrl: string,
  deps: Deps,
  refuse?: (nth: number) => number | null,
) {
  const server = await startMailServer(refuse)
  const mailer = createMailer({
    smtpUrl: server.smtpUrl,
    from: 'Openspot <openspot@example.com>',
    log: deps.log,
  })
  return {
    mails: server.mails,
    work: () => work(databaseUrl, deps, mailer),
    hurry: () => hurry(deps),
    async stop() {
      mailer.close()
      await server.stop()
    },
  }
}
