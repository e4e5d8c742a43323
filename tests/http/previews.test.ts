import sharp from 'sharp'
import { describe, expect, test as plainTest } from 'vitest'
import { shortened } from '#app/seo/head.ts'
import { listClassMapStarts, listMappedClasses } from '#core/classes/queries/class-map.ts'
import { listMappedVendors, listVendorMapStarts } from '#core/vendors/queries.ts'
import { addPicture } from '#core/pictures/commands/add-picture.ts'
import { addMinutes } from '#core/shared/time.ts'
import { classPicture, trainerPicture } from '#server/http/pictures/facts.ts'
import { appFor } from '#tests/support/app.ts'
import { test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { aPhoto } from '#tests/support/pictures.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

/** The tags of a page's head as search engines and previews read them. */
async function headOf(answer: Response) {
  const html = await answer.text()
  const head = html.slice(0, html.indexOf('</head>'))
  const tag = (pattern: string) => new RegExp(pattern).exec(head)?.[1]
  return {
    html,
    title: tag('<title>(.*?)</title>'),
    canonical: tag('<link rel="canonical" href="(.*?)"/>'),
    robots: tag('<meta name="robots" content="(.*?)"/>'),
    description: tag('<meta name="description" content="(.*?)"/>'),
    picture: tag('<meta property="og:image" content="(.*?)"/>'),
    previewTitle: tag('<meta property="og:title" content="(.*?)"/>'),
    previewText: tag('<meta property="og:description" content="(.*?)"/>'),
    card: tag('<meta name="twitter:card" content="(.*?)"/>'),
    linked: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, text = '']): unknown => JSON.parse(text),
    ),
  }
}

test('the page of a class previews with its next date, price, places and picture', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { businessName: 'Studio Zoë' })
  const of = await aClass(db, { vendor, title: 'Vinyasa', description: 'Flowing.' })
  const startsAt = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 5, 1, 16))
  const next = await aSession(db, { class: of, capacity: 10, startsAt })
  await aBooking(db, { session: next, spots: 4 })
  await aBooking(db, { session: next, spots: 2 })
  for (let week = 1; week < 12; week++)
    await aSession(db, { class: of, startsAt: addMinutes(startsAt, week * 7 * 1440) })

  const path = `/book/class/${of.id}`
  const head = await headOf(await (await appFor(deps)).visitor().get(`${path}?session=${next.id}`))
  expect(head.title).toBe('Vinyasa · Studio Zoë · Openspot')
  expect(head.previewTitle).toBe('Vinyasa · Studio Zoë')
  expect(head.canonical).toBe(`${deps.origin}${path}`)
  expect(head.robots).toBeUndefined()
  expect(head.description).toMatch(
    /^Next open: \w{3}, Jun 1(?:, 20\d\d)?, 18:00 · €15 · 4 spots left\. 1 Park Street\. Flowing\.$/,
  )
  expect(head.previewText).toBe(head.description)
  expect(head.picture).toBe(`${deps.origin}/og/class/${of.id}.png`)
  expect(head.card).toBe('summary_large_image')

  expect(head.linked).toHaveLength(1)
  const [first] = head.linked
  expect(first).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': expect.arrayContaining([
      expect.objectContaining({
        '@type': 'Event',
        name: 'Vinyasa',
        startDate: startsAt.toISOString(),
        location: { '@type': 'Place', name: '1 Park Street', address: '1 Park Street' },
        maximumAttendeeCapacity: 10,
        remainingAttendeeCapacity: 4,
        performer: { '@type': 'Person', name: 'Vera Vendor' },
        offers: expect.objectContaining({
          '@type': 'Offer',
          price: '15.00',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
          url: `${deps.origin}${path}?session=${next.id}`,
        }),
      }),
      expect.objectContaining({ '@type': 'BreadcrumbList' }),
    ]),
  })
  expect(JSON.stringify(first).match(/"@type":"Event"/g)).toHaveLength(3)
})

test('a full session is sold out, an online one has no address and gives away no link', async ({
  db,
  deps,
}) => {
  const online = await aClass(db, { onlineUrl: 'https://meet.example.com/secret' })
  const session = await aSession(db, {
    class: online,
    capacity: 1,
    onlineUrl: 'https://meet.example.com/secret',
  })
  await aBooking(db, { session })
  const visitor = (await appFor(deps)).visitor()
  const head = await headOf(await visitor.get(`/book/class/${online.id}`))
  expect(head.description).toContain('fully booked')
  expect(JSON.stringify(head.linked)).toContain('"https://schema.org/SoldOut"')
  expect(JSON.stringify(head.linked)).toContain('"VirtualLocation"')
  expect(head.html).not.toContain('meet.example.com')
})

