import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startThrowawayPostgres } from '#server/postgres/postgres.ts'
import { dumpSchema } from './dump-schema.ts'
import { migrate } from './migrate.ts'

async function withServer(run: (url: string, folder: string) => Promise<void>): Promise<void> {
  const server = await startThrowawayPostgres()
  const folder = await fs.mkdtemp(
    path.join(os.tmpdir(), `openspot-${randomBytes(4).toString('hex')}-`),
  )
  try {
    await run(server.url, folder)
  } finally {
    await server.stop()
    await fs.rm(folder, { recursive: true })
  }
}

test('migrations run once and in order, also when two processes start at the same moment', async () => {
  await withServer(async (url, folder) => {
    await fs.writeFile(path.join(folder, '002-second.sql'), 'alter table a add column b int;')
    await fs.writeFile(path.join(folder, '001-first.sql'), 'create table a (id int);')
    const both = await Promise.all([migrate(url, folder), migrate(url, folder)])
    expect(both.flatMap((one) => one.applied)).toEqual(['001-first.sql', '002-second.sql'])
    expect(await migrate(url, folder)).toEqual({ applied: [] })
  })
}, 60_000)

test('a changed migration is refused, and a failing one leaves nothing of itself', async () => {
  await withServer(async (url, folder) => {
    const first = path.join(folder, '001-first.sql')
    await fs.writeFile(first, 'create table a (id int);')
    await migrate(url, folder)
    await fs.writeFile(
      path.join(folder, '002-bad.sql'),
      'create table b (id int);\nselect nonsense;',
    )
    await expect(migrate(url, folder)).rejects.toThrow(/002-bad\.sql failed: .*nonsense.*line 2/)
    await fs.writeFile(path.join(folder, '002-bad.sql'), 'create table b (id int);')
    expect(await migrate(url, folder)).toEqual({ applied: ['002-bad.sql'] })
    await fs.writeFile(first, 'create table a (id bigint);')
    await expect(migrate(url, folder)).rejects.toThrow(/001-first\.sql was changed after/)
  })
}, 60_000)

test('db/schema.sql is what the migrations make', async () => {
  await withServer(async (url) => {
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const dumped = await dumpSchema(client)
    await client.end()
    expect(dumped).toBe(await fs.readFile(path.join(import.meta.dirname, 'schema.sql'), 'utf8'))
  })
}, 60_000)
