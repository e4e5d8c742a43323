import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PostgresError } from './place.ts'

export async function readLock(dir: string): Promise<{ pid: number; status: string } | null> {
  const text = await fs.readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() }
}

/** Process numbers are reused, in containers at once: the working folder tells whose server it is. */
export async function isServerOf(dir: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (os.platform() !== 'linux') return true
  const folder = await fs.readlink(`/proc/${pid}/cwd`).catch(() => null)
  return folder === dir
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export function runningAlready(dir: string, pid: number): PostgresError {
  return new PostgresError(
    `Another server (process ${pid}) is already running on the data in ${dir}. ` +
      'Stop it first, or set DATA_DIR to another folder to run a second one.',
  )
}
