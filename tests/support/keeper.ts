import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

export type Kept = { facts: Record<string, string>; stop: () => Promise<void> }

const stopLimitMs = 20_000
const factsSchema = z.record(z.string(), z.string())

/**
 * Starts a script that keeps servers for a test run and answers with one message of facts
 * (addresses) when they are ready. The script ends its servers when the channel to this process
 * closes, so nothing survives, however this process ends.
 * Throws when the script ends before it is ready.
 */
export async function startKeeper(script: URL): Promise<Kept> {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const ready = once(child, 'message')
  const first = await Promise.race([
    ready.then(([message]) => ({ facts: factsSchema.parse(message) })),
    ended.then(() => ({ facts: null })),
  ])
  if (!first.facts) throw new Error(`${script.pathname} ended before its servers were ready.`)
  return {
    facts: first.facts,
    stop: async () => {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Inside a keeper script: tells the facts, then waits for the parent's end and runs `stop`. */
export function keep(facts: Record<string, string>, stop: () => Promise<void>): void {
  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    await stop()
    process.exit(0)
  }
  process.on('disconnect', () => void end())
  process.on('SIGTERM', () => void end())
  process.send?.(facts)
  // The parent may have gone while the servers were starting.
  if (!process.connected) void end()
}

/** Inside a keeper script, before anything starts: Ctrl-C reaches the whole group; the parent decides. */
export function ignoreInterrupt(): void {
  process.on('SIGINT', () => {})
}