test('a preview passes over a full session if a later one is open', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor, title: 'Yin' })
  const startsAt = onDay(1)
  const full = await aSession(db, { class: of, capacity: 1, startsAt })
  await aBooking(db, { session: full })
  const later = await aSession(db, { class: of, startsAt: addMinutes(startsAt, 1440), capacity: 3 })
  const visitor = (await appFor(deps)).visitor()
  const headAt = async (path: string) => (await headOf(await visitor.get(path))).description
  for (const path of [`/${vendor.username}`, `/book/class/${of.id}`]) {
    expect(await headAt(path), path).toMatch(/^Next open: .* · €15 · 3 spots left\. /)
    expect(await headAt(path), path).not.toContain('fully booked')
  }
  for (const facts of [
    await trainerPicture(deps, vendor.username ?? ''),
    await classPicture(deps, of.id),
  ])
    expect(facts).toMatchObject({
      next: { label: expect.stringMatching(/^Next open/), spots: '3 spots left' },
      places: { taken: 0, capacity: 3 },
    })

  await aBooking(db, { session: later, spots: 3 })
  for (const path of [`/${vendor.username}`, `/book/class/${of.id}`])
    expect(await headAt(path), path).toMatch(/^Next: .* · €15 · fully booked\. /)
  expect(await trainerPicture(deps, vendor.username ?? '')).toMatchObject({
    next: { label: expect.stringMatching(/^Next: /), spots: 'fully booked' },
    places: { taken: 1, capacity: 1 },
  })
})

test('the picture of a link shows the face and the cover, in the language of the vendor', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { language: 'de' })
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Yin' }) })
  const upload = async (kind: 'face' | 'cover', width: number, height: number) => {
    const photo = await aPhoto({ width, height })
    expect(await addPicture(deps, { vendorId: vendor.id, kind }, photo)).toEqual({ ok: true })
  }
  await upload('face', 400, 400)
  await upload('cover', 1200, 600)
  const facts = await trainerPicture(deps, vendor.username ?? '')
  expect(facts).toMatchObject({
    face: { picture: { kind: 'face', file: expect.stringMatching(/\.jpg$/) } },
    cover: expect.stringMatching(/\.jpg$/),
    next: { label: expect.stringMatching(/^Nächster freier Termin: /), headline: 'Yin' },
  })
  const visitor = (await appFor(deps)).visitor()
  const answer = await visitor.get(`/og/class/${session.class.id}.png`)
  const picture = sharp(Buffer.from(await answer.arrayBuffer()))
  // The photo is red above; the cover begins at three fifths of the width.
  const top = await picture.extract({ left: 800, top: 100, width: 20, height: 20 }).png().toBuffer()
  const [r = 0, g = 0] = (await sharp(top).stats()).channels.map(({ mean }) => mean)
  expect(r).toBeGreaterThan(150)
  expect(g).toBeLessThan(80)
})

test('the page of a trainer is a business with an address, whichever way it was reached', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, {
    businessName: 'Studio Zoë',
    location: 'Kreuzberg, Berlin',
    contactPhone: '+4915112345678',
  })
  await aSession(db, { class: await aClass(db, { vendor }) })
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    `/${vendor.username}`,
    `/${vendor.username}?q=yoga&date=2026-01-01`,
    `/vendor/${vendor.id}`,
    `/vendor-profile/${vendor.id}`,
  ]) {
    const head = await headOf(await visitor.get(path))
    expect(head.canonical, path).toBe(`${deps.origin}/${vendor.username}`)
    expect(head.picture, path).toBe(`${deps.origin}/og/trainer/${vendor.username}.png`)
    expect(head.description, path).toContain('Kreuzberg, Berlin.')
    expect(head.linked, path).toMatchObject([
      {
        '@graph': [
          {
            '@type': 'SportsActivityLocation',
            name: 'Studio Zoë',
            address: 'Kreuzberg, Berlin',
            telephone: '+4915112345678',
            priceRange: '€15',
          },
        ],
      },
    ])
  }
  const head = await headOf(await visitor.get(`/${vendor.username}`))
  expect(head.description).toMatch(/^Next open: .* Yoga · €15 · 10 spots left\. /)
})

