import { afterEach, expect, test, vi } from 'vitest'
import { formOf } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

const urlencoded = 'application/x-www-form-urlencoded'
const boundary = '----WebKitFormBoundaryx3fGh0Aq'
const multipart = `multipart/form-data; boundary=${boundary}`
const part = (head: string, body = '') => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`
const named = (name: string) => part(`Content-Disposition: form-data; name="${name}"`)
const whole = (...parts: string[]) => `${parts.join('')}--${boundary}--\r\n`

function sent(contentType: string, body: string): Request {
  const headers = { 'content-type': contentType }
  return new Request('http://127.0.0.1:3000/language', { method: 'POST', headers, body })
}

test.for([
  ['fields without a value', urlencoded, 'a&'.repeat(65_000)],
  ['separators', urlencoded, '&'.repeat(130_000)],
  ['a field too many', urlencoded, 'a=1&'.repeat(600) + 'a=1'],
  ['empty parts', multipart, whole(named('a').repeat(1500))],
  ['boundaries alone', multipart, boundary.repeat(4000)],
  ['a part with many headers', multipart, whole(part('A: b\r\n'.repeat(20_000)))],
  [
    'a part with a long name',
    multipart,
    whole(part(`Content-Disposition: form-data; name="${'a'.repeat(100_000)}"`)),
  ],
  ['a part that never begins', multipart, `--${boundary}\r\n${'A: b\r\n'.repeat(20_000)}`],
  ['two boundaries', `${multipart}; boundary=b`, whole(named('a'))],
  [
    'two types, of which only the first was counted',
    `${urlencoded}; a=b, ${multipart}`,
    'a&'.repeat(65_000),
  ],
  ['two types', `text/plain, ${multipart}`, whole(named('a'))],
  ['JSON', 'application/json', '{"a":1}'],
  ['no type', '', 'a=1'],
] as const)('%s are refused, and no parser reads them', async ([, type, body]) => {
  const parser = vi.fn()
  // Once a server runs in this process, the methods of the built-in classes cannot be replaced.
  vi.stubGlobal(
    'Response',
    class extends Response {
      override formData = parser
    },
  )
  const request = Object.defineProperty(sent(type, body), 'formData', { value: parser })
  const refused = await formOf(request).catch((error: unknown) => error)
  expect(refused).toMatchObject({ init: { status: 400 } })
  expect(parser).not.toHaveBeenCalled()
})

test.for([
  ['as many fields as a form may have', urlencoded, `${'a=1&'.repeat(599)}a=1`, 600],
  ['the charset of a browser', `${urlencoded};charset=UTF-8`, 'a=%C3%A9&b=', 2],
  ['a form with a file', multipart, whole(named('kind'), part(file('face.jpg'), 'x\r\n')), 2],
  ['a long name of a file', multipart, whole(part(file(`${'é'.repeat(255)}.jpg`), 'x')), 1],
] as const)('%s is read', async ([, type, body, fields]) => {
  const form = await formOf(sent(type, body))
  expect([...form.keys()]).toHaveLength(fields)
})

function file(name: string): string {
  return `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg`
}

test('the file of a form is what was sent, byte by byte', async () => {
  const bytes = new Uint8Array(100_000).map((_, at) => (at * 31) % 256)
  const form = new FormData()
  form.set('kind', 'face')
  form.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'a "face".jpg')
  const request = new Request('http://127.0.0.1:3000/', { method: 'POST', body: form })
  const read = (await formOf(request)).get('file')
  if (!(read instanceof File)) throw new Error('The file is gone.')
  expect([read.name, read.type]).toEqual(['a "face".jpg', 'image/jpeg'])
  expect(Buffer.compare(new Uint8Array(await read.arrayBuffer()), bytes)).toBe(0)
})
