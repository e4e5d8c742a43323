import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { archiveClass } from '#core/schedule/commands/archive-class.ts'
import { expect, test } from '#tests/support/database.ts'
import { type AVendor, aClass, aVendor } from '#tests/support/factories.ts'
import { FilesRefused } from '#core/shared/file-store.ts'
import { aPhoto } from '#tests/support/pictures.ts'
import { addPicture } from './commands/add-picture.ts'
import { deleteFilesOfRemoved, sweepFiles } from './commands/delete-files.ts'
import { removePicture } from './commands/remove-picture.ts'
import { listGallery, listPicturesOfClasses, listPicturesOfPage } from './queries.ts'
import { pictureFiles, pictureLimits, type PictureOf } from './rules.ts'
import { sourceOf } from './steps/process-picture.ts'

const small = { width: 640, height: 430 }
const hours = 60 * 60_000

async function keysIn({ files }: Deps): Promise<string[]> {
  const keys: string[] = []
  for await (const page of files.list()) keys.push(...page.map(({ key }) => key))
  return keys.toSorted()
}

const rowsIn = ({ db }: Deps) => db.selectFrom('pictures').selectAll().execute()

const ofClass = (vendor: AVendor, classId: string): PictureOf => ({
  vendorId: vendor.id,
  kind: 'class',
  classId,
})

test('a picture is stored with a row that names every file', async ({ deps, db }) => {
  const vendor = await aVendor(db)
  const added = await addPicture(deps, { vendorId: vendor.id, kind: 'face' }, await aPhoto(small))
  expect(added).toEqual({ ok: true })
  const [row] = await rowsIn(deps)
  expect(row).toMatchObject({ kind: 'face', widths: [96, 192, 384], width: 384, height: 384 })
  const keys = row ? pictureFiles(row) : []
  expect(await keysIn(deps)).toEqual(keys.toSorted())
  const sizes = await Promise.all(
    keys.map(async (key) => (await deps.files.read(key))?.length ?? 0),
  )
  expect(row?.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
})

test('another face takes the place of the first, whose files a job deletes', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db)
  const face = { vendorId: vendor.id, kind: 'face' } as const
  await addPicture(deps, face, await aPhoto(small))
  const [first] = await rowsIn(deps)
  await addPicture(deps, face, await aPhoto({ ...small, seed: 1 }))
  const rows = await rowsIn(deps)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.name).not.toBe(first?.name)
  expect(await deleteFilesOfRemoved(deps)).toBe(1)
  expect(await keysIn(deps)).toEqual(rows.flatMap(pictureFiles).toSorted())
  expect(await deleteFilesOfRemoved(deps)).toBe(0)
})

test('the same file sent twice is one picture, also in the gallery', async ({ deps, db }) => {
  const vendor = await aVendor(db)
  const photo = await aPhoto(small)
  for (const kind of ['cover', 'cover', 'gallery', 'gallery'] as const)
    expect(await addPicture(deps, { vendorId: vendor.id, kind }, photo)).toEqual({ ok: true })
  expect((await rowsIn(deps)).map(({ kind }) => kind).toSorted()).toEqual(['cover', 'gallery'])
})

test('a gallery holds eight pictures, and then no work is done', async ({ deps, db }) => {
  const vendor = await aVendor(db)
  const gallery = { vendorId: vendor.id, kind: 'gallery' } as const
  await addPicture(deps, gallery, await aPhoto(small))
  await copies(deps, 7)
  const tried = await addPicture(deps, gallery, Buffer.from('not even a picture'))
  expect(tried).toEqual({ ok: false, reason: 'gallery_full' })
  expect(await listGallery(db, vendor.id)).toHaveLength(8)
})

/** Rows like the first one. */
async function copies({ db }: Deps, count: number, bytes = 1000): Promise<void> {
  await sql`insert into pictures (vendor_id, kind, name, source, widths, width, height, bytes, colour, placeholder)
    select vendor_id, 'gallery', md5(n::text), n::text, widths, width, height, ${bytes}, colour, placeholder
    from (select * from pictures limit 1) one, generate_series(1, ${count}) n`.execute(db)
}

test('a vendor may upload sixty files an hour, and refused ones count', async ({ deps, db }) => {
  const [vendor, other] = [await aVendor(db), await aVendor(db)]
  const diary = Buffer.from('Dear diary')
  const upload = ({ id }: AVendor) => addPicture(deps, { vendorId: id, kind: 'logo' }, diary)
  for (let nth = 0; nth < 60; nth++)
    expect(await upload(vendor)).toEqual({ ok: false, reason: 'picture_unknown' })
  expect(await upload(vendor)).toEqual({ ok: false, reason: 'rate_limited' })
  expect(await upload(other)).toEqual({ ok: false, reason: 'picture_unknown' })
})

