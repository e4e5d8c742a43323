// npm run torture -- --seconds 60 --seed 1 --json FILE: loads and harms the whole system, then checks its promises.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createShutdown, endWithoutParent } from '#server/children.ts'
import { buildWhenStale } from '#tests/support/build.ts'
import { isGreen, type Report, violationKinds } from './check.ts'
import { type Deck, type FaultKind, usualDeck } from './faults.ts'
import { makeFolder } from './folders.ts'
import { runMutants } from './mutants.ts'
import { runRound } from './round.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string' },
    faults: { type: 'string' },
    every: { type: 'string', default: '1600' },
    postgres: { type: 'string', multiple: true, default: [] },
  },
})

const begun = performance.now()
const say = (line: string) => void process.stdout.write(`${line}\n`)
/** What is going on, with the seconds since the start. */
const tell = (line: string) =>
  say(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`)
process.chdir(path.join(import.meta.dirname, '..'))
const shutdown = createShutdown()
endWithoutParent(shutdown)

/** 'web:3,postmaster:1': a deck of those alone. */
function deckOf(text: string | undefined): Deck {
  if (text === undefined) return usualDeck
  const deck = { web: 0, worker: 0, backend: 0, postmaster: 0, freeze: 0, stop: 0 }
  const known = (name: string | undefined): name is FaultKind => name !== undefined && name in deck
  for (const part of text.split(',')) {
    const [name, weight] = part.split(':')
    if (!known(name)) throw new Error(`${name} is no fault: ${Object.keys(deck).join(', ')}`)
    deck[name] = Number(weight ?? 1)
  }
  return deck
}

async function torture(): Promise<number> {
  buildWhenStale()
  const { folder, keep, remove } = makeFolder('torture')
  let keeps = values.keep
  // At the very end: what still runs writes into it.
  process.once('exit', () => (keeps ? keep() : remove()))
  const report = await runRound(
    {
      seconds: Number(values.seconds),
      seed: Number(values.seed),
      folder,
      deck: deckOf(values.faults),
      everyMs: Number(values.every),
      postgresSettings: values.postgres,
    },
    shutdown,
    tell,
  ).catch((error: unknown) => {
    keeps ||= !shutdown.isEnding()
    say(`What was written until then: ${folder}`)
    throw error
  })
  print(report)
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(report, null, 2) + '\n')
  keeps ||= !isGreen(report)
  if (keeps) say(`\nHistory, kill log and the logs of the servers: ${folder}`)
  return isGreen(report) ? 0 : 1
}

function print({ notes, ...numbers }: Report): void {
  for (const [name, value] of Object.entries(numbers)) say(`${name.padEnd(34)}${value}`)
  for (const note of notes) say(`  ${note}`)
  const red = violationKinds.filter((kind) => numbers[kind] > 0)
  say(red.length === 0 ? 'Both promises held.' : `Broken: ${red.join(', ')}.`)
}

try {
  const code = values.mutants
    ? await runMutants({ only: values.only, seed: values.seed, tell, say, shutdown })
    : await torture()
  await shutdown.end(code)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  await shutdown.end(1)
}