test('no name breaks out of the structured data', async ({ db, deps }) => {
  const hostile = `</script><script>alert(1)</script>"'&<!--\u2028\u2029]]>`
  const vendor = await aVendor(db, {
    businessName: hostile,
    location: hostile,
    description: hostile,
  })
  const of = await aClass(db, { vendor, title: hostile, description: hostile })
  await aSession(db, { class: of, location: hostile })
  const visitor = (await appFor(deps)).visitor()
  for (const path of [`/${vendor.username}`, `/book/class/${of.id}`, `/embed/${vendor.username}`]) {
    const head = await headOf(await visitor.get(path))
    expect(head.html, path).not.toContain('<script>alert')
    expect(head.html, path).not.toMatch(/content="[^"]*<script/)
    if (head.linked.length > 0) expect(JSON.stringify(head.linked), path).toContain('alert(1)')
  }
})

test('pages that must not be search results have noindex', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const linkOnly = await aClass(db, { vendor, visibility: 'link' })
  await aSession(db, { class: linkOnly })
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    `/book/class/${linkOnly.id}`,
    '/my-spots',
    '/login',
    '/register',
    '/forgot-password',
    '/nobody-of-this-name',
    `/embed/${vendor.username}`,
    `/embed/class/${linkOnly.id}`,
  ])
    expect((await headOf(await visitor.get(path))).robots, path).toBe('noindex')
  expect((await headOf(await visitor.get(`/book/class/${linkOnly.id}`))).linked).toEqual([])
})

test('the public pages have a title, a description, one address and a picture', async ({
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    '/',
    '/classes',
    '/pricing',
    '/contact',
    '/privacy-policy',
    '/terms-of-service',
  ])
    for (const language of ['en', 'de', 'ru']) {
      const head = await headOf(await visitor.get(path, { 'accept-language': language }))
      expect(head.title, path).toMatch(/\S · Openspot$/)
      expect(head.description?.length, path).toBeGreaterThan(30)
      expect(head.canonical, path).toBe(`${deps.origin}${path}`)
      expect(head.picture, path).toBe(`${deps.origin}/og/site.png`)
      expect(head.robots, path).toBeUndefined()
    }
})

