import { expect, test } from 'vitest'
import { structureProblems } from './structure.ts'
import { placeholdersOf } from './structure/icu.ts'
import { textProblems } from './structure/texts.ts'

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
  ['core/events/jobs.ts', `import { a } from '#core/bookings/rules.ts'`, 'events know core/shared'],
  ['core/events/emit.ts', `import { a } from '#core/integrations/mailer.ts'`, 'events know'],
  [
    'core/bookings/commands.ts',
    `import { a } from '#core/events/jobs.ts'`,
    'commands do not import jobs',
  ],
  [
    'core/messages/jobs.ts',
    `import { a } from '#core/bookings/subscriptions.ts'`,
    'jobs and subscriptions are imported by the worker',
  ],
  [
    'core/messages/queries.ts',
    `import { a } from './subscriptions.ts'`,
    'queries do not import subscriptions',
  ],
  [
    'core/integrations/stripe.ts',
    `import { a } from '#core/events/jobs.ts'`,
    'an integration knows',
  ],
  ['core/bookings/emit.ts', rules, 'A feature holds rules, catalogue, schema'],
  ['app/root.tsx', `import { config } from '#server/config.ts'`, 'app is given its dependencies'],
  ['app/root.tsx', `import pg from 'pg'`, 'queries and commands of core talk'],
  [
    'app/components/ui/card.tsx',
    `import { a } from '#core/plans/rules.ts'`,
    'primitives know no domain',
  ],
  [
    'app/components/plans/card.tsx',
    `import { a } from '#core/plans/queries.ts'`,
    'components see rules.ts',
  ],
  ['core/bookings/helpers.ts', rules, 'says nothing about what is inside'],
  ['core/shared/index.ts', rules, 'says nothing about what is inside'],
  ['core/bookings/service.ts', rules, 'A feature holds rules, catalogue, schema'],
  ['core/gifts/rules.ts', rules, 'is not a feature'],
  ['lib/a.ts', rules, 'is not one of the top folders'],
  ['app/routes/public/deep/a.tsx', rules, 'A route is one file in'],
  ['core/bookings/commands.ts', `const a = process.env['PORT']`, 'Only server/config.ts reads'],
  ['server/web.ts', `const a = process.env.PORT`, 'Only server/config.ts reads'],
  ['tests/e2e/a.test.ts', `await page.waitForTimeout(5)`, 'Wait for what the test needs'],
  ['docs/README.md', `see ${machine}`, 'A path of one machine'],
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
  ['core/bookings/commands.ts', `import { a } from '../shared/db.ts'`],
  [
    'core/messages/jobs.ts',
    `import { a } from './templates/booked.ts'\nimport '#core/bookings/queries.ts'`,
  ],
  ['core/shared/deps.ts', `import type { Mailer } from '#core/integrations/mailer.ts'`],
  ['core/events/emit.ts', `import { a } from '#core/shared/db.ts'\nimport './catalogue.ts'`],
  ['core/accounts/commands.ts', `import { emit } from '#core/events/emit.ts'`],
  ['core/messages/schema.ts', `import { slotSchema } from '#core/events/catalogue.ts'`],
  [
    'core/messages/subscriptions.ts',
    `import { a } from '#core/events/define-subscriptions.ts'\nimport './commands/tell-user.ts'`,
  ],
  ['core/integrations/better-auth.ts', `import { emit } from '#core/events/emit.ts'`],
  ['app/components/plans/card.tsx', `import { a } from '#core/plans/rules.ts'`],
  [
    'app/routes/public/home.tsx',
    `import { a } from '#core/plans/queries.ts'\nimport './+types/home'`,
  ],
  ['server/web.ts', `const config = loadConfig(process.env)`],
  ['core/bookings/commands.test.ts', `import { test } from '#tests/support/database.ts'`],
])('%s allows: %s', (path, text) => {
  expect(sentences(path, text)).toEqual([])
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
  expect(() => placeholdersOf('{count, plural, one {spot}')).toThrow('branch')
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
