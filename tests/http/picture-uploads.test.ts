import { deleteFilesOfRemoved } from '#core/pictures/commands/delete-files.ts'
import type { Deps } from '#core/shared/deps.ts'
import { noticeOf, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aVendor } from '#tests/support/factories.ts'
import { aBomb, aHeic, anSvg, aPhoto } from '#tests/support/pictures.ts'
import { newSession } from '#tests/support/session.ts'
import { anInstructor, errorsAt, signedInVendor } from '#tests/support/workspace.ts'

const page = '/dashboard/settings/pictures'

function upload(
  browser: Visitor,
  to: string,
  { kind, bytes, name = 'photo.jpg' }: { kind: string; bytes: Uint8Array; name?: string },
): Promise<Response> {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  return browser.post(to, form)
}

const kindsOf = async ({ db }: Deps) =>
  (await db.selectFrom('pictures').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)

async function nameOf({ db }: Deps, kind: string): Promise<string> {
  const rows = await db.selectFrom('pictures').select(['kind', 'name']).execute()
  return rows.find((row) => row.kind === kind)?.name ?? ''
}

/** The addresses of a page's pictures. */
const picturesIn = (html: string) => [
  ...new Set([...html.matchAll(/\/pictures\/[0-9a-f]{32}-\d+\.\w+/g)].map(([address]) => address)),
]

test('face, logo, cover and gallery are uploaded, shown and removed without a script', async ({
  deps,
}) => {
  const { browser } = await signedInVendor(deps)
  const photo = await aPhoto({ width: 800, height: 600, orientation: 6 })
  for (const kind of ['face', 'logo', 'cover', 'gallery']) {
    const answer = await upload(browser, page, { kind, bytes: photo })
    expect(answer.status, kind).toBe(302)
    expect(answer.headers.get('location')).toBe(page)
    expect(noticeOf(answer)?.title).toBe('Picture saved.')
  }
  expect(await kindsOf(deps)).toEqual(['cover', 'face', 'gallery', 'logo'])
  const html = await (await browser.get(page)).text()
  const shown = picturesIn(html)
  expect(shown.length).toBeGreaterThanOrEqual(4 * 2 * 2)
  for (const address of shown) expect((await browser.get(address)).status, address).toBe(200)

  for (const kind of ['face', 'gallery']) {
    const remove = await nameOf(deps, kind)
    expect(html).toMatch(new RegExp(`<button[^>]* value="${remove}"`))
    const answer = await browser.post(page, { kind, remove })
    expect(noticeOf(answer)?.title, kind).toBe('Picture removed.')
  }
  expect(await kindsOf(deps)).toEqual(['cover', 'logo'])
  await deleteFilesOfRemoved(deps)
  const gone = await Promise.all(shown.map(async (address) => (await browser.get(address)).status))
  expect(gone.filter((status) => status === 404).length).toBeGreaterThanOrEqual(8)
})

test('the picture of a class belongs to its form', async ({ deps, db }) => {
  const { browser, vendor } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const form = `/dashboard/classes/${of.id}`
  const bare = await (await browser.get(form)).text()
  expect(bare).toContain('spot-cover')
  expect(bare).toContain(`action="${form}/picture"`)
  const answer = await upload(browser, `${form}/picture`, {
    kind: 'class',
    bytes: await aPhoto({ width: 900, height: 600 }),
  })
  expect(answer.headers.get('location')).toBe(form)
  expect(picturesIn(await (await browser.get(form)).text())).toHaveLength(2 * 2)
  await browser.post(`${form}/picture`, { kind: 'class', remove: await nameOf(deps, 'class') })
  expect(await kindsOf(deps)).toEqual([])
})

test('a page that shows a former picture does not remove the one that replaced it', async ({
  deps,
  db,
}) => {
  const { browser, vendor } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const ofClass = `/dashboard/classes/${of.id}/picture`
  for (const [kind, to] of [
    ['face', page],
    ['class', ofClass],
  ] as const) {
    await upload(browser, to, { kind, bytes: await aPhoto({ width: 900, height: 600 }) })
    const shown = await nameOf(deps, kind)
    await upload(browser, to, { kind, bytes: await aPhoto({ width: 900, height: 600, seed: 1 }) })
    const answer = await browser.post(to, { kind, remove: shown })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain(
      'This picture was replaced after you opened the page, so nothing was removed.',
    )
  }
  expect(await kindsOf(deps)).toEqual(['class', 'face'])
})

