import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { isAlive, readLock, runningAlready } from './lock.ts'
import { PostgresError, runAs, type Account, type Binaries } from './place.ts'

/** The role that the server is made with. The product connects as another one, see role.ts. */
export const superuser = 'openspot'
const passwordFile = 'openspot-password'

export async function clusterPassword(
  dir: string,
  account: Account,
  binaries: Binaries,
): Promise<string> {
  if (await fs.stat(path.join(dir, 'PG_VERSION')).catch(() => null)) {
    const kept = await fs.readFile(path.join(dir, passwordFile), 'utf8').catch(() => null)
    if (kept !== null) return kept.trim()
    return await replacePassword(dir, account, binaries)
  }
  await clearHalfMade(dir)
  const half = `${dir}.init-${process.pid}`
  const password = await createCluster(half, account, binaries, [])
  try {
    // Complete or absent: a start that is killed half-way leaves no half database.
    await fs.rename(half, dir)
    return password
  } catch {
    await fs.rm(half, { recursive: true, force: true })
    const lock = await readLock(dir)
    throw runningAlready(dir, lock?.pid ?? 0)
  }
}

async function clearHalfMade(dir: string): Promise<void> {
  const start = `${path.basename(dir)}.init-`
  for (const name of await fs.readdir(path.dirname(dir))) {
    const pid = Number.parseInt(name.slice(start.length), 10)
    if (!name.startsWith(start) || (isAlive(pid) && pid !== process.pid)) continue
    await fs.rm(path.join(path.dirname(dir), name), { recursive: true, force: true })
  }
}

export async function createCluster(
  dir: string,
  account: Account,
  binaries: Binaries,
  flags: readonly string[],
): Promise<string> {
  const password = randomBytes(24).toString('hex')
  await fs.mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
    throw new PostgresError(
      `The folder ${dir} cannot be created (${String(error)}). Set DATA_DIR to another one.`,
    )
  })
  if (account) await fs.chown(dir, account.uid, account.gid)
  const secret = `${dir}.password`
  await keepSecret(secret, account, password)
  const made = await runAs(account, binaries.initdb, [
    `--pgdata=${dir}`,
    `--username=${superuser}`,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
    // The same order of letters and case rules on every machine.
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...flags,
  ])
  await fs.rm(secret)
  if (made.code !== 0) {
    await fs.rm(dir, { recursive: true, force: true })
    throw new PostgresError(
      `PostgreSQL could not create its data in ${dir}:\n${made.output.trim()}`,
    )
  }
  await keepSecret(path.join(dir, passwordFile), account, password)
  return password
}

async function keepSecret(file: string, account: Account, password: string): Promise<void> {
  await fs.writeFile(file, password + '\n', { mode: 0o600 })
  if (account) await fs.chown(file, account.uid, account.gid)
}

async function replacePassword(dir: string, account: Account, binaries: Binaries): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const command = `alter role ${superuser} password '${password}'\n`
  const done = await runAs(account, binaries.postgres, ['--single', '-D', dir, 'postgres'], command)
  if (done.code !== 0) {
    throw new PostgresError(`The database in ${dir} could not be opened:\n${done.output.trim()}`)
  }
  await keepSecret(path.join(dir, passwordFile), account, password)
  return password
}
