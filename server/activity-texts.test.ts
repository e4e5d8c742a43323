import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** What is written to the audit log: by `writeAudit`, or by what calls it. */
const written =
  /(?:action: |manage\(db, by, |changeOwn\(db, by, |change\(db, by, )'([a-z_]+\.[a-z_]+)'/g

test('the console has words for everything that the audit log holds', () => {
  const files = globSync('{core,app,server,api}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  const actions = new Set(
    files.flatMap((file) => [...read(file).matchAll(written)].map(([, action = '']) => action)),
  )
  expect(actions.size).toBeGreaterThan(40)
  const texts = read('app/features/admin/texts/en.ts')
  const known = [...actions].filter((action) => texts.includes(`    ${action.replace('.', '_')}:`))
  expect([...actions].filter((action) => !known.includes(action))).toEqual([])
})
