import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import { appFor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'

const build = path.join(import.meta.dirname, '../../build')

// A new feature is not in here until visitors need it on most of their pages.
const featuresOfVisitors =
  'accounts booking classes forms managed-booking pictures sessions site trainer'.split(' ')
// What a response has besides its script; Lighthouse counts it, too.
const headBytes = 640
const rulesOfVisitors = 'bookings classes pictures shared telegram'.split(' ')

test('the script of every visitor has only features that visitors need', () => {
  const files = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(path.join(build, 'visitor-script.json'), 'utf8')))
  const namesIn = (folder: string) => {
    const names = files.flatMap((file) => new RegExp(`^${folder}/([^/]+)/`).exec(file)?.[1] ?? [])
    return [...new Set(names)].toSorted()
  }
  expect(namesIn('app/features')).toEqual(featuresOfVisitors)
  expect(namesIn('core')).toEqual(rulesOfVisitors)
})

test('a page for visitors asks for no more script than a slow phone can take', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const catalogue = await aVendor(db, { layout: 'catalogue' })
  await aClass(db, { vendor: catalogue })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { reference } = await aBooking(db, { session })
  const visitor = (await appFor(deps)).visitor()
  const pages = {
    class: `/book/class/${session.class.id}`,
    classes: '/classes',
    schedule: `/${vendor.username}`,
    catalogue: `/${catalogue.username}`,
    mySpots: '/my-spots',
    booking: `/booking/${reference}`,
  }
  for (const [name, at] of Object.entries(pages)) {
    const html = await (await visitor.get(at)).text()
    const scripts = new Set(html.match(/(?<=[^\\]")\/(?:assets|language)\/[^"\\]+\.js/g))
    let bytes = 0
    for (const script of scripts) {
      bytes += headBytes
      if (script.startsWith('/language/'))
        bytes += brotliCompressSync(await (await visitor.get(script)).text()).length
      else {
        const file = path.join(build, 'client', script)
        bytes += statSync(`${file}.br`).size
        const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)
        for (const [, other = ''] of imports) scripts.add(`/assets/${other}`)
      }
    }
    expect(scripts.size, name).toBeGreaterThan(4)
    // The page of a booking also pays, which is 1.4 kB.
    expect(bytes, name).toBeLessThan(name === 'booking' ? 152_500 : 151_000)
  }
})
