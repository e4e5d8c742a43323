import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'

test('every name of the schema leads to a name in TypeScript that leads back to it', async ({
  db,
}) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public'
    union select table_name from information_schema.tables where table_schema = 'public'`.execute(
    db,
  )
  expect(rows.length).toBeGreaterThan(150)
  for (const { name } of rows) {
    const answer = await sql<Record<string, number>>`select 1 as ${sql.raw(`"${name}"`)}`.execute(
      db,
    )
    const [known = ''] = Object.keys(answer.rows[0] ?? {})
    expect(known).not.toContain('_')
    expect(sql`${sql.ref(known)}`.compile(db).sql).toBe(`"${name}"`)
  }
})

test('column names are converted in all rows, but not inside JSON columns', async ({ db }) => {
  const { rows } = await sql`
    select n as first_name, '{"in_json": 1}'::jsonb as some_json from generate_series(1, 2) n`.execute(
    db,
  )
  expect(rows).toEqual([
    { firstName: 1, someJson: { in_json: 1 } },
    { firstName: 2, someJson: { in_json: 1 } },
  ])
})