test.for([
  ['a bomb', aBomb, 422, 'This picture has too many pixels. The limit is 50 million.'],
  [
    'a drawing',
    async () => anSvg(),
    415,
    'SVG drawings can’t be used. Please save yours as a PNG.',
  ],
  ['a photo of an iPhone', async () => aHeic(), 415, 'Your browser can’t read HEIC photos.'],
  [
    'a renamed text',
    async () => Buffer.from('Dear diary'),
    415,
    'This file isn’t a picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
  ],
  ['half a photo', async () => (await aPhoto()).subarray(0, 9000), 422, 'This file is damaged.'],
  [
    'a file that is too large',
    async () => Buffer.alloc(12_000_001, 1),
    413,
    'This file is too large. The limit is 12 MB.',
  ],
  ['a stamp', () => aPhoto({ width: 40, height: 40 }), 422, 'This picture is too small.'],
  ['no file', async () => Buffer.alloc(0), 400, 'Please choose a file.'],
] as const)(
  '%s is refused at its field, and nothing is stored',
  async ([, file, status, text], { deps }) => {
    const { browser } = await signedInVendor(deps)
    const answer = await upload(browser, page, { kind: 'cover', bytes: await file() })
    expect(answer.status).toBe(status)
    const html = await answer.text()
    expect(errorsAt(html, 'cover')).toContain(text)
    expect(errorsAt(html, 'face')).toBe('')
    expect(await kindsOf(deps)).toEqual([])
    for await (const files of deps.files.list()) expect(files).toEqual([])
  },
)

test('only forms with a picture may be larger than the others', async ({ deps, db }) => {
  const { app, browser, vendor } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const large = Buffer.alloc(200_000, 1)
  for (const [to, status] of [
    ['/dashboard/settings/page', 413],
    [`/dashboard/classes/${of.id}`, 413],
    ['/login', 413],
    [page, 415],
    [`/dashboard/classes/${of.id}/picture`, 415],
  ] as const)
    expect((await upload(browser, to, { kind: 'face', bytes: large })).status, to).toBe(status)
  const larger = await upload(browser, page, { kind: 'face', bytes: Buffer.alloc(20_000_001, 1) })
  expect(larger.status).toBe(413)
  const form = new FormData()
  form.set('file', new Blob([large]))
  const encoded = new Response(form)
  const unstated = await app.request(page, {
    method: 'POST',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', origin: deps.origin },
    body: await encoded.arrayBuffer(),
  })
  expect(unstated.status).toBe(413)
  // Without a file in it, a form for a picture is as small as any other.
  expect((await browser.post(page, { kind: 'face', remove: 'a'.repeat(140_000) })).status).toBe(413)
})

test('nobody changes the pictures of somebody else', async ({ deps, db }) => {
  const { app, browser, vendor } = await signedInVendor(deps)
  const other = await aVendor(db)
  const foreign = await aClass(db, { vendor: other })
  const bytes = await aPhoto({ width: 640, height: 480 })
  const stranger = app.visitor()
  await signInAs(deps, stranger, other.userId)
  await upload(stranger, page, { kind: 'gallery', bytes })
  await upload(stranger, `/dashboard/classes/${foreign.id}/picture`, { kind: 'class', bytes })
  const tries = [
    upload(browser, `/dashboard/classes/${foreign.id}/picture`, { kind: 'class', bytes }),
    browser.post(`/dashboard/classes/${foreign.id}/picture`, {
      kind: 'class',
      remove: await nameOf(deps, 'class'),
    }),
    browser.get(`/dashboard/classes/${foreign.id}/picture`),
    browser.post(page, { kind: 'gallery', remove: await nameOf(deps, 'gallery') }),
    upload(browser, '/dashboard/classes/none/picture', { kind: 'class', bytes }),
  ]
  for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404)
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect((await upload(instructor, page, { kind: 'face', bytes })).status).toBe(404)
  expect((await instructor.get(page)).status).toBe(404)
  expect(await kindsOf(deps)).toEqual(['class', 'gallery'])
})

