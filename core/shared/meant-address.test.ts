import { expect, test } from 'vitest'
import { meantAddress } from './meant-address.ts'

const origin = 'https://book.example.com'
const id = '0b7c6a52-9d0f-4c3e-8f8a-3f1a6a1d2b3c'

test.each([
  ['a story link', '/ironworks%3Futm_source%3Dig', '/ironworks?utm_source=ig'],
  [
    'with what the app added',
    '/ironworks%3Futm_source%3Dig?fbclid=a',
    '/ironworks?utm_source=ig&fbclid=a',
  ],
  [
    'a whole link encoded',
    `/book/class/${id}%3Fsession%3D${id}%23book`,
    `/book/class/${id}?session=${id}#book`,
  ],
  ['an encoded fragment', '/ironworks%23sessions?a=b', '/ironworks?a=b#sessions'],
  ['a name as in Instagram', '/@ironworks?a=b', '/ironworks?a=b'],
  ['the end of a sentence', '/ironworks.', '/ironworks'],
  ['in brackets, at the end of a sentence', '/ironworks).', '/ironworks'],
  ['parameters without their mark', '/ironworks&fbclid=1', '/ironworks'],
  ['the end of a Chinese sentence', '/ironworks%E3%80%82', '/ironworks'],
  ['in the middle of one', `/book/class/${id}%EF%BC%8Cok?a=b`, `/book/class/${id}?a=b`],
  ['a space', '/ironworks%20', '/ironworks'],
  ['a line break', '/ironworks%0A', '/ironworks'],
  ['an invisible space', '/ironworks%E2%80%8B', '/ironworks'],
  ['in Russian quotes', '/ironworks%C2%BB,', '/ironworks'],
  ['a class', `/book/class/${id})?a=b`, `/book/class/${id}?a=b`],
  ['a token', '/booking/0123456789?token=abc-_).', '/booking/0123456789?token=abc-_'],
  ['a session', `/book/class/${id}?session=${id}.`, `/book/class/${id}?session=${id}`],
  ['two slashes', '//ironworks?a=b', '/ironworks?a=b'],
  ['only slashes', '/////', '/'],
  ['another host', '//evil.example/login', '/evil.example/login'],
  ['another host behind an @', '/@/evil.example', '/evil.example'],
  ['another host, encoded', '/%2F%2Fevil.example', '/evil.example'],
  ['another host behind a backslash', '/%5Cevil.example.', '/evil.example'],
  ['another host behind a tab', '/%09/evil.example.', '/evil.example'],
  ['another host behind dots', '/%2e%2e//evil.example.', '/evil.example'],
])('%s: an address that means another leads there', (_name, given, meant) => {
  const found = meantAddress(new URL(origin + given))
  expect(found).toBe(meant)
  expect(new URL(found ?? '', origin).origin).toBe(origin)
  // It leads there at once, and no further.
  expect(meantAddress(new URL(found ?? '', origin))).toBe(null)
})

test.each([
  '/',
  '/ironworks',
  '/ironworks/',
  '/classes?q=st.',
  '/booking/0123456789/calendar.ics?token=abc',
  '/_root.data',
  '/%ff.',
  '/%00',
  '/embed/%00',
  '/%D0%B0%D0%BD%D0%BD%D0%B0',
])('%s says what it means', (address) => {
  expect(meantAddress(new URL(origin + address))).toBe(null)
})