test('a vendor may not fill the disk', async ({ deps, db }) => {
  const vendor = await aVendor(db)
  await addPicture(deps, { vendorId: vendor.id, kind: 'logo' }, await aPhoto(small))
  await copies(deps, 1, pictureLimits.bytes)
  const cover = { vendorId: vendor.id, kind: 'cover' } as const
  const photo = await aPhoto({ ...small, seed: 1 })
  expect(await addPicture(deps, cover, photo)).toEqual({ ok: false, reason: 'pictures_full' })
  await sql`update pictures set bytes = 1 where kind = 'gallery'`.execute(db)
  expect(await addPicture(deps, cover, photo)).toEqual({ ok: true })
})

test.for(['pictures', 'bytes'] as const)(
  'a vendor with as many %s as allowed can still replace the face, the cover and the picture of a class',
  async (limit, { deps, db }) => {
    const vendor = await aVendor(db)
    const classes = [await aClass(db, { vendor }), await aClass(db, { vendor })] as const
    const single: PictureOf[] = [
      { vendorId: vendor.id, kind: 'face' },
      { vendorId: vendor.id, kind: 'cover' },
      ofClass(vendor, classes[0].id),
    ]
    for (const of of single)
      expect(await addPicture(deps, of, await aPhoto(small))).toEqual({ ok: true })
    const bytes = (await rowsIn(deps)).reduce((sum, row) => sum + row.bytes, 0)
    if (limit === 'pictures') await copies(deps, pictureLimits.pictures - single.length)
    else await copies(deps, 1, pictureLimits.bytes - bytes)
    const next = await aPhoto({ ...small, seed: 1 })
    for (const of of single) expect(await addPicture(deps, of, next)).toEqual({ ok: true })
    await sql`update pictures set bytes = ${pictureLimits.bytes} where kind = 'face'`.execute(db)
    expect(await addPicture(deps, ofClass(vendor, classes[1].id), next)).toEqual({
      ok: false,
      reason: 'pictures_full',
    })
  },
)

test('the class of another vendor, an archived one and no class at all take no picture', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db)
  const foreign = await aClass(db)
  const archived = await aClass(db, { vendor, status: 'archived' })
  const photo = await aPhoto(small)
  for (const id of [foreign.id, archived.id, 'none'])
    expect(await addPicture(deps, ofClass(vendor, id), photo)).toEqual({
      ok: false,
      reason: 'not_found',
    })
  expect(await keysIn(deps)).toEqual([])
})

test('a class that is archived loses its picture, and its vendor keeps the others', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor })
  const other = await aClass(db, { vendor })
  const photo = await aPhoto(small)
  await addPicture(deps, ofClass(vendor, of.id), photo)
  await addPicture(deps, ofClass(vendor, other.id), photo)
  const owned = { vendorId: vendor.id, classId: of.id }
  const choice = { upcomingBookings: null, bundles: null }
  expect(await archiveClass(db, owned, choice, new Date())).toMatchObject({ ok: true })
  await deleteFilesOfRemoved(deps)
  const rows = await rowsIn(deps)
  expect(rows.map(({ classId }) => classId)).toEqual([other.id])
  expect(await keysIn(deps)).toEqual(rows.flatMap(pictureFiles).toSorted())
})

test('a vendor that is deleted takes all of its files along', async ({ deps, db }) => {
  const [leaving, staying] = [await aVendor(db), await aVendor(db)]
  const photo = await aPhoto(small)
  for (const vendor of [leaving, staying])
    for (const kind of ['face', 'gallery'] as const)
      await addPicture(deps, { vendorId: vendor.id, kind }, photo)
  await sql`delete from vendors where id = ${leaving.id}`.execute(db)
  expect(await deleteFilesOfRemoved(deps)).toBe(2)
  const rows = await rowsIn(deps)
  expect(new Set(rows.map(({ vendorId }) => vendorId))).toEqual(new Set([staying.id]))
  expect(await keysIn(deps)).toEqual(rows.flatMap(pictureFiles).toSorted())
})

