import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { PostgresError } from './place.ts'
import { startPostgres, startThrowawayPostgres } from './postgres.ts'

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const gone = (pid: number) => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

test('a server keeps its data, is found running, forgets a dead lock and refuses another version', async () => {
  const base = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-test-'))
  // As the folder of a project may be: open to the user the server runs as.
  await fs.chmod(base, 0o755)
  const dataDir = path.join(base, 'postgres')

  const first = await startPostgres({ dataDir })
  await ask(first.url, 'create table kept (word text)')
  await expect(startPostgres({ dataDir })).rejects.toThrow(/already running/)
  await first.stop()
  expect(gone(first.pid)).toBe(true)

  // Our own number is alive and no server: in a container numbers come back at once.
  await fs.writeFile(path.join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`)
  const second = await startPostgres({ dataDir })
  expect(await ask(second.url, 'select * from kept')).toEqual([])
  await second.stop()

  await fs.writeFile(path.join(dataDir, 'PG_VERSION'), '15\n')
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /are of PostgreSQL 15, this is PostgreSQL 18/,
  )
  await fs.rm(base, { recursive: true })
}, 60_000)

test('a data folder that cannot be one is answered with a sentence', async () => {
  const base = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-test-'))
  await fs.writeFile(path.join(base, 'file'), '')
  await expect(startPostgres({ dataDir: path.join(base, 'file', 'postgres') })).rejects.toThrow(
    PostgresError,
  )
  await expect(startPostgres({ dataDir: base })).rejects.toThrow(
    /is not empty and holds no database/,
  )
  await fs.rm(base, { recursive: true })
})

test('two throwaway servers run side by side and leave nothing', async () => {
  const [one, two] = await Promise.all([startThrowawayPostgres(), startThrowawayPostgres()])
  expect(one.url).not.toBe(two.url)
  expect(await ask(two.url, 'select 1 as n')).toEqual([{ n: 1 }])
  const [place] = await ask(one.url, "select current_setting('data_directory') as dir")
  await Promise.all([one.stop(), two.stop()])
  expect([gone(one.pid), gone(two.pid)]).toEqual([true, true])
  const dir = typeof place === 'object' && place && 'dir' in place ? String(place.dir) : ''
  await expect(fs.stat(dir)).rejects.toThrow(/ENOENT/)
}, 60_000)
