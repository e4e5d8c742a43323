import { expect, test } from 'vitest'
import { projectFiles, structureProblems } from './structure.ts'
import { docPathProblems } from './structure/doc-paths.ts'
import { placeholdersOf } from './structure/icu.ts'
import { lintOverrides } from './structure/lint-walls.ts'
import { lockfileProblems } from './structure/lockfile.ts'
import { importsOf } from './structure/source.ts'
import { textProblems } from './structure/texts.ts'
import { unnamedVendors, vendorProblems, vendorTables } from './structure/vendor-statements.ts'

/** Sentences about one file among the named others. */
function sentences(path: string, text: string, ...others: [path: string, text: string][]) {
  const files = [
    { path, text },
    ...others.map(([file, content]) => ({ path: file, text: content })),
  ]
  return structureProblems(files).map((problem) => `${problem.line} ${problem.says}`)
}

const rules = `export const a = 1\n`
const machine = ['', 'work', 'main'].join('/')

test.each([
  ['core/bookings/rules.ts', `import { a } from './queries.ts'`, 'rules import only rules'],
  ['core/bookings/rules/seen.ts', `import { a } from '../queries.ts'`, 'rules import only rules'],
  ['core/bookings/rules.ts', `import {\n  a,\n} from 'kysely'`, 'rules import only rules'],
  [
    'core/bookings/queries.ts',
    `import { a } from './commands.ts'`,
    'queries do not import commands',
  ],
  [
    'core/bookings/queries.ts',
    `import './commands/book-session.ts'`,
    'queries do not import commands',
  ],
  [
    'core/bookings/commands.ts',
    `import { a } from '#core/bookings/jobs.ts'`,
    'commands do not import',
  ],
  [
    'core/classes/queries.ts',
    `import { a } from '#core/bookings/rules.ts'`,
    'classes does not stand above',
  ],
  [
    'core/bookings/commands.ts',
    `import { a } from '#core/messages/rules.ts'`,
    'bookings does not stand',
  ],
  [
    'core/payments/queries.ts',
    `export { a } from '#core/waitlist/rules.ts'`,
    'payments does not stand',
  ],
  ['core/bookings/jobs.ts', `await import('#server/config.ts')`, 'core knows neither the web'],
  ['core/bookings/jobs.ts', `import { a } from '../../app/root.tsx'`, 'core knows neither the web'],
  [
    'core/shared/time.ts',
    `import { a } from '#core/bookings/rules.ts'`,
    'core/shared knows no feature',
  ],
  [
    'core/integrations/stripe.ts',
    `import { a } from '#core/plans/rules.ts'`,
    'an integration knows',
  ],
  ['app/root.tsx', `import { config } from '#server/config.ts'`, 'app is given its dependencies'],
  ['server/deps.ts', `import { a } from '#tests/fakes/google.ts'`, 'nothing that is simulated'],
  ['server/web.ts', `await import('../tests/fakes/google.ts')`, 'nothing that is simulated'],
  [
    'core/integrations/telegram.ts',
    `import '#tests/fakes/telegram/telegram.ts'`,
    'neither the web nor the processes',
  ],
  ['app/root.tsx', `import pg from 'pg'`, 'queries and commands of core talk'],
  ['app/ui/card.tsx', `import { a } from '#core/plans/rules.ts'`, 'primitives know no domain'],
  ['app/ui/card.tsx', `import { a } from '#app/http/request.ts'`, 'nothing of the product around'],
  [
    'app/features/plans/card.tsx',
    `import { a } from '#core/plans/queries.ts'`,
    'components run rules, schemas',
  ],
  [
    'app/features/plans/card.tsx',
    `import { a } from '#core/plans/queries/prices.ts'`,
    'components run rules, schemas',
  ],
  ['app/features/plans/card.tsx', `import { a } from '#core/shared/db.ts'`, 'components run rules'],
  [
    'app/features/plans/card.tsx',
    `import { a } from '#app/http/request.ts'`,
    'components run in the browser',
  ],
  [
    'app/features/plans/card.tsx',
    `import { a } from './plan-form.server.ts'`,
    'components run in the browser',
  ],
  [
    'app/features/plans/card.tsx',
    `import { a } from '#app/routes/public/pricing.tsx'`,
    'only app/routes.ts',
  ],
  [
    'app/features/plans/plan-form.server.ts',
    `import { a } from '#server/config.ts'`,
    'app is given its dependencies',
  ],
  [
    'app/routes/public/a.tsx',
    `import { a } from '../vendor/b.tsx'`,
    'routes do not import each other',
  ],
  ['app/http/request.ts', `import { a } from '#app/features/site/a.tsx'`, 'what every feature'],
  ['app/locale/clock.ts', `import { a } from '#app/features/site/a.tsx'`, 'what every feature'],
  ['api/bookings.ts', `import { a } from '#server/http/app.ts'`, 'the API knows core only'],
  ['api/bookings.ts', `import type { A } from '#app/http/request.ts'`, 'the API knows core only'],
  ['server/http/app.ts', `import { a } from '../../app/root.tsx'`, 'one compiled bundle'],
  ['server/http/pictures/facts.ts', `import { a } from '#app/seo/head.ts'`, 'pictures know its'],
  ['core/bookings/rules.ts', `import '#api/problem.ts'`, 'core knows neither the web'],
  ['core/classes/rules.ts', `import 'zod'`, 'rules import only rules'],
  [
    'core/seats/commands/take-seats.ts',
    `import { a } from '#core/classes/queries.ts'`,
    'seats does not stand above classes',
  ],
  [
    'core/events/emit.ts',
    `import { a } from '#core/accounts/queries.ts'`,
    'events does not stand above accounts',
  ],
  [
    'core/bookings/commands.ts',
    `import { a } from '#core/plans/subscriptions.ts'`,
    'commands do not import subscriptions',
  ],
  ['core/bookings/helpers.ts', rules, 'says nothing about what is inside'],
  ['core/shared/index.ts', rules, 'says nothing about what is inside'],
  ['core/bookings/service.ts', rules, 'A feature holds rules, catalogue, schema'],
  [
    'core/bookings/commands/book.ts',
    `import { a } from '#core/gifts/queries.ts'`,
    'bookings does not stand above gifts',
  ],
  [
    'app/routes/vendor/a.tsx',
    `export const action = formAction({ run })`,
    'A form needs `export const clientAction = keepForm`',
  ],
  [
    'app/routes/public/a.tsx',
    `export const action = formAction({ run })\nexport async function clientAction({ serverAction }) {\n  return await serverAction()\n}`,
    'A form needs `export const clientAction = keepForm`',
  ],
  ['app/request.ts', rules, 'At the root of app'],
  ['app/components/card.tsx', rules, 'is not one of the folders of app'],
  ['app/features/card.tsx', rules, 'one flat folder'],
  ['app/features/plans/cards/card.tsx', rules, 'one flat folder'],
  ['app/features/plans/texts/plans.ts', rules, 'one flat folder'],
  ['lib/a.ts', rules, 'is not one of the top folders'],
  ['app/routes/public/deep/a.tsx', rules, 'A route is one file in'],
  ['core/bookings/commands.ts', `const a = process.env['PORT']`, 'Only server/config.ts reads'],
  ['server/web.ts', `const a = process.env.PORT`, 'Only server/config.ts reads'],
  ['tests/e2e/a.test.ts', `await page.waitForTimeout(5)`, 'Wait for what the test needs'],
  ['tests/e2e/a.test.ts', `{ startsAt: addMinutes(new Date(), 60) }`, 'on a named day'],
  ['core/seats/a.test.ts', `const endsAt = new Date(Date.now() + 5)`, 'on a named day'],
  [
    'core/bookings/queries/a.ts',
    'own.where(sql<boolean>`not s.is_slot or has_room(s, 1)`)',
    'needs brackets',
  ],
  ['docs/README.md', `see ${machine}`, 'A path of one machine'],
  ['docs/README.md', `${'Who'}ever waits is notified.`, 'Plain English'],
  ['core/bookings/rules.ts', `// read ${'ane'}w`, 'Plain English'],
])('%s refuses: %s', (path, text, sentence) => {
  const found = sentences(path, text)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(sentence)
})

