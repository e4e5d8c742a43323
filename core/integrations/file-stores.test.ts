import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import fs, { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FileStore, type ListedFile, StoreAway } from '#core/shared/file-store.ts'
import { type FakeS3, fakeBucket, fakeRegion, startFakeS3 } from '#tests/fakes/s3.ts'
import { createDiskFiles } from './disk-files.ts'
import { createS3Files } from './s3-files.ts'

function aFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openspot-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function aBucket(): Promise<FakeS3> {
  const s3 = await startFakeS3({ pageSize: 2 })
  onTestFinished(() => s3.stop())
  return s3
}

const bucketOf = (
  { endpoint, key }: FakeS3,
  changes: { secretAccessKey?: string; bucket?: string } = {},
) =>
  createS3Files({
    bucket: changes.bucket ?? fakeBucket,
    prefix: 'pictures/',
    region: fakeRegion,
    endpoint,
    credentials: { ...key, secretAccessKey: changes.secretAccessKey ?? key.secretAccessKey },
  })

const file = (text: string) => ({ bytes: Buffer.from(text), type: 'image/webp' })
const read = async (store: FileStore, key: string) => {
  const bytes = await store.read(key)
  return bytes && Buffer.from(bytes).toString()
}

async function listed(store: FileStore): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for await (const page of store.list()) files.push(...page)
  return files.toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

describe.for(['disk', 's3'] as const)('files on %s', (kind) => {
  const aStore = async () =>
    kind === 'disk' ? createDiskFiles(path.join(aFolder(), 'new')) : bucketOf(await aBucket())

  test('are written, read, written again, listed and deleted', async () => {
    const store = await aStore()
    expect(await listed(store)).toEqual([])
    const keys = ['aa1.webp', 'ab2.webp', 'b-3.webp', 'c.webp', 'd.webp']
    for (const key of keys) await store.write(key, file(key))
    expect(await read(store, 'aa1.webp')).toBe('aa1.webp')
    await store.write('aa1.webp', file('again'))
    expect(await read(store, 'aa1.webp')).toBe('again')
    expect(await read(store, 'missing.webp')).toBeNull()
    const files = await listed(store)
    expect(files.map(({ key }) => key)).toEqual(keys)
    for (const { writtenAt } of files) expect(Date.now() - writtenAt.getTime()).toBeLessThan(60_000)
    await store.delete(['aa1.webp', 'c.webp', 'missing.webp'])
    await store.delete([])
    expect((await listed(store)).map(({ key }) => key)).toEqual(['ab2.webp', 'b-3.webp', 'd.webp'])
  })

  test.for(['../secret', 'a/b', '', '.hidden', 'A.jpg', 'a\0b', 'x'.repeat(101)])(
    'have no key like %j',
    async (key) => {
      const store = await aStore()
      await expect(store.write(key, file('x'))).rejects.toThrow('Not the key of a file')
      await expect((async () => store.read(key))()).rejects.toThrow('Not the key of a file')
    },
  )
})

test('more files than one request may name are deleted', async () => {
  const s3 = await aBucket()
  const store = bucketOf(s3)
  const keys = [...Array(1001).keys()].map((nth) => `${nth}.webp`)
  for (const key of keys)
    s3.objects.set(`pictures/${key}`, { bytes: Buffer.alloc(1), type: '', writtenAt: new Date() })
  s3.objects.set('other/1.webp', { bytes: Buffer.alloc(1), type: '', writtenAt: new Date() })
  await store.delete(keys)
  expect([...s3.objects.keys()]).toEqual(['other/1.webp'])
  expect(await listed(store)).toEqual([])
})

test('a file that the bucket holds stays, and is named; the others are deleted', async () => {
  const s3 = await aBucket()
  const store = bucketOf(s3)
  const keys = [...Array(1001).keys()].map((nth) => `${nth}.webp`)
  for (const key of keys)
    s3.objects.set(`pictures/${key}`, { bytes: Buffer.alloc(1), type: '', writtenAt: new Date() })
  s3.held.add('pictures/7.webp')
  await expect(store.delete(keys)).rejects.toMatchObject({ keys: ['7.webp'] })
  expect([...s3.objects.keys()]).toEqual(['pictures/7.webp'])
})