test('the sitemap lists listed trainers and public classes with upcoming sessions, and nothing else', async ({
  db,
  deps,
}) => {
  const listed = await aVendor(db)
  const unlisted = await aVendor(db, { listed: false })
  const suspended = await aVendor(db, { suspendedAt: new Date() })
  const upcoming = await aSession(db, { class: await aClass(db, { vendor: listed }) })
  const hidden = [
    await aSession(db, { class: await aClass(db, { vendor: listed, visibility: 'link' }) }),
    await aSession(db, { class: await aClass(db, { vendor: listed, visibility: 'closed' }) }),
    await aSession(db, { class: await aClass(db, { vendor: listed, status: 'archived' }) }),
    await aSession(db, { class: await aClass(db, { vendor: unlisted }) }),
    await aSession(db, { class: await aClass(db, { vendor: suspended }) }),
    await aSession(db, {
      class: await aClass(db, { vendor: listed }),
      startsAt: fromNow(-300),
    }),
  ]
  const visitor = (await appFor(deps)).visitor()
  const index = await visitor.get('/sitemap.xml')
  expect(index.headers.get('content-type')).toContain('application/xml')
  const parts = [...(await index.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at ?? '')
  expect(parts.map((at) => at.replace(deps.origin, ''))).toEqual([
    '/sitemap/pages.xml',
    '/sitemap/trainers.xml',
    '/sitemap/classes.xml',
  ])
  const all = (await Promise.all(parts.map(async (part) => (await visitor.get(part)).text()))).join(
    '\n',
  )
  expect(all).toContain(`<loc>${deps.origin}/${listed.username}</loc><lastmod>`)
  expect(all).toContain(`<loc>${deps.origin}/book/class/${upcoming.class.id}</loc><lastmod>`)
  expect(all).toContain(`<loc>${deps.origin}/pricing</loc>`)
  expect(all).not.toContain(unlisted.username)
  expect(all).not.toContain(suspended.username)
  for (const session of hidden) expect(all).not.toContain(session.class.id)
  // Not listed is not hidden.
  expect((await headOf(await visitor.get(`/${unlisted.username}`))).robots).toBeUndefined()
  for (const path of [
    '/sitemap/else.xml',
    '/sitemap/classes.xml?after=x',
    '/sitemap/pages.xml?after=%00',
  ])
    expect((await visitor.get(path)).status, path).toBe(404)
})

test('a large sitemap is split into parts without gaps and duplicates', async ({ db }) => {
  const vendor = await aVendor(db)
  const ids: string[] = []
  for (let n = 0; n < 7; n++) {
    const of = await aClass(db, { vendor })
    // The fourth has no upcoming session, and its place in its part stays empty.
    if (n !== 3) await aSession(db, { class: of })
    if (n !== 3) ids.push(of.id)
  }
  const starts = await listClassMapStarts(db, 3)
  expect(starts).toHaveLength(2)
  const parts = await Promise.all(
    [null, ...starts].map((after) => listMappedClasses(db, { after, limit: 3 })),
  )
  expect(parts.flat().map(({ id }) => id)).toEqual(ids.toSorted())

  for (let n = 0; n < 3; n++) await aVendor(db)
  const vendorStarts = await listVendorMapStarts(db, 2)
  const vendors = await Promise.all(
    [null, ...vendorStarts].map((after) => listMappedVendors(db, { after, limit: 2 })),
  )
  const names = vendors.flat().map(({ username }) => username)
  expect(names).toHaveLength(4)
  expect(new Set(names).size).toBe(4)
})

test('robots.txt allows what is public and links to the sitemap', async ({ deps }) => {
  const answer = await (await appFor(deps)).visitor().get('/robots.txt')
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(text).toContain(`Sitemap: ${deps.origin}/sitemap.xml`)
  for (const path of ['/api/', '/booking/', '/request/', '/dashboard/'])
    expect(text).toContain(`Disallow: ${path}\n`)
  // A trainer may be called "booking-studio".
  expect(text).not.toMatch(/Disallow: \/(?:booking|request|dashboard|book|embed|og)?\n/)
})

test('a picture is a PNG that is fetched again only when something on it changed', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { businessName: 'Studio Zoë', language: 'de' })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    `/og/trainer/${vendor.username}.png`,
    `/og/class/${session.class.id}.png`,
    '/og/site.png',
  ]) {
    const picture = await visitor.get(path)
    expect(picture.status, path).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('cache-control')).toBe('public, max-age=900')
    const bytes = Buffer.from(await picture.arrayBuffer())
    // Width and height stand at the head of the file.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1200, 630])
    const etag = picture.headers.get('etag') ?? ''
    const again = await visitor.get(path, { 'if-none-match': etag })
    expect(again.status, path).toBe(304)
  }
  const path = `/og/class/${session.class.id}.png`
  const before = (await visitor.get(path)).headers.get('etag') ?? ''
  await aBooking(db, { session })
  const after = await visitor.get(path, { 'if-none-match': before })
  expect(after.status).toBe(200)
  expect(after.headers.get('etag')).not.toBe(before)
})

test('there is no picture of private pages', async ({ db, deps }) => {
  const suspended = await aVendor(db, { suspendedAt: new Date() })
  const closed = await aClass(db, { visibility: 'closed' })
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    '/og/trainer/nobody-of-this-name.png',
    `/og/trainer/${suspended.username}.png`,
    `/og/class/${closed.id}.png`,
    '/og/class/------------------------------------.png',
    '/og/trainer/%00%00%00.png',
    '/og/trainer/../../etc/passwd.png',
    '/og/anything',
  ])
    expect((await visitor.get(path)).status, path).toBe(404)
})

describe('a description', () => {
  plainTest.each([
    ['short', 10, 'short'],
    ['  many \n lines\t', 40, 'many lines'],
    ['one two three four', 12, 'one two…'],
    ['unbreakableword', 8, 'unbreak…'],
    ['👍👍👍👍', 3, '👍👍…'],
  ])('%j in %i characters is %j', (text, most, short) => {
    expect(shortened(text, most)).toBe(short)
  })
})

test('one network address has sixty new pictures drawn in ten minutes; those already drawn stay', async ({
  db,
  deps,
}) => {
  const { username } = await aVendor(db)
  const app = await appFor(deps)
  const visitor = app.visitor({ network: '192.0.2.7' })
  await deps.limits.drawingsPerNetwork.take('192.0.2.7', 59)
  expect((await visitor.get(`/og/qr/${username}.png`)).status).toBe(200)
  const refused = await visitor.get('/og/site.png')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await visitor.get(`/og/qr/${username}.png`)).status).toBe(200)
  expect((await app.visitor().get('/og/site.png')).status).toBe(200)
})