test.each([
  [
    'core/bookings/rules.ts',
    `import { a } from '#core/classes/rules.ts'\nimport '#core/shared/time.ts'`,
  ],
  [
    'core/bookings/commands.ts',
    `import { a } from '#core/plans/queries.ts'\nimport { b } from 'kysely'`,
  ],
  [
    'core/bookings/queries/a.ts',
    'own.where(sql<boolean>`(a or b) and c = case when d or e then 1 end`)',
  ],
  ['core/bookings/commands.ts', `import { a } from '#core/shared/db.ts'`],
  ['core/gifts/rules.ts', `import { a } from '#core/bookings/rules.ts'`],
  [
    'app/routes/vendor/a.tsx',
    `export const action = formAction({ run })\nexport const clientAction = keepForm`,
  ],
  [
    'app/routes/public/a.tsx',
    `export const action = formAction({ run })\nexport async function clientAction(args) {\n  return await keepForm(args)\n}`,
  ],
  [
    'app/routes/public/a.tsx',
    `export const handle = { plain: true }\nexport const action = formAction({ run })`,
  ],
  [
    'core/messages/jobs.ts',
    `import { a } from './templates/booked.ts'\nimport '#core/bookings/queries.ts'`,
  ],
  ['core/shared/deps.ts', `import type { Mailer } from '#core/integrations/mailer.ts'`],
  [
    'app/features/plans/card.tsx',
    `import { a } from '#core/plans/rules.ts'\nimport { b } from '#core/shared/languages.ts'`,
  ],
  ['app/features/plans/card.tsx', `import type { A } from '#core/plans/queries.ts'`],
  ['app/features/plans/plan-form.server.ts', `import { a } from '#core/plans/queries.ts'`],
  ['app/locale/areas.ts', `import { a } from '#app/features/site/texts/en.ts'`],
  ['server/http/pictures/facts.ts', `import { a } from '#app/locale/clock.ts'`],
  ['server/http/app.ts', `import { a } from '#api/api.ts'`],
  [
    'core/schedule/commands/edit-class.ts',
    `import { a } from '#core/seats/commands/take-seats.ts'`,
  ],
  ['core/accounts/commands/register.ts', `import { a } from '#core/events/emit.ts'`],
  ['core/bookings/subscriptions.ts', `import { a } from './commands/book-session.ts'`],
  ['core/bookings/jobs.ts', `import { a } from './subscriptions.ts'`],
  [
    'app/routes/public/home.tsx',
    `import { a } from '#core/plans/queries.ts'\nimport './+types/home'`,
  ],
  ['server/web.ts', `const config = loadConfig(process.env)`],
  [
    'core/bookings/commands/book-session.test.ts',
    `import { test } from '#tests/support/database.ts'`,
  ],
])('%s allows: %s', (path, text) => {
  expect(sentences(path, text)).toEqual([])
})