test('a file that the disk holds stays, and is named; the others are deleted', async () => {
  const folder = aFolder()
  const store = createDiskFiles(folder)
  for (const key of ['a1.webp', 'c1.webp']) await store.write(key, file(key))
  // Something else has its place.
  await mkdir(path.join(folder, 'b1', 'b1.webp'), { recursive: true })
  const deleting = store.delete(['a1.webp', 'b1.webp', 'c1.webp'])
  await expect(deleting).rejects.toMatchObject({ keys: ['b1.webp'] })
  await expect(deleting).rejects.toThrow(StoreAway)
  expect(await listed(store)).toEqual([])
})

test('a file keeps its type in the bucket, below its prefix', async () => {
  const s3 = await aBucket()
  await bucketOf(s3).write('a.webp', file('hello'))
  expect(s3.objects.get('pictures/a.webp')).toMatchObject({ type: 'image/webp' })
})

test('a short failure of the service is tried again, a long one is reported', async () => {
  const s3 = await aBucket()
  const store = bucketOf(s3)
  s3.fail(503, 2)
  await store.write('a.webp', file('hello'))
  expect(await read(store, 'a.webp')).toBe('hello')
  s3.fail(500, 10)
  await expect(store.read('a.webp')).rejects.toThrow(StoreAway)
})

test.for([
  ['a wrong secret', { secretAccessKey: 'guessed' }],
  ['another bucket', { bucket: 'elsewhere' }],
] as const)('%s opens nothing', async ([, changes]) => {
  const s3 = await aBucket()
  await bucketOf(s3).write('a.webp', file('hello'))
  const store = bucketOf(s3, changes)
  await expect(store.read('a.webp')).rejects.toThrow(StoreAway)
  await expect(store.write('b.webp', file('x'))).rejects.toThrow(StoreAway)
  await expect(listed(store)).rejects.toThrow(StoreAway)
  expect([...s3.objects.keys()]).toEqual(['pictures/a.webp'])
})

test.for([
  ['accepts a connection and never answers', () => {}],
  [
    'stops in the middle of a file',
    (response: ServerResponse) =>
      response.writeHead(200, { 'content-length': 100 }).write('the first part'),
  ],
] as const)('a service that %s is away', { timeout: 20_000 }, async ([, answer]) => {
  const server = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const at = server.address()
  const endpoint = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
  const key = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret of the test' }
  const store = createS3Files(
    { bucket: fakeBucket, prefix: '', region: fakeRegion, endpoint, credentials: key },
    { answerMs: 200 },
  )
  await expect(store.read('a.webp')).rejects.toThrow(StoreAway)
})

test.for([
  ['write', 'ENOSPC', StoreAway],
  ['write', 'EDQUOT', StoreAway],
  ['write', 'EIO', Error],
  ['rename', 'ENOSPC', StoreAway],
] as const)('a file that cannot be stored (%s: %s) leaves no draft', async ([step, code, kind]) => {
  const folder = aFolder()
  const store = createDiskFiles(folder)
  await store.write('ab.webp', file('before'))
  const error = Object.assign(new Error(code), { code })
  const open = fs.open.bind(fs)
  const spy =
    step === 'rename'
      ? vi.spyOn(fs, 'rename').mockRejectedValue(error)
      : vi.spyOn(fs, 'open').mockImplementation(async (...of) => {
          const opened = await open(...of)
          vi.spyOn(opened, 'writeFile').mockRejectedValue(error)
          return opened
        })
  onTestFinished(() => spy.mockRestore())
  const written = await store.write('ab.webp', file('after')).catch((failed: unknown) => failed)
  expect(spy).toHaveBeenCalledOnce()
  expect(written).toBeInstanceOf(kind)
  expect(written instanceof StoreAway).toBe(kind === StoreAway)
  expect(await readdir(path.join(folder, 'ab'))).toEqual(['ab.webp'])
  expect(await read(store, 'ab.webp')).toBe('before')
})

test('a draft of a killed process is listed, so that it is swept', async () => {
  const folder = aFolder()
  const store = createDiskFiles(folder)
  await store.write('ab.webp', file('hello'))
  expect(await readdir(path.join(folder, 'ab'))).toEqual(['ab.webp'])
  const draft = path.join(folder, 'ab', 'ab.webp.1234')
  await writeFile(draft, 'half')
  utimesSync(draft, 1, 1)
  expect((await listed(store)).map(({ key }) => key)).toEqual(['ab.webp', 'ab.webp.1234'])
  await store.delete(['ab.webp.1234'])
  expect(await readdir(path.join(folder, 'ab'))).toEqual(['ab.webp'])
})
