import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#core/shared/db.ts'
import { migrate } from '#db/migrate.ts'
import { type Emptier, openEmptier, prepareEmptying } from '#tests/support/emptied-databases.ts'
import { startKeeper } from '#tests/support/keeper.ts'

/** `url` of the server's own database, the migrated `template`, the `prefix` of this run's clones. */
declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
  }
}

export type DatabaseServer = {
  url: string
  template: string
  prefix: string
  /** null on somebody else's server: there each test gets a copy of its own */
  superuserUrl: string | null
}

/**
 * A PostgreSQL for one test run with a migrated template database: a throwaway one, or the server
 * named by `existingUrl`, on which only what this run made is dropped.
 */
export async function startDatabaseServer(existingUrl: string | undefined): Promise<{
  server: DatabaseServer
  stop: () => Promise<void>
}> {
  if (existingUrl) return prepareExisting(existingUrl)
  const kept = await startKeeper(new URL('./postgres-keeper.ts', import.meta.url))
  const server = {
    url: kept.facts['url'] ?? '',
    template: 'openspot_template',
    prefix: 't_',
    superuserUrl: kept.facts['superuserUrl'] ?? null,
  }
  await prepareTemplate(server).catch(async (error: unknown) => {
    await kept.stop()
    throw error
  })
  return { server, stop: () => kept.stop() }
}

async function prepareExisting(url: string) {
  const run = randomBytes(4).toString('hex')
  const server = {
    url,
    template: `openspot_template_${run}`,
    prefix: `t_${run}_`,
    superuserUrl: null,
  }
  await prepareTemplate(server)
  return { server, stop: () => dropAll(server) }
}

async function prepareTemplate(server: DatabaseServer) {
  await withClient(server.url, (client) => client.query(`create database ${server.template}`))
  await migrate(databaseUrlOn(server, server.template))
  if (server.superuserUrl !== null)
    await withClient(onDatabase(server.superuserUrl, server.template), prepareEmptying)
}

async function dropAll(server: DatabaseServer) {
  await withClient(server.url, async (client) => {
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where datname = $1 or starts_with(datname, $2)',
      [server.template, server.prefix],
    )
    for (const { datname } of found.rows) {
      await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`)
    }
  })
}

export function databaseUrlOn(server: DatabaseServer, database: string): string {
  return onDatabase(server.url, database)
}

function onDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

type Opened = ReturnType<typeof openDatabase>
type Clone = {
  url: string
  drop: () => Promise<void>
  emptier: Emptier | null
  /** Stays open: a connection that knows the tables answers at once. */
  opened: Opened | null
}

/** Emptied by the tests of this process before. */
const free: Clone[] = []

/** A database as migrated, for one test; `giveBack` when the test is done with it. */
export async function takeDatabase(
  server: DatabaseServer,
): Promise<{ url: string; open: () => Opened; giveBack: () => Promise<void> }> {
  const clone = free.pop() ?? (await cloneTemplate(server))
  return {
    url: clone.url,
    // Longer than a process of the product: a slow machine is not busy.
    open: () => (clone.opened ??= openDatabase({ url: clone.url, max: 10, lockWaitMs: 20_000 })),
    async giveBack() {
      if (!(await clone.emptier?.isAlone(idleIn(clone.opened)))) {
        await clone.opened?.close()
        clone.opened = null
      }
      if (await clone.emptier?.empty(clone.opened !== null)) {
        free.push(clone)
        return
      }
      await clone.opened?.close()
      await clone.emptier?.close()
      await clone.drop()
    },
  }
}

/** How many connections wait for the next test; null: the test has closed them or left some at work. */
function idleIn(opened: Opened | null): number | null {
  if (opened === null) return null
  const { ended, totalCount, idleCount, waitingCount } = opened.pool
  return ended || totalCount !== idleCount || waitingCount > 0 ? null : idleCount
}

/** Copies the template into a fresh database. */
async function cloneTemplate(server: DatabaseServer): Promise<Clone> {
  const name = `${server.prefix}${randomBytes(8).toString('hex')}`
  const run = (statement: string) =>
    withClient(server.url, async (client) => {
      await client.query(statement)
    })
  // Copying files costs half of copying by the journal.
  await run(`create database ${name} template ${server.template} strategy file_copy`)
  return {
    url: databaseUrlOn(server, name),
    emptier:
      server.superuserUrl === null
        ? null
        : await openEmptier(onDatabase(server.superuserUrl, name)),
    opened: null,
    drop: () => run(`drop database ${name} with (force)`),
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