test('features of the web do not import each other in a cycle', () => {
  const list: [string, string] = [
    'app/features/plans/list.tsx',
    `import { a } from '#app/features/pricing/card.tsx'`,
  ]
  const card = `import { a } from '#app/ui/card.tsx'\nimport { b } from '../plans/list.tsx'`
  expect(sentences('app/features/pricing/card.tsx', `import '#app/ui/card.tsx'`, list)).toEqual([])
  expect(sentences('app/features/pricing/card.tsx', card, list)).toEqual([
    '2 Features import each other in a cycle: pricing → plans → pricing.',
    '1 Features import each other in a cycle: plans → pricing → plans.',
  ])
})

test('the structure check notices when the linter has other walls than the table', () => {
  const settings = (overrides: unknown) => JSON.stringify({ overrides })
  const [first, ...others] = lintOverrides()
  expect(sentences('.oxlintrc.json', settings([first, ...others]))).toEqual([])
  expect(sentences('.oxlintrc.json', settings(others))).toHaveLength(1)
})

test('a problem names the line of the import', () => {
  const text = `import { b } from 'zod'\n\nimport {\n  a,\n} from '#server/deps.ts'\n`
  expect(sentences('app/root.tsx', text)[0]).toMatch(/^5 /)
})

test('a route file that the URL map does not name is refused', () => {
  const map: [string, string] = ['app/routes.ts', `route('a', 'routes/public/a.tsx')`]
  expect(sentences('app/routes/public/a.tsx', rules, map)).toEqual([])
  expect(sentences('app/routes/public/b.tsx', rules, map)).toEqual([
    '1 app/routes.ts does not name this file.',
  ])
})

