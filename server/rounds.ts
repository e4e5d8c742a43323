import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '#core/shared/log.ts'

/** Work that comes again and again; `run` answers how much it did. */
export type Round<Given> = { name: string; everyMs: number; run: (given: Given) => Promise<number> }

const longestPauseMs = 10_000

/** Runs each round at once and then with its pause in between, none beside itself. A failure is logged and the next try waits longer. */
export function startRounds<Given extends { log: Logger }>(
  given: Given,
  rounds: readonly Round<Given>[],
): { stop(): Promise<void> } {
  const ending = new AbortController()
  const loops = rounds.map((round) => loop(given, round, ending.signal))
  return {
    /** Waits for what is running. */
    async stop() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

async function loop<Given extends { log: Logger }>(
  given: Given,
  { name, everyMs, run }: Round<Given>,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      const done = await run(given)
      if (done > 0) given.log.debug({ round: name, done }, 'round')
      failures = 0
    } catch (error) {
      failures += 1
      given.log.error({ round: name, failures, reason: String(error) }, 'a round failed')
    }
    const backOffMs =
      failures === 0 ? 0 : Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 10))
    await pause(Math.max(everyMs, backOffMs), undefined, { signal }).catch(() => {})
  }
}
