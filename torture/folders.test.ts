import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './folders.ts'

test('what a killed run left goes at the next start; what runs, was kept, or is another’s stays', () => {
  const within = mkdtempSync(path.join(os.tmpdir(), 'openspot-folders-'))
  onTestFinished(() => rmSync(within, { recursive: true, force: true }))
  const dead = spawnSync(process.execPath, ['--version']).pid
  const left = (name: string, pid: number) => {
    const folder = path.join(within, name)
    mkdirSync(path.join(folder, 'postgres'), { recursive: true })
    writeFileSync(path.join(folder, 'pid'), String(pid))
    return folder
  }
  const killed = left('openspot-torture-killed', dead)
  const running = left('openspot-torture-running', process.pid)
  const others = left('something-else', dead)
  const kept = makeFolder('torture', within)
  kept.keep()

  const next = makeFolder('torture', within)
  expect([killed, running, others, kept.folder, next.folder].map((one) => existsSync(one))).toEqual(
    [false, true, true, true, true],
  )
  next.remove()
  expect(existsSync(next.folder)).toBe(false)
})