test('placeholders are found in branches and not in quotes', () => {
  const message = `<b>{name}</b> has {count, plural, =0 {none} one {# spot at {place}} other {# spots}} on {day, date, medium}, '{not}', it's {name}`
  expect(placeholdersOf(message)).toEqual(['<b>', 'count', 'day', 'name', 'place'])
  expect(() => placeholdersOf('{count, plural, one {spot}')).toThrow()
})

test('a text that is empty for some branch is a problem, in every language', () => {
  const empty = [
    '',
    ' ',
    '{count, plural, =0 {} other {# people}}',
    '{count, plural, =0 {none} few { } other {#}} {left, select, yes {gone} other {}}',
    '<b>{ordinal, selectordinal, one {} other {#th}}</b>',
    '{a, plural, other {{b, select, yes {} other {no}}}}',
  ]
  const full = ['{count, plural, =0 {} other {# people}} left', '{name}', '{day, date, medium}']
  const problems = (text: string) =>
    textProblems({ path: 'en', texts: { a: 'Bye' } }, [{ path: 'de', texts: { a: text } }])
  const says = expect.stringContaining('can be empty')
  for (const text of empty) {
    expect(problems(text), text).toContainEqual({ path: 'de', line: 1, says })
    expect(textProblems({ path: 'en', texts: { a: text } }, [])).toEqual([
      { path: 'en', line: 1, says },
    ])
  }
  for (const text of full)
    expect(problems(text), text).not.toContainEqual({ path: 'de', line: 1, says })
})

test('a translation has the keys and placeholders of the English texts', () => {
  const english = { path: 'en', texts: { a: { b: 'Hi {name}', c: 'Bye' } } }
  const german = { path: 'de', texts: { a: { b: 'Hallo {nam}', d: 'x' } } }
  expect(textProblems(english, [german]).map(({ says }) => says)).toEqual([
    '"a.c" is missing.',
    '"a.d" is not in the English texts.',
    '"a.b" takes nam, in English name.',
  ])
  expect(textProblems(english, [{ ...english, path: 'ru' }])).toEqual([])
})

test('a package that the lockfile names without a hash is refused', () => {
  const hashed = { version: '1.0.0', integrity: 'sha512-abc' }
  const lockfile = (packages: Record<string, unknown>) =>
    lockfileProblems(
      JSON.stringify({ packages: { '': { version: '0.1.0' }, ...packages } }, null, 2),
    )
  expect(lockfile({ 'node_modules/a': hashed })).toEqual([])
  expect(
    lockfile({ 'node_modules/a': hashed, 'node_modules/a/node_modules/b': { version: '2.0.0' } }),
  ).toEqual([
    {
      path: 'package-lock.json',
      line: 10,
      says: '"node_modules/a/node_modules/b" has no integrity hash.',
    },
  ])
  expect(lockfile({ 'node_modules/c': { resolved: 'c.tgz' } })).toHaveLength(1)
  expect(lockfile({ 'node_modules/c': { resolved: 'c', link: true } })).toEqual([])
  expect(lockfile({ 'node_modules/c': { version: '1.0.0', inBundle: true } })).toEqual([])
})

test('only binaries of tools, at the version they have now, may lack a hash', () => {
  const tool = 'node_modules/@oxlint/binding-win32-x64-msvc'
  const lockfile = (entry: unknown) =>
    lockfileProblems(JSON.stringify({ packages: { [tool]: entry } }))
  expect(lockfile({ version: '1.94.0', dev: true, optional: true })).toEqual([])
  expect(lockfile({ version: '1.95.0', dev: true, optional: true })).toHaveLength(1)
  expect(lockfile({ version: '1.94.0', optional: true })).toHaveLength(1)
})

