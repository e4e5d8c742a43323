import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type Folder = {
  folder: string
  /** It stays when we are gone. */
  keep(): void
  remove(): void
}

/** Creates this run's temporary folder, and removes those of killed runs first. */
export function makeFolder(name: string, within = realpathSync(os.tmpdir())): Folder {
  const prefix = `openspot-${name}-`
  for (const other of readdirSync(within)) {
    const folder = path.join(within, other)
    if (other.startsWith(prefix) && wasLeft(folder)) removeAll(folder)
  }
  const folder = mkdtempSync(path.join(within, prefix))
  const owner = path.join(folder, 'pid')
  writeFileSync(owner, String(process.pid))
  return {
    folder,
    keep: () => rmSync(owner, { force: true }),
    remove: () => removeAll(folder),
  }
}

function removeAll(folder: string): void {
  // What is still ending may write once more.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Its owner is no more. One that was kept names none. */
function wasLeft(folder: string): boolean {
  const pid = Number(readOwner(folder))
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

function readOwner(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'pid'), 'utf8')
  } catch {
    return ''
  }
}
