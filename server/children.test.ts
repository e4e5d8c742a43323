import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepRunning } from './children.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A program that notes its start and then does `then`. */
async function aProgram(then: string) {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-children-'))
  onTestFinished(() => fs.rm(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'program.mjs')
  const log = path.join(dir, 'starts')
  await fs.writeFile(log, '')
  await fs.writeFile(
    file,
    `import fs from 'node:fs'\nfs.appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')\n${then}\n`,
  )
  const starts = async () =>
    (await fs.readFile(log, 'utf8')).split('\n').filter(Boolean).map(Number)
  const untilStarts = async (count: number) => {
    while ((await starts()).length < count) await pause(20)
    return starts()
  }
  return { spec: { name: 'program', file, env: process.env }, starts, untilStarts }
}

/** Its restart messages would fail the test. */
function quietly() {
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  return said
}

test('a program that fails at once is tried three times, with a growing pause, and given up', async () => {
  const said = quietly()
  const { spec, starts } = await aProgram('process.exit(3)')
  const begun = performance.now()
  const reason = await new Promise<string>((resolve) => void keepRunning(spec, resolve))
  expect(reason).toBe('program ended (code 3) soon after its start, 3 times in a row.')
  expect(await starts()).toHaveLength(3)
  expect(said).toHaveLength(2)
  expect(performance.now() - begun).toBeGreaterThan(500 + 1000)
})

test(
  'a program that is killed from outside soon after its start is started again, however often',
  { timeout: 40_000 },
  async () => {
    quietly()
    const { spec, untilStarts } = await aProgram(
      "process.on('disconnect', () => process.exit(0)); setInterval(() => {}, 1000)",
    )
    let reason: string | null = null
    const kept = keepRunning(spec, (given) => (reason = given))
    onTestFinished(() => kept.stop())
    for (let kills = 1; kills <= 4; kills++) {
      const started = await untilStarts(kills)
      process.kill(started.at(-1) ?? 0, 'SIGKILL')
    }
    expect(await untilStarts(5)).toHaveLength(5)
    expect(reason).toBeNull()
  },
)
