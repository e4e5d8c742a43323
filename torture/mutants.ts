import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Shutdown } from '#server/children.ts'
import { violationKinds } from './check.ts'
import { makeFolder } from './folders.ts'
import { type Mutation, mutations, type Patch } from './mutations.ts'
import { endProcess } from './processes.ts'

const root = path.join(import.meta.dirname, '..')
const notCopied = new Set(['node_modules', '.data', '.git', '.react-router', 'test-results'])

type Tried = { name: string; verdict: 'red' | 'GREEN' | 'did not run'; broken: string }

/** Removes each guard in a copy of the project and runs a round there, which must fail. Returns the exit code. */
export async function runMutants(options: {
  only: string | undefined
  seed: string
  tell: (line: string) => void
  say: (line: string) => void
  shutdown: Shutdown
}): Promise<number> {
  const chosen = mutations.filter(({ name }) => options.only === undefined || name === options.only)
  if (chosen.length === 0) throw new Error(`No guard is called ${options.only}.`)
  const results: Tried[] = []
  for (const mutation of chosen) {
    if (options.shutdown.isEnding()) return 1
    options.tell(`${mutation.name}: without ${mutation.without}`)
    const tried = await tryMutation(mutation, options)
    options.tell(`${mutation.name}: ${tried.verdict} ${tried.broken}`)
    results.push(tried)
  }
  options.say('')
  for (const { name, verdict, broken } of results)
    options.say(`${name.padEnd(24)}${verdict.padEnd(12)}${broken}`)
  return results.every(({ verdict }) => verdict === 'red') ? 0 : 1
}

async function tryMutation(
  { name, patches, shows }: Mutation,
  { seed, shutdown }: { seed: string; shutdown: Shutdown },
): Promise<Tried> {
  const { folder, remove } = makeFolder('mutant')
  // The rounds' folders lie in it, and another user has to get through to the database.
  chmodSync(folder, 0o711)
  try {
    const copy = path.join(folder, 'project')
    copyProject(copy)
    for (const patch of patches) apply(copy, patch)
    const report = path.join(folder, 'report.json')
    const log = path.join(folder, 'output.log')
    const output = openSync(log, 'a')
    const args =
      'round' in shows
        ? ['torture/run.ts', ...shows.round.split(' '), '--seed', seed, '--json', report]
        : ['node_modules/vitest/vitest.mjs', 'run', '--project', projectOf(shows.test), shows.test]
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', output, output],
    })
    shutdown.add(() => endProcess(child))
    await once(child, 'exit')
    return 'round' in shows ? verdictOf(name, { report, log }) : verdictOfTests(name, log)
  } finally {
    remove()
  }
}

function projectOf(test: string): string {
  const [, project] = /^tests\/(http|model)\//.exec(test) ?? []
  return project ?? 'unit'
}

function copyProject(copy: string): void {
  cpSync(root, copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (file) => !notCopied.has(path.relative(root, file).split(path.sep)[0] ?? ''),
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
}

/** Throws when the text to be replaced is not there exactly once: the guard has moved, and the patch must follow. */
function apply(copy: string, { file, find, put }: Patch): void {
  const target = path.join(copy, file)
  const text = readFileSync(target, 'utf8')
  const parts = text.split(find)
  if (parts.length !== 2)
    throw new Error(`The patch of ${file} does not apply: ${parts.length - 1} places for\n${find}`)
  writeFileSync(target, parts.join(put))
}

function verdictOf(name: string, { report, log }: { report: string; log: string }): Tried {
  const read = readReport(report)
  if (!read) return { name, verdict: 'did not run', broken: readFileSync(log, 'utf8').slice(-2000) }
  const broken = violationKinds
    .filter((kind) => (read[kind] ?? 0) > 0)
    .map((kind) => `${kind} ${read[kind]}`)
    .join(', ')
  return { name, verdict: broken === '' ? 'GREEN' : 'red', broken }
}

/** Red: tests ran, and one of them failed. */
function verdictOfTests(name: string, log: string): Tried {
  const text = stripVTControlCharacters(readFileSync(log, 'utf8'))
  const [, failed] = /^\s*Tests\s+(?:(\d+) failed)?.*\d+ (?:passed|failed)/m.exec(text) ?? []
  if (!/^\s*Tests\s/m.test(text)) return { name, verdict: 'did not run', broken: text.slice(-2000) }
  return failed === undefined
    ? { name, verdict: 'GREEN', broken: '' }
    : { name, verdict: 'red', broken: `${failed} tests` }
}

function readReport(file: string) {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return z.record(z.string(), z.number().catch(0)).parse(report)
  } catch {
    return null
  }
}
