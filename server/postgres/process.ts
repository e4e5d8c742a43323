import { spawn, type ChildProcess } from 'node:child_process'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readLock } from './lock.ts'
import type { Account, Binaries } from './place.ts'

export type Cluster = { binaries: Binaries; account: Account; dir: string; password: string }

export type ServeOptions = {
  log: (line: string) => void
  settings: readonly string[]
  /** A folder that goes when the server ends. */
  removeAfter: string | null
}

export type Server = {
  pid: number
  /** The last lines of its log. */
  said: string[]
  exited: Promise<void>
  stop(): Promise<void>
  /** For a server that did not start: lets go of it and leaves its folder. */
  abandon(): void
}

// Ends the server when the pipe from us closes, however we ended, so that none is left behind.
const watchdogScript = `
word=$(cat)
n=0
while [ $n -lt 200 ] && kill -0 "$1" 2>/dev/null; do
  if [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ]; then
    if [ $n -lt 100 ]; then kill -INT "$1"; else kill -QUIT "$1"; fi
  fi
  n=$((n+1)); sleep 0.1
done
if [ -n "$3" ] && [ "$word" != keep ]; then rm -rf "$3"; fi
`

export function launch(cluster: Cluster, port: number, options: ServeOptions): Server {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=256MB',
    'max_connections=200',
    // Parallel queries need shared memory that containers keep small, and gain nothing on few cores.
    'max_parallel_workers_per_gather=0',
    'timezone=UTC',
    'log_timezone=UTC',
    'lc_messages=C',
    ...options.settings,
  ]
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.dir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    // A separate session: Ctrl-C reaches only us, and we end the server after its clients.
    { cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...cluster.account },
  )
  const pid = child.pid ?? 0
  const watchdog = spawn(
    '/bin/sh',
    ['-c', watchdogScript, 'sh', String(pid), cluster.dir, options.removeAfter ?? ''],
    { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'], ...cluster.account },
  )
  const said: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      options.log(line)
      said.push(line)
      if (said.length > 30) said.shift()
    }
  })
  const exited = ended(child)
  const watchdogGone = ended(watchdog)
  const parts = [child, watchdog]
  for (const part of parts) part.unref()
  for (const pipe of [watchdog.stdin, child.stderr]) if (pipe instanceof net.Socket) pipe.unref()

  const stop = async () => {
    for (const part of parts) part.ref()
    for (const [signal, patienceMs] of [
      ['SIGINT', 15_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ] as const) {
      if (pid === 0 || child.exitCode !== null || child.signalCode !== null) break
      child.kill(signal)
      await Promise.race([exited, pause(patienceMs, undefined, { ref: false })])
    }
    watchdog.stdin?.end()
    await watchdogGone
  }
  const abandon = () => watchdog.stdin?.end('keep')
  return { pid, said, exited, stop, abandon }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
}

export async function ready(cluster: Cluster, server: Server): Promise<boolean> {
  let over = false
  void server.exited.then(() => (over = true))
  const begun = Date.now()
  // After a power cut the server first replays its journal, which may take minutes.
  while (!over && Date.now() - begun < 300_000) {
    const lock = await readLock(cluster.dir)
    if (lock?.pid === server.pid && lock.status === 'ready') return true
    await pause(25)
  }
  return false
}
