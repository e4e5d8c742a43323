import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { appFor, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aBundle, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'

const [sheet = ''] = globSync('build/client/assets/styles-*.css', {
  cwd: path.join(import.meta.dirname, '../..'),
}).map((file) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'))

/** Whether the styles have a rule for this class. */
const knows = (css: string, name: string) => {
  const written = name.replaceAll(/[^\w-]/g, String.raw`\$&`)
  return new RegExp(String.raw`\.${RegExp.escape(written)}(?![\w\\-])`).test(css)
}

/** Whether the styles have a rule for all elements of this name. */
const knowsElement = (css: string, name: string) =>
  new RegExp(String.raw`(?<=[{}](?:[^(){}]*,)?)${name}(?=[{,])`).test(css)

test('every class and element on a public page that has a rule has it inside the page', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  await aBundle(db, { class: session.class })
  await aBooking(db, { session })
  const visitor = (await appFor(deps)).visitor()
  const paths = [
    '/',
    '/classes',
    '/classes?q=nothing-at-all',
    `/${vendor.username}`,
    `/book/class/${session.class.id}`,
    `/book/class/${session.class.id}?tab=bundles`,
    '/pricing',
    '/contact',
    '/privacy-policy',
    '/my-spots',
    '/login',
    '/register',
    '/nobody/here',
    `/embed/${vendor.username}`,
  ]
  for (const at of paths) {
    const html = await (await visitor.get(at)).text()
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css)
    const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(' '),
    )
    const missing = [...new Set(names)].filter(
      (name) => knows(sheet, name) && !knows(styles.join(''), name),
    )
    expect(names.length, at).toBeGreaterThan(20)
    expect([at, missing]).toEqual([at, []])
    const elements = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name))
    const bare = [...elements].filter(
      (name) => knowsElement(sheet, name) && !knowsElement(styles.join(''), name),
    )
    expect(elements.size, at).toBeGreaterThan(10)
    expect([at, bare]).toEqual([at, []])
  }
  await signInAs(deps, visitor, vendor.userId)
  const dashboard = await (await visitor.get('/dashboard')).text()
  expect(dashboard).toMatch(/rel="stylesheet" href="\/assets\/styles-[^"]+\.css"/)
})

test('a page for visitors stays within its weight', async ({ db, deps }) => {
  const vendor = await aVendor(db, { businessName: 'Studio Zoë', description: aText(300) })
  const times = { vendor, title: 'Vinyasa Flow', description: aText(300) }
  const of = await aClass(db, times)
  await aBundle(db, { class: of })
  for (let day = 1; day <= 16; day++) await aSession(db, { class: of, startsAt: onDay(day) })
  for (let n = 0; n < 8; n++) await aClass(db, { ...times, title: `Vinyasa ${n}` })
  const visitor = (await appFor(deps)).visitor()
  const weightOf = async (at: string) => {
    const html = await (await visitor.get(at)).text()
    return [html.length, gzipSync(html).length] as const
  }
  const limits = {
    [`/book/class/${of.id}`]: [66_000, 16_800],
    [`/${vendor.username}`]: [124_000, 21_500],
    '/classes': [65_000, 14_000],
  } as const
  for (const [at, [most, mostCompressed]] of Object.entries(limits)) {
    const [raw, compressed] = await weightOf(at)
    expect(raw, at).toBeLessThan(most)
    expect(compressed, at).toBeLessThan(mostCompressed)
  }
})

/** Words of their own, which cannot be compressed as well as one that is repeated. */
function aText(letters: number): string {
  return Array.from({ length: letters / 5 }, (_, n) => ((n * 7919) % 46_656).toString(36)).join(' ')
}