test('files that the store does not delete do not keep it from deleting others', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db)
  await addPicture(deps, { vendorId: vendor.id, kind: 'face' }, await aPhoto(small))
  await sql`
    insert into deleted_pictures (name, widths, deleted_at)
    select 'held' || n, '{96}', now() - interval '1 hour' from generate_series(1, 150) n`.execute(
    db,
  )
  await sql`delete from pictures`.execute(db)
  const holding: Deps = {
    ...deps,
    files: {
      ...deps.files,
      async delete(keys) {
        const held = keys.filter((key) => key.startsWith('held'))
        await deps.files.delete(keys.filter((key) => !held.includes(key)))
        if (held.length > 0) throw new FilesRefused(held, null)
      },
    },
  }
  await expect(deleteFilesOfRemoved(holding)).rejects.toThrow('files were not deleted')
  expect(await keysIn(deps)).toEqual([])
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from deleted_pictures`.execute(db)
  expect(rows).toEqual([{ left: 150 }])
  // Nothing is lost: they are asked for again.
  expect(await deleteFilesOfRemoved(deps)).toBe(100)
})

test('only its own vendor removes a picture', async ({ deps, db }) => {
  const [vendor, stranger] = [await aVendor(db), await aVendor(db)]
  const of = await aClass(db, { vendor })
  const photo = await aPhoto(small)
  await addPicture(deps, ofClass(vendor, of.id), photo)
  await addPicture(deps, { vendorId: vendor.id, kind: 'gallery' }, photo)
  const rows = await rowsIn(deps)
  for (const kind of ['class', 'gallery'] as const) {
    const name = rows.find((row) => row.kind === kind)?.name ?? ''
    const remove = ({ id: vendorId }: AVendor) =>
      removePicture(
        db,
        kind === 'class' ? { vendorId, kind, classId: of.id } : { vendorId, kind },
        name,
      )
    expect(await remove(stranger)).toEqual({ ok: false, reason: 'not_found' })
    expect(await remove(vendor)).toEqual({ ok: true })
    expect(await remove(vendor)).toEqual({ ok: false, reason: 'not_found' })
  }
  expect(await rowsIn(deps)).toEqual([])
})

test('a picture that took the place of the one shown is not removed', async ({ deps, db }) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor })
  for (const place of [{ vendorId: vendor.id, kind: 'face' } as const, ofClass(vendor, of.id)]) {
    const nameNow = async () => {
      const rows = await rowsIn(deps)
      return rows.find(({ kind }) => kind === place.kind)?.name ?? ''
    }
    await addPicture(deps, place, await aPhoto(small))
    const shown = await nameNow()
    await addPicture(deps, place, await aPhoto({ ...small, seed: 1 }))
    const other = await nameNow()
    expect(await removePicture(db, place, shown)).toEqual({ ok: false, reason: 'changed' })
    expect(await nameNow()).toBe(other)
    expect(await removePicture(db, place, other)).toEqual({ ok: true })
  }
  expect(await rowsIn(deps)).toEqual([])
  // It is gone already, as it should be.
  expect(await removePicture(db, { vendorId: vendor.id, kind: 'face' }, 'gone')).toEqual({
    ok: true,
  })
})

for (const slow of ['first', 'second'] as const)
  test(`of two uploads at once the second one stays, if the ${slow} one takes longer`, async ({
    deps,
    db,
  }) => {
    const vendor = await aVendor(db)
    const face = { vendorId: vendor.id, kind: 'face' } as const
    const photos = { first: await aPhoto(small), second: await aPhoto({ ...small, seed: 1 }) }
    const begun = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
    const free = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
    const add = (which: 'first' | 'second') => {
      const write: Deps['files']['write'] = async (key, file) => {
        begun[which].resolve()
        await free[which].promise
        await deps.files.write(key, file)
      }
      return addPicture({ ...deps, files: { ...deps.files, write } }, face, photos[which])
    }
    const first = add('first')
    await begun.first.promise
    const second = add('second')
    await begun.second.promise
    const quick = slow === 'first' ? 'second' : 'first'
    free[quick].resolve()
    expect(await (quick === 'first' ? first : second)).toEqual({ ok: true })
    free[slow].resolve()
    expect(await Promise.all([first, second])).toEqual([{ ok: true }, { ok: true }])
    expect((await rowsIn(deps)).map(({ source }) => source)).toEqual([sourceOf(photos.second)])
  })

test('the files of a process that was killed before it wrote the row are swept, but not at once', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db)
  const killed: Deps = {
    ...deps,
    files: {
      ...deps.files,
      async write(key, file) {
        await deps.files.write(key, file)
        if (key.endsWith('.jpg')) throw new Error('killed')
      },
    },
  }
  const photo = await aPhoto(small)
  const face = { vendorId: vendor.id, kind: 'face' } as const
  await expect(addPicture(killed, face, photo)).rejects.toThrow('killed')
  await addPicture(deps, face, photo)
  await deps.files.write('somebody-elses.txt', { bytes: Buffer.from('hello'), type: 'text/plain' })
  const kept = [...(await rowsIn(deps)).flatMap(pictureFiles), 'somebody-elses.txt'].toSorted()
  expect(await keysIn(deps)).toHaveLength(7 + 7 + 1)
  const now = Date.now()
  expect(await sweepFiles(deps, new Date(now + hours))).toBe(0)
  expect(await sweepFiles(deps, new Date(now + 3 * hours))).toBe(7)
  expect(await keysIn(deps)).toEqual(kept)
})

test('files that the store holds do not keep later ones from being swept', async ({ deps, db }) => {
  await aVendor(db)
  const [held, free] = ['1', '2'].map((digit) => `${digit.padStart(32, '0')}.jpg`)
  const deleted: string[] = []
  const files: Deps['files'] = {
    ...deps.files,
    async *list() {
      for (const key of [held, free]) yield [{ key: key ?? '', writtenAt: new Date(0) }]
    },
    async delete(keys) {
      if (keys.includes(held ?? '')) throw new FilesRefused(keys, null)
      deleted.push(...keys)
    },
  }
  await expect(sweepFiles({ db, files }, new Date())).rejects.toThrow(FilesRefused)
  expect(deleted).toEqual([free])
})

test('a process that slept until its files may be swept writes no row', async ({ deps, db }) => {
  const vendor = await aVendor(db)
  const asleep: Deps = {
    ...deps,
    // The clock of the database cannot be turned, so the beginning is put into the past.
    db: deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const rows = result.rows.map((row) =>
          row['now'] instanceof Date ? { now: new Date(row['now'].getTime() - 11 * 60_000) } : row,
        )
        return { ...result, rows }
      },
    }),
  }
  const face = { vendorId: vendor.id, kind: 'face' } as const
  const photo = await aPhoto(small)
  expect(await addPicture(asleep, face, photo)).toEqual({ ok: false, reason: 'busy' })
  expect(await rowsIn(deps)).toEqual([])
})

test('nobody waits for a long queue of pictures', async ({ deps, db }) => {
  const vendor = await aVendor(db)
  const photos = await Promise.all([...Array(8).keys()].map((seed) => aPhoto({ ...small, seed })))
  const gallery = { vendorId: vendor.id, kind: 'gallery' } as const
  const answers = await Promise.all(photos.map((photo) => addPicture(deps, gallery, photo)))
  const busy = answers.filter((answer) => !answer.ok && answer.reason === 'busy')
  expect(busy.length).toBeGreaterThanOrEqual(1)
  expect(await rowsIn(deps)).toHaveLength(8 - busy.length)
  expect(await addPicture(deps, gallery, photos[7] ?? Buffer.alloc(0))).toEqual({ ok: true })
})

test('pages read the pictures of many vendors and classes in one query each', async ({
  deps,
  db,
}) => {
  const [vendor, bare] = [await aVendor(db), await aVendor(db)]
  const [of, plain] = [await aClass(db, { vendor }), await aClass(db, { vendor })]
  const photo = await aPhoto(small)
  for (const kind of ['face', 'cover', 'gallery'] as const)
    await addPicture(deps, { vendorId: vendor.id, kind }, photo)
  await addPicture(deps, ofClass(vendor, of.id), photo)
  let queries = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1
      return result
    },
  })
  const page = await listPicturesOfPage(counted, vendor.id)
  const classes = await listPicturesOfClasses(counted, [of.id, plain.id])
  expect(queries).toBe(2)
  expect([...page.ofClasses.keys()]).toEqual([of.id])
  expect(page).toMatchObject({
    face: { width: 384 },
    cover: { width: 640 },
    logo: null,
  })
  expect([...classes.keys()]).toEqual([of.id])
  expect(Object.keys(classes.get(of.id) ?? {}).toSorted()).toEqual([
    'colour',
    'height',
    'name',
    'placeholder',
    'width',
    'widths',
  ])
  const ofOne = await listPicturesOfPage(counted, vendor.id, plain.id)
  expect([ofOne.ofClasses.size, ofOne.face?.width]).toEqual([0, 384])
  expect([page.gallery.length, ofOne.gallery.length]).toEqual([1, 0])
  expect((await listPicturesOfPage(counted, bare.id)).face).toBe(null)
  expect(await listPicturesOfClasses(counted, [])).toEqual(new Map())
  expect(queries).toBe(4)
})
