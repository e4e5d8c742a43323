import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const page = read('docs/endings.md').replaceAll(/\s+/g, ' ')

/** A column whose name says that something ends, is due or stops then. */
const holdsAnEnd =
  /[._](expires|ends|ended|closes|closed|cancel|retry|due)_at$|_until$|ends_on$|end_date$|closed_date$/

function columns(schema: string): string[] {
  let table = ''
  return schema.split('\n').flatMap((line) => {
    table = /^create table (\w+)/.exec(line)?.[1] ?? table
    const name = /^ {2}(\w+) (?:timestamp|date)\b/.exec(line)?.[1]
    return name === undefined ? [] : [`${table}.${name}`]
  })
}

test('every column that holds an end has a line in docs/endings.md', () => {
  const ends = columns(read('db/schema.sql')).filter((name) => holdsAnEnd.test(name))
  expect(ends.length).toBeGreaterThan(20)
  expect(ends.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('every scheduled job is named in docs/endings.md, and no other', () => {
  const files = globSync('core/*/jobs.ts', { cwd: new URL('..', import.meta.url) })
  const jobs = files.flatMap((file) =>
    [...read(file).matchAll(/name: ['"`]([^'"`$]+?)(?: \$\{nth \+ 1\})?['"`]/g)].map(
      ([, name]) => name,
    ),
  )
  expect(jobs.length).toBeGreaterThan(20)
  expect(jobs.filter((name) => !page.includes(`"${name}"`))).toEqual([])
  const named = [...page.matchAll(/job "([^"]+)"/g)].map(([, name]) => name)
  expect(named.filter((name) => !jobs.includes(name))).toEqual([])
})
