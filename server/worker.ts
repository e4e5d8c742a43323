// The worker process: turns events into jobs, sends messages and runs scheduled jobs.
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import {
  Logger as QueueLogger,
  run,
  type Runner,
  type RunnerOptions,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import { accountJobs } from '#core/accounts/jobs.ts'
import { announceSpotsJob, bookingJobs } from '#core/bookings/jobs.ts'
import { cardJobs } from '#core/cards/jobs.ts'
import { calendarJobs } from '#core/calendar/jobs.ts'
import { passJobs } from '#core/passes/jobs.ts'
import { eventJobs, eventTasks } from '#core/events/jobs.ts'
import { classJobs } from '#core/classes/jobs.ts'
import { scheduleJobs } from '#core/schedule/jobs.ts'
import { createMailer } from '#core/integrations/mailer.ts'
import { messageJobs } from '#core/messages/jobs.ts'
import { createPost } from '#core/messages/commands/post.ts'
import { ownDataJobs } from '#core/own-data/jobs.ts'
import { pictureJobs } from '#core/pictures/jobs.ts'
import { planJobs } from '#core/plans/jobs.ts'
import { referralJobs } from '#core/referrals/jobs.ts'
import { telegramJobs, telegramTasks } from '#core/telegram/jobs.ts'
import { endWhenSilent, isAway, isBusy, poolPatience } from '#core/shared/db.ts'
import { defineJob } from '#core/shared/define-job.ts'
import type { Logger } from '#core/shared/log.ts'
import { createShutdown, exitWithParent } from './children.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { createDeps } from './deps.ts'
import { beat, endBeat, freeForgottenJobs, freeJobsOfTheDead } from './heartbeat.ts'
import { startScheduler } from './scheduler.ts'
import { subscribers } from './subscribers.ts'

exitWithParent()

const jobsAtOnce = 4
// The parent process waits 10 s before it kills us.
const patienceMs = 8000
const longestEndMs = 9000

function start(config: Config): void {
  const shutdown = createShutdown()
  const deps = createDeps(config)
  const { log } = deps
  shutdown.add(deps.close)
  const mailer = createMailer({ ...config.mail, origin: config.origin, log })
  shutdown.add(async () => mailer.close())

  const tasks = {
    ...eventTasks(deps, subscribers),
    ...telegramTasks(deps),
  }
  const queue = keepQueue(config, log, tasks)
  const heartbeats = [
    defineJob({
      name: 'heartbeat',
      every: { seconds: 5 },
      once: 'process',
      run: ({ db }) => beat(db, queue.poolId()),
    }),
    defineJob({
      name: 'free jobs',
      every: { seconds: 10 },
      once: 'process',
      async run({ db }) {
        // After an outage we would be the first to look dead.
        await beat(db, queue.poolId())
        const freed = await freeJobsOfTheDead(db)
        return freed + (await freeForgottenJobs(db, queue.poolId(), queue.jobsAtWork))
      },
    }),
  ]
  const scheduler = startScheduler(deps, [
    ...heartbeats,
    ...eventJobs(subscribers),
    ...messageJobs,
    ...bookingJobs,
    announceSpotsJob(),
    ...passJobs,
    ...classJobs,
    ...scheduleJobs,
    ...accountJobs,
    ...pictureJobs,
    ...calendarJobs(deps),
    ...cardJobs,
    ...planJobs,
    ...referralJobs,
    ...ownDataJobs,
    ...telegramJobs,
  ])
  const ending = new AbortController()
  const sending = createPost(deps, mailer).run(ending.signal)
  shutdown.add(async () => {
    log.info('worker is stopping')
    ending.abort()
    // A database that is silent keeps its connections from being closed.
    setTimeout(() => {
      log.warn('worker stops before every job is finished')
      process.exit(0)
    }, longestEndMs).unref()
    const finished = Promise.all([scheduler.stop(), queue.stop(), sending]).then(() =>
      endBeat(deps.db, queue.poolId()),
    )
    await Promise.race([finished, pause(patienceMs, undefined, { ref: false })])
  })
  log.info({ jobsAtOnce }, 'worker is running')
}

/** Runs the job queue, and runs it again when it ends, as it may when the database restarts. */
function keepQueue(config: Config, log: Logger, taskList: NonNullable<RunnerOptions['taskList']>) {
  const pgPool = new pg.Pool({
    connectionString: config.database.directUrl,
    max: jobsAtOnce + 2,
    options: '-c statement_timeout=30000',
    application_name: 'openspot worker',
    ...poolPatience,
  })
  pgPool.on('error', (error) =>
    log.warn({ reason: error.message }, 'a connection of the job queue was lost'),
  )
  // A connection in use reports its errors only here.
  pgPool.on('connect', (client) => client.on('error', () => {}))
  pgPool.on('connect', (client) => endWhenSilent(client))
  const events: WorkerEvents = new EventEmitter()
  let poolId: string | null = null
  const jobsAtWork = new Set<string>()
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
    jobsAtWork.clear()
  })
  events.on('job:start', ({ job }) => jobsAtWork.add(job.id))
  events.on('job:complete', ({ job }) => jobsAtWork.delete(job.id))
  events.on('worker:fatalError', ({ worker }) => {
    const job = worker.getActiveJob()
    if (job) jobsAtWork.delete(job.id)
  })
  const stopping = new AbortController()
  let runner: Runner | null = null

  const loop = async () => {
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        runner = await run({
          pgPool,
          events,
          taskList,
          concurrency: jobsAtOnce,
          noHandleSignals: true,
          pollInterval: 1000,
          logger: queueLogger(log),
        })
        failures = 0
        // Stop requested during startup.
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        failures += 1
        log.error({ failures, reason: String(error) }, 'the job queue stopped')
      }
      await pause(Math.min(30_000, 500 * 2 ** Math.min(failures, 6)), undefined, {
        signal: stopping.signal,
      }).catch(() => {})
    }
  }
  const running = loop()
  return {
    poolId: () => poolId,
    /** their ids */
    jobsAtWork,
    /** Waits for the jobs that are running. */
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await running
      // The queue does not let us await saving the last job's end: it has requested a connection, which the pool provides
      // in the next tick, or never once it has ended.
      await nextTurn()
      await pgPool.end()
    },
  }
}

/** Logs retries of jobs, but not their success. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    const place = {
      ...(scope.taskIdentifier !== undefined && { task: scope.taskIdentifier }),
      ...(scope.jobId !== undefined && { job: scope.jobId }),
    }
    if (level === 'error') log.error(place, message)
    else if (level === 'warning') log.warn(place, message)
    else log.debug(place, message)
  })
}

// The queue saves a job's end in a promise that is not awaited. If that fails, the job stays locked by us until the
// scheduled job releases it.
process.on('unhandledRejection', (error) => {
  // It may also come when the pool has ended, where saving had to be tried again.
  const isTooLate = error instanceof Error && error.message.startsWith('Cannot use a pool after')
  if (!isAway(error) && !isBusy(error) && !isTooLate) throw error
  process.stderr.write(`The end of a job could not be recorded: ${String(error)}\n`)
})

try {
  start(loadConfig())
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
