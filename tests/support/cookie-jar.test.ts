import { expect, test } from 'vitest'
import { cookieJar } from './cookie-jar.ts'

const http = (path: string) => new URL(path, 'http://localhost:3000')
const https = (path: string) => new URL(path, 'https://book.example.com')

test.each([
  ['a=1; Path=/login', http('/login'), 'a=1'],
  ['a=1; Path=/login', http('/login/link'), 'a=1'],
  ['a=1; Path=/login', http('/login.data'), ''],
  ['a=1; Path=/', http('/login.data'), 'a=1'],
  ['a=1; Path=/; Max-Age=0', http('/'), ''],
  ['a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', http('/'), ''],
  ['a=1; Path=/; Max-Age=60', http('/'), 'a=1'],
  ['a=1; Path=/; Secure', http('/'), ''],
  ['a=1; Path=/; Secure', https('/'), 'a=1'],
  ['__Host-a=1; Path=/', https('/'), ''],
  ['__Host-a=1; Path=/x; Secure', https('/x'), ''],
  ['__Host-a=1; Path=/; Secure', https('/'), '__Host-a=1'],
  ['a=1', http('/login/link'), 'a=1'],
])('%s, asked for %s: %s', (line, url, header) => {
  const jar = cookieJar()
  jar.keep(line, url)
  expect(jar.headerFor(url)).toBe(header)
})

test('a cookie that is taken away is gone, and one of the same name elsewhere stays', () => {
  const jar = cookieJar()
  jar.set('a', '1')
  jar.keep('a=2; Path=/login', http('/login'))
  expect(jar.headerFor(http('/login'))).toBe('a=2; a=1')
  jar.keep('a=; Path=/login; Max-Age=0', http('/login'))
  expect(jar.headerFor(http('/login'))).toBe('a=1')
})