test('no way leads from npm start to a simulated provider, not even by files of the demo', () => {
  const files = new Map(projectFiles().map((file) => [file.path, file]))
  const seen = new Set<string>()
  const reach = (path: string) => {
    const file = files.get(path)
    if (!file || seen.has(path)) return
    seen.add(path)
    for (const { target } of importsOf(file)) reach(target)
  }
  for (const program of ['start', 'web', 'worker']) reach(`server/${program}.ts`)
  expect(seen).toContain('core/integrations/openid.ts')
  expect(
    [...seen].filter((path) => /^tests\/|^server\/dev\/(?:google|telegram)/.test(path)),
  ).toEqual([])
})

test('guides name only what is there; decisions may name what was', () => {
  const there = ['docs/README.md', 'docs/decisions/001-a.md', 'core/seats/rules.ts']
  const text =
    '`core/seats/`, `core/seats/rules.ts`, [a](decisions/001-a.md), [b](https://b.example)'
  const gone = '`core/seats/old.ts`\n[a](decisions/002-b.md#part) `core/<feature>/rules.ts`'
  const says = (path: string) =>
    docPathProblems([{ path, text: `${text}\n${gone}` }], there).map(
      ({ line, says: said }) => `${line} ${said}`,
    )
  expect(says('docs/README.md')).toEqual([
    '2 There is no core/seats/old.ts.',
    '3 There is no docs/decisions/002-b.md.',
  ])
  expect(says('docs/decisions/001-a.md')).toEqual([])
})

const schema = `create table bookings (
  id uuid not null,
  vendor_id uuid not null
);
create table class_sessions (
  vendor_id uuid not null,
  id uuid not null
);
create table users (
  id uuid not null
);`

test.each([
  ['core/seats/a.ts', `db.selectFrom('bookings as b').where('b.id', '=', id)`, ['bookings']],
  ['core/seats/a.ts', `db.deleteFrom('bookings').where('vendorId', '=', vendorId)`, []],
  [
    'core/seats/a.ts',
    `db.updateTable('bookings').set({ vendorId }).where('id', '=', id)`,
    ['bookings'],
  ],
  ['core/seats/a.ts', `db.selectFrom('users').where('id', '=', id)`, []],
  [
    'core/seats/a.ts',
    `db.selectFrom('bookings as b').innerJoin('classSessions as s', 's.id', 'b.sessionId').where('b.vendorId', '=', vendorId)`,
    ['join class_sessions'],
  ],
  [
    'core/seats/a.ts',
    `db.selectFrom('bookings as b').innerJoin('classSessions as s', (on) => on.onRef('s.id', '=', 'b.sessionId').onRef('s.vendorId', '=', 'b.vendorId')).where('b.vendorId', '=', vendorId)`,
    [],
  ],
  ['core/seats/a.ts', 'sql`update bookings set status = 1 where id = ${id}`', ['bookings']],
  [
    'core/seats/a.ts',
    'sql`select from bookings b join class_sessions s on s.id = b.session_id where b.vendor_id = ${id}`',
    ['join class_sessions'],
  ],
  ['db/functions/a.sql', 'select 1 from bookings b where b.vendor_id = of_vendor;', []],
  ['db/functions/a.sql', 'select 1 from bookings b;\n-- vendor_id', ['bookings']],
  ['core/seats/a.test.ts', `db.selectFrom('bookings').where('id', '=', id)`, []],
])('%s names the vendor or not: %s', (path, text, places) => {
  const found = unnamedVendors([{ path, text }], vendorTables(schema))
  expect(found.map(({ what }) => what)).toEqual(places)
})

test('a statement without the vendor is refused beyond those that are known, and a list that is too long as well', () => {
  const found = [{ path: 'core/seats/a.ts', line: 3, what: 'bookings' }]
  const says = (known: Record<string, number>) =>
    vendorProblems(found, known).map((one) => one.says)
  expect(says({ 'core/seats/a.ts': 1 })).toEqual([])
  expect(says({})[0]).toContain('Without: 3 (bookings); known: 0.')
  expect(says({ 'core/seats/a.ts': 2 })[0]).toContain('write 1 into')
  expect(says({ 'core/seats/a.ts': 1, 'core/seats/b.ts': 1 })[0]).toContain('write 0 into')
})
