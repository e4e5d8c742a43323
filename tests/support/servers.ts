import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const logFolder = 'test-results/servers'
const readyLimitMs = 60_000
const stopLimitMs = 10_000

/** A port nobody listens on at this moment, from a range that connections to elsewhere do not take theirs from. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
}

/**
 * Starts `server/{name}.ts` with its output in test-results/servers; answers with its stop. Its
 * channel tells it when this process is gone.
 */
export function startServer(name: string, env: Record<string, string>): () => Promise<void> {
  mkdirSync(logFolder, { recursive: true })
  const log = openSync(`${logFolder}/${name}.log`, 'a')
  const child = spawn(process.execPath, [`server/${name}.ts`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  const ended = once(child, 'exit')
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(timer)
  }
}

/** Resolves when the address answers 200; throws after a minute. */
export async function untilReady(url: string): Promise<void> {
  const giveUpAt = performance.now() + readyLimitMs
  while (performance.now() < giveUpAt) {
    const answer = await fetch(url).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await pause(100)
  }
  throw new Error(`${url} was not ready after a minute; the logs are in ${logFolder}.`)
}
