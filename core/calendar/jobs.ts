import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { closeAllAtBusyTimes } from './commands/close-at-busy-times.ts'
import { disconnectClosed } from './commands/disconnect-closed.ts'
import { reseal } from '#core/shared/reseal.ts'
import { sealedTokens } from './steps/tokens.ts'
import { syncNextCalendar } from './commands/sync-calendar.ts'

/** A slow calendar blocks one of these loops, never the emails. */
const atOnce = 4

/** Without a configured Google nothing is synced. The other jobs still look after connections that are left. */
export function calendarJobs({ googleCalendar }: Pick<Deps, 'googleCalendar'>) {
  return [
    defineJob({
      name: 'encrypt calendar tokens with the first secret key',
      every: { hours: 1 },
      once: 'cluster',
      run: (deps) => reseal(deps, sealedTokens),
    }),
    defineJob({
      name: 'disconnect calendars of closed accounts',
      every: { hours: 1 },
      once: 'cluster',
      run: disconnectClosed,
    }),
    defineJob({
      name: 'close booking at busy times',
      every: { minutes: 1 },
      once: 'cluster',
      run: closeAllAtBusyTimes,
    }),
    ...(googleCalendar === null
      ? []
      : Array.from({ length: atOnce }, (_loop, nth) =>
          defineJob({
            name: `bring calendars up to date ${nth + 1}`,
            every: { seconds: 1 },
            once: 'process',
            run: syncSome,
          }),
        )),
  ]
}

/** So few that a worker which ends does not have to wait. */
const mostInARow = 2

async function syncSome(deps: Deps): Promise<number> {
  let done = 0
  while (done < mostInARow && (await syncNextCalendar(deps))) done += 1
  return done
}