test('a file is not carried to the sign-in page, which takes none', async ({ deps, db }) => {
  const { app } = await signedInVendor(deps)
  const nobody = app.visitor()
  const answer = await upload(nobody, page, { kind: 'face', bytes: Buffer.alloc(300_000, 1) })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(`/login?redirect_to=${encodeURIComponent(page)}`)
  expect(await db.selectFrom('pictures').selectAll().execute()).toEqual([])
})

/** A form whose file does not arrive until the signal ends it. */
function slowForm({ origin }: Deps, cookie: string, signal: AbortSignal, address = '') {
  const body = new ReadableStream({
    start: (stream) => signal.addEventListener('abort', () => stream.close()),
  })
  const headers = {
    cookie,
    origin,
    'x-forwarded-for': address,
    'content-type': 'multipart/form-data; boundary=slow',
    'content-length': '1000000',
  }
  return { method: 'POST', headers, body, duplex: 'half' }
}

test('slow uploads of many accounts from one network address leave room for other addresses', async ({
  deps,
  db,
}) => {
  const { app } = await signedInVendor(deps)
  const slow = new AbortController()
  const address = '198.51.100.7'
  const answered: number[] = []
  const tries = [...Array(5).keys()].map(async () => {
    const { name, value } = await newSession(deps, (await aVendor(db)).userId)
    const form = () => slowForm(deps, `${name}=${value}`, slow.signal, address)
    const send = async () => answered.push((await app.request(page, form())).status)
    await Promise.all([send(), send()])
  })
  await expect.poll(() => answered).toEqual([503, 503, 503, 503])
  const other = app.visitor()
  await signInAs(deps, other, (await aVendor(db)).userId)
  const bytes = await aPhoto({ width: 640, height: 480 })
  expect((await upload(other, page, { kind: 'face', bytes })).status).toBe(302)
  slow.abort()
  await Promise.all(tries)
})

test('slow uploads of one vendor lock nobody out, and leave room for removing a picture', async ({
  deps,
  db,
}) => {
  const { app, browser, vendor } = await signedInVendor(deps)
  const bytes = await aPhoto({ width: 640, height: 480 })
  await upload(browser, page, { kind: 'face', bytes })
  const slow = new AbortController()
  const { name, value } = await newSession(deps, vendor.userId)
  const answered: number[] = []
  const tries = [...Array(6).keys()].map(async () => {
    const { status } = await app.request(page, slowForm(deps, `${name}=${value}`, slow.signal))
    answered.push(status)
  })
  await expect.poll(() => answered).toEqual([503, 503, 503, 503])
  expect((await upload(browser, page, { kind: 'logo', bytes })).status).toBe(503)
  const removed = await browser.post(page, { kind: 'face', remove: await nameOf(deps, 'face') })
  expect(noticeOf(removed)?.title).toBe('Picture removed.')
  const other = app.visitor()
  await signInAs(deps, other, (await aVendor(db)).userId)
  expect((await upload(other, page, { kind: 'face', bytes })).status).toBe(302)
  slow.abort()
  await Promise.all(tries)
  expect((await upload(browser, page, { kind: 'logo', bytes })).status).toBe(302)
})

test('if many upload at once, some are asked to press again', async ({ deps }) => {
  const { browser } = await signedInVendor(deps)
  const bytes = await aPhoto({ width: 640, height: 480 })
  const answers = await Promise.all(
    [...Array(14).keys()].map(() => upload(browser, page, { kind: 'gallery', bytes })),
  )
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers.get('retry-after')).toBe('2')
  const said = busy[0] ? await readPage(busy[0]) : ''
  expect(said).toContain('We’re very busy right now.')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302, 503]))
  expect(await kindsOf(deps)).toEqual(['gallery'])
})
