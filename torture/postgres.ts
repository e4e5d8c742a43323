import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterPassword } from '#server/postgres/cluster.ts'
import { dataPlace, findBinaries, serverAccount } from '#server/postgres/place.ts'
import { type Cluster, launch, ready, type Server } from '#server/postgres/process.ts'
import { prepareDatabase } from '#server/postgres/role.ts'
import { freePort } from '#tests/support/servers.ts'

export type DurablePostgres = {
  url: string
  /** Kills the postmaster with -9; its data stay. Resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it on the same port and data, and waits until it has recovered. */
  restart(): Promise<void>
  stop(): Promise<void>
}

// Processes of a killed server may hold its memory for a moment.
const mostStarts = 60

/** A PostgreSQL that keeps what it promises to keep, in `dataDir`. `settings` are laid over its own. */
export async function startDurablePostgres(options: {
  dataDir: string
  settings: readonly string[]
  log: (line: string) => void
}): Promise<DurablePostgres> {
  const account = await serverAccount(options.dataDir)
  const binaries = await findBinaries(account)
  const dir = await dataPlace(path.resolve(options.dataDir), account)
  const password = await clusterPassword(dir, account, binaries)
  const cluster: Cluster = { binaries, account, dir, password }
  const port = await freePort()
  const settings = [
    // The checker asks when each seat was committed.
    'track_commit_timestamp=on',
    'shared_buffers=64MB',
    ...options.settings,
  ]
  const start = async (): Promise<Server> => {
    for (let starts = 1; ; starts++) {
      const server = launch(cluster, port, { log: options.log, settings, removeAfter: null })
      if (await ready(cluster, server)) return server
      server.abandon()
      if (starts >= mostStarts)
        throw new Error(`PostgreSQL did not start:\n${server.said.join('\n')}`)
      await pause(100)
    }
  }

  let server = await start()
  return {
    url: await prepareDatabase({ port, password }),
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      await server.exited
      server.abandon()
    },
    async restart() {
      server = await start()
    },
    stop: () => server.stop(),
  }
}
