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
  return deps.db.selectFrom('pictures').selectAll().executeTakeFirstOrThrow()
}

test('the files of a picture are kept for ever and can do nothing', async ({ deps }) => {
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

test('while the store is away, pictures are missing and nothing is kept', async ({ deps }) => {
  const { name } = await aFace(deps)
  const read = () => Promise.reject(new StoreAway('away'))
  const visitor = (await appFor({ ...deps, files: { ...deps.files, read } })).visitor()
  const answer = await visitor.get(`/pictures/${name}.jpg`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('10')
  expect(answer.headers.get('cache-control')).not.toContain('public')
})
