import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { addPicture } from '#core/pictures/commands/add-picture.ts'
import { pictureFiles } from '#core/pictures/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import { StoreAway } from '#core/shared/file-store.ts'
import { appFor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { aPhoto } from '#tests/support/pictures.ts'

const types: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}

async function aFace(deps: Deps) {
  const vendor = await aVendor(deps.db)
  await addPicture(
    deps,
    { vendorId: vendor.id, kind: 'face' },
    await aPhoto({ width: 500, height: 500 }),
  )
  return deps.db
    .selectFrom('pictures')
    .where('vendorId', '=', vendor.id)
    .selectAll()
    .executeTakeFirstOrThrow()
}

test('picture files are cached forever and cannot run scripts', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  for (const key of pictureFiles(await aFace(deps))) {
    const answer = await visitor.get(`/pictures/${key}`)
    expect(answer.status, key).toBe(200)
    expect(Object.fromEntries(answer.headers), key).toMatchObject({
      'content-type': types[key.split('.').at(-1) ?? ''],
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.headers.getSetCookie()).toEqual([])
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(Buffer.compare(bytes, (await deps.files.read(key)) ?? Buffer.alloc(0))).toBe(0)
  }
})

test('there is nothing at any other address', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const { name } = await aFace(deps)
  await deps.files.write('secret.txt', { bytes: Buffer.from('secret'), type: 'text/plain' })
  for (const file of [
    `${name}-97.avif`,
    `${'0'.repeat(32)}.jpg`,
    `${name}`,
    `${name}.svg`,
    'secret.txt',
    '..%2Fsecret',
    `${name.toUpperCase()}.jpg`,
  ]) {
    const answer = await visitor.get(`/pictures/${file}`)
    expect(answer.status, file).toBe(404)
    expect(answer.headers.get('cache-control'), file).not.toContain('immutable')
  }
})

test('the pictures of a suspended vendor are not shown until it is back', async ({ deps, db }) => {
  const { name, vendorId } = await aFace(deps)
  // What is remembered for a minute is another app's.
  const statusOf = async (file: string, to = deps) =>
    (await appFor(to)).visitor().get(`/pictures/${file}`)
  await db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  for (const file of pictureFiles({ name, widths: [96, 192, 384] })) {
    const answer = await statusOf(file)
    expect(answer.status, file).toBe(404)
    expect(answer.headers.get('cache-control'), file).not.toContain('public')
  }
  await db.updateTable('vendors').set({ suspendedAt: null }).execute()
  expect((await statusOf(`${name}.jpg`)).status).toBe(200)
  await db.deleteFrom('pictures').where('vendorId', '=', vendorId).execute()
  expect((await statusOf(`${name}.jpg`)).status).toBe(404)
})

test('the database is asked about a picture once, not for each of its files', async ({
  deps,
  db,
}) => {
  const { name } = await aFace(deps)
  let queries = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1
      return result
    },
  })
  const visitor = (await appFor({ ...deps, db: counted })).visitor()
  const files = pictureFiles({ name, widths: [96, 192, 384] })
  const answers = await Promise.all(files.map((file) => visitor.get(`/pictures/${file}`)))
  expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200))
  expect(queries).toBe(1)
})

test('while the database does not answer, pictures are shown', async ({ deps, db }) => {
  const { name } = await aFace(deps)
  await sql`alter table pictures rename to gone`.execute(db)
  const visitor = (await appFor(deps)).visitor()
  expect((await visitor.get(`/pictures/${name}.jpg`)).status).toBe(200)
})

test('while the store is away, pictures are missing and nothing is kept', async ({ deps }) => {
  const { name } = await aFace(deps)
  const read = () => Promise.reject(new StoreAway('away'))
  const visitor = (await appFor({ ...deps, files: { ...deps.files, read } })).visitor()
  const answer = await visitor.get(`/pictures/${name}.jpg`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('10')
  expect(answer.headers.get('cache-control')).not.toContain('public')
})

test('emails show the face of the day: another one, a logo, or initials without either', async ({
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  const { vendorId } = await aFace(deps)
  const seen = async () => {
    const answer = await visitor.get(`/pictures/of/${vendorId}.jpg?${Math.random()}`)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    const { width, height, format } = await picture.metadata()
    expect({ width, height, format }).toEqual({ width: 96, height: 96, format: 'jpeg' })
    // Above the middle: of the photo it is red.
    const top = await picture.extract({ left: 44, top: 4, width: 8, height: 4 }).png().toBuffer()
    const [r = 0, g = 0] = (await sharp(top).stats()).channels.map(({ mean }) => mean)
    return { r, g }
  }
  expect((await seen()).r).toBeGreaterThan(150)

  await deps.db.deleteFrom('pictures').execute()
  const { r, g } = await seen()
  expect(g).toBeGreaterThan(r)

  const logo = await aPhoto({ width: 400, height: 200, seed: 1 })
  expect(await addPicture(deps, { vendorId, kind: 'logo' }, logo)).toEqual({ ok: true })
  expect((await seen()).g).toBeGreaterThan(230)
})

test('a network address has a limited number of new faces drawn; those already drawn stay', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const visitor = app.visitor({ network: '192.0.2.7' })
  const [{ vendorId: known }, { vendorId: other }] = [await aFace(deps), await aFace(deps)]
  await deps.limits.facesPerNetwork.take('192.0.2.7', 599)
  const face = (vendorId: string) => `/pictures/of/${vendorId}.jpg`
  expect((await visitor.get(face(known))).status).toBe(200)
  const refused = await visitor.get(face(other))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('cache-control')).not.toContain('public')
  expect((await visitor.get(face(known))).status).toBe(200)
  expect((await app.visitor().get(face(other))).status).toBe(200)
})

test('no profile photo is served for an unknown or suspended vendor', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const { vendorId } = await aFace(deps)
  await deps.db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  for (const id of [vendorId, randomUUID(), '-'.repeat(36)])
    expect((await visitor.get(`/pictures/of/${id}.jpg`)).status, id).toBe(404)
})
