import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { SendResult } from '#core/integrations/mail-failure.ts'
import { createMailer, type Mail, type Mailer } from '#core/integrations/mailer.ts'
import type { EventName, NewPayload } from '#core/events/catalogue.ts'
import { drainOutbox } from '#core/events/commands/relay-outbox.ts'
import { subscriberTasks } from '#core/events/define-subscriptions.ts'
import { eventTasks } from '#core/events/jobs.ts'
import { createPost } from '#core/messages/commands/post.ts'
import { claimDue } from '#core/messages/commands/claim-due.ts'
import { tellDue } from '#core/messages/commands/tell-news.ts'
import type { Deps } from '#core/shared/deps.ts'
import { telegramTasks } from '#core/telegram/jobs.ts'
import { subscribers } from '#server/subscribers.ts'
import { startMailServer } from '#tests/support/mail-server.ts'

const silent = new Logger(() => () => {})

/** Runs all jobs of these tasks that are due, once. */
export async function runTasks(databaseUrl: string, taskList: TaskList): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl })
  // The queue warns of a pool without listeners.
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runOnce({ pgPool, taskList, logger: silent, noHandleSignals: true })
  } finally {
    // The queue does not wait until the end of the last job is written down; the end of its connections does.
    await nextTurn()
    await pgPool.end()
  }
}

/** Runs the jobs that are due, and sends the messages that are. */
export async function runJobs(
  databaseUrl: string,
  deps: Deps,
  mailer: Pick<Mailer, 'send'>,
): Promise<void> {
  await runTasks(databaseUrl, { ...eventTasks(deps, subscribers), ...telegramTasks(deps) })
  await createPost(deps, mailer).empty()
}

/** Tells the subscriber of messages of an event, as its job does. */
export async function deliver<Name extends EventName>(
  deps: Deps,
  name: Name,
  payload: NewPayload<Name>,
  eventId: string = randomUUID(),
): Promise<void> {
  const noting = subscribers.find((one) => one.name === 'messages')?.noting
  if (noting?.events.includes(name)) {
    await noting.note(deps.db, [payload])
    await tellDue(deps)
    return
  }
  const task = subscriberTasks(deps, subscribers)[`messages:${name}`]
  if (!task) throw new Error(`messages are not told of ${name}`)
  await task({ eventId, kind: name, payload, at: new Date().toISOString() })
}

/** What the worker does until nothing is left: moves the outbox and runs the jobs. */
export async function work(
  databaseUrl: string,
  deps: Deps,
  mailer: Pick<Mailer, 'send'>,
): Promise<void> {
  await drainOutbox(deps.db, subscribers)
  do await runJobs(databaseUrl, deps, mailer)
  while ((await drainOutbox(deps.db, subscribers)) > 0)
}

/** Handles what has happened, and returns the recipients of what is due then, in the order in which it leaves. */
export async function whoIsNext(databaseUrl: string, deps: Deps): Promise<string[]> {
  await drainOutbox(deps.db, subscribers)
  await runTasks(databaseUrl, eventTasks(deps, subscribers))
  while ((await tellDue(deps)) > 0);
  const recipients: string[] = []
  for (;;) {
    const [next] = await claimDue(deps.db, randomUUID(), { email: 1, telegram: 0 })
    if (!next) return recipients
    const { recipient } = await deps.db
      .selectFrom('messages')
      .where('id', '=', next.id)
      .select('recipient')
      .executeTakeFirstOrThrow()
    recipients.push(recipient)
  }
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

/** A mailer that refuses the first mails for the moment. */
export function aBusyMailer(refusals: number) {
  const mailer = keepMails()
  let left = refusals
  const send: typeof mailer.send = async (mail) => {
    if (left === 0) return mailer.send(mail)
    left -= 1
    return { sent: false, retry: true, error: 'not accepted (451)' }
  }
  return { mails: mailer.mails, send }
}

/** Makes jobs and messages that wait for their next attempt due now, as do those of a worker that has died. */
export async function hurry(deps: Deps): Promise<void> {
  await sql`update messages set due_at = now(), sending_until = null where status = 'queued'`.execute(
    deps.db,
  )
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(deps.db)
}

/** The worker with a mail server behind it; `stop` ends both. */
export async function startPost(
  databaseUrl: string,
  deps: Deps,
  ...habits: Parameters<typeof startMailServer>
) {
  const server = await startMailServer(...habits)
  const mailer = createMailer({
    smtpUrl: server.smtpUrl,
    from: 'Openspot <openspot@example.com>',
    origin: deps.origin,
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
