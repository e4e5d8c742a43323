import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterPassword, createCluster, superuser } from './cluster.ts'
import { isServerOf, readLock, runningAlready } from './lock.ts'
import {
  PostgresError,
  dataPlace,
  findBinaries,
  runAs,
  serverAccount,
  type Account,
  type Binaries,
} from './place.ts'
import { launch, ready, type Cluster, type ServeOptions } from './process.ts'
import { prepareDatabase } from './role.ts'

export type Postgres = {
  url: string
  pid: number
  /** Resolves when the server has ended, for any reason. */
  exited: Promise<void>
  stop(): Promise<void>
}

/** Starts the embedded server on a free port of 127.0.0.1; its data stay in dataDir. Errors are PostgresError. */
export async function startPostgres(options: {
  dataDir: string
  log?: (line: string) => void
}): Promise<Postgres> {
  const log = options.log ?? (() => {})
  const account = await serverAccount(path.resolve(options.dataDir))
  const binaries = await findBinaries(account)
  const dir = await dataPlace(path.resolve(options.dataDir), account)
  await refuseOtherVersion(dir, binaries)
  await refuseRunning(dir)
  const password = await clusterPassword(dir, account, binaries)
  return await serve({ binaries, account, dir, password }, { log, settings: [], removeAfter: null })
}

/** A server for tests: nothing is safe on disk, and its data vanish with it, also when we are killed. */
export async function startThrowawayPostgres(): Promise<Postgres & { superuserUrl: string }> {
  const account = await serverAccount('/')
  const binaries = await findBinaries(account)
  const base = await throwawayFolder(account)
  const dir = path.join(base, 'data')
  const password = await createCluster(dir, account, binaries, ['--no-sync']).catch(
    async (error: unknown) => {
      await fs.rm(base, { recursive: true, force: true })
      throw error
    },
  )
  const served = await serve(
    { binaries, account, dir, password },
    {
      log: () => {},
      settings: [
        'fsync=off',
        'full_page_writes=off',
        'synchronous_commit=off',
        'shared_buffers=128MB',
        'wal_level=minimal',
        'max_wal_senders=0',
        'max_wal_size=128MB',
        // A database that it is looking at can't be dropped by anybody but a superuser.
        'autovacuum=off',
        // Each test opens several connections; strangers on this machine are kept out all the same.
        'scram_iterations=1',
      ],
      removeAfter: base,
    },
  )
  const url = new URL(served.url)
  url.username = superuser
  url.password = password
  return { ...served, superuserUrl: url.href }
}

// In memory, a copy of a database costs an eighth of the processor time. Containers often have 64 MB there.
const memoryDisk = '/dev/shm'
const roomOfClusters = 2 * 1024 ** 3

async function temporaryFolders(): Promise<string[]> {
  const usual = [os.tmpdir(), '/var/tmp']
  // Another one was named with TMPDIR.
  if (os.tmpdir() !== '/tmp') return usual
  const disk = await fs.statfs(memoryDisk).catch(() => null)
  const room = disk === null ? 0 : Math.min(disk.bavail * disk.bsize, os.freemem())
  return room > roomOfClusters ? [memoryDisk, ...usual] : usual
}

async function throwawayFolder(account: Account): Promise<string> {
  for (const parent of await temporaryFolders()) {
    const base = await fs.mkdtemp(path.join(await fs.realpath(parent), 'openspot-pg-'))
    if (!account) return base
    await fs.chown(base, account.uid, account.gid)
    const entered = await runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', base])
    if (entered.code === 0) return base
    await fs.rm(base, { recursive: true })
  }
  throw new PostgresError(
    'The user postgres cannot write to any temporary folder. Set TMPDIR to one it can use.',
  )
}

async function refuseOtherVersion(dir: string, binaries: Binaries): Promise<void> {
  const found = await fs.readFile(path.join(dir, 'PG_VERSION'), 'utf8').catch(() => null)
  if (found === null || found.trim() === binaries.major) return
  throw new PostgresError(
    `The data in ${dir} belongs to PostgreSQL ${found.trim()}, but this is PostgreSQL ${binaries.major}. ` +
      `Set DATA_DIR to another folder, or move the data with a dump from version ${found.trim()}.`,
  )
}

/** Waits for a server that is just ending, refuses one that stays, and clears away what a dead one left. */
async function refuseRunning(dir: string): Promise<void> {
  const patience = { ready: 2_000, stopping: 30_000 }
  const begun = Date.now()
  for (;;) {
    const lock = await readLock(dir)
    if (!lock) return
    if (!(await isServerOf(dir, lock.pid))) {
      await fs.rm(path.join(dir, 'postmaster.pid'), { force: true })
      return
    }
    const limit = lock.status === 'stopping' ? patience.stopping : patience.ready
    if (Date.now() - begun > limit) throw runningAlready(dir, lock.pid)
    await pause(100)
  }
}

async function serve(cluster: Cluster, options: ServeOptions): Promise<Postgres> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const server = launch(cluster, port, options)
    if (await ready(cluster, server)) {
      try {
        const url = await prepareDatabase({ port, password: cluster.password })
        return { url, pid: server.pid, exited: server.exited, stop: server.stop }
      } catch (error) {
        await server.stop()
        throw error
      }
    }
    const said = server.said.join('\n')
    // The port was free a moment ago; or the processes of a killed server have not all gone yet.
    const passing = /Address already in use|shared memory block/.test(said)
    if (passing && attempt < 20) {
      server.abandon()
      await pause(250)
      continue
    }
    await server.stop()
    const lock = await readLock(cluster.dir)
    if (lock && /postmaster\.pid/.test(said)) throw runningAlready(cluster.dir, lock.pid)
    throw new PostgresError(`PostgreSQL did not start on the data in ${cluster.dir}:\n${said}`)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
