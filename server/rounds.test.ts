import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '#core/shared/log.ts'
import { startRounds } from './rounds.ts'

const log = createLog('silent')

test('a round never runs beside itself, and stopping waits for it', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const run = async () => {
    running += 1
    most = Math.max(most, running)
    await pause(20)
    running -= 1
    runs += 1
    return 1
  }
  const rounds = startRounds({ log }, [{ name: 'slow', everyMs: 1, run }])
  while (runs < 3) await pause(5)
  await rounds.stop()
  expect({ most, running }).toEqual({ most: 1, running: 0 })
})

test('a round that fails is tried again later and disturbs no other', async () => {
  const failures: { at: number; good: number }[] = []
  let good = 0
  const fail = async () => {
    failures.push({ at: performance.now(), good })
    throw new Error('bad')
  }
  const rounds = startRounds({ log }, [
    { name: 'bad', everyMs: 1, run: fail },
    { name: 'good', everyMs: 1, run: async () => ++good },
  ])
  while (failures.length < 2) await pause(5)
  await rounds.stop()
  const [first, second] = failures
  if (!first || !second) throw new Error('unreachable')
  // The pause is a second; a timer may be a little early.
  expect(second.at - first.at).toBeGreaterThan(900)
  expect(second.good).toBeGreaterThan(first.good)
})
