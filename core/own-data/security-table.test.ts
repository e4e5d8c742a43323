import { globSync, readFileSync } from 'node:fs'
import { tablesLeftOut } from './catalogue.ts'
import { connectionKinds } from '#core/vendors/catalogue.ts'
import { expect, test } from 'vitest'
import { signedKinds } from '#core/shared/signing.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const code = globSync(['app/**/*.{ts,tsx}', 'core/**/*.ts'])
  .filter((path) => !path.includes('.test.'))
  .map(read)
  .join('\n')
const schema = read('db/schema.sql')

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, one = '']) => one)

/** Every cookie, by its name without the prefix of its host. */
function cookies(): string[] {
  const [, plain = ''] =
    /^const cookies = \{$(.*?)^\} as const/ms.exec(read('app/http/cookies.ts')) ?? []
  return [
    ...all(plain, /^ {2}(\w+): \{/gm),
    ...all(code, /\bname: '(openspot\.[\w.-]+)',\s+seconds/g),
    ...all(code, /hostCookie\('([\w.-]+)'/g),
    // Written by a script of the page.
    ...all(code, /document\.cookie = `(\w+)=/g),
  ].filter((name) => name !== 'openspot')
}

function tables(): string[] {
  const leftOut = Object.entries(tablesLeftOut)
  return [
    ...all(schema, /^create table (auth_\w+)/gm),
    ...leftOut.flatMap(([name, why]) => (why === 'signsIn' || why === 'password' ? [name] : [])),
  ]
}

function contacts(): string[] {
  const [, kinds = ''] = /contact_addresses_kind_check CHECK (.*)$/m.exec(schema) ?? []
  return all(kinds, /'(\w+)'::text/g)
}

test('everything that identifies somebody has a row in docs/security.md, and each row is of something', () => {
  const known = [
    ...signedKinds.map((kind) => `signed ${kind}`),
    ...connectionKinds.map((kind) => `connection ${kind}`),
    ...cookies().map((name) => `cookie ${name}`),
    ...tables().map((name) => `table ${name}`),
    ...contacts().map((kind) => `contact ${kind}`),
  ]
  const rows = all(
    read('docs/security.md'),
    /`((?:signed|connection|cookie|table|contact) [\w .-]+)`/g,
  )
  expect(new Set(known)).toEqual(new Set(rows))
  expect(rows).toHaveLength(new Set(rows).size)
})
