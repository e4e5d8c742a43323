import { expect, test } from 'vitest'
import { addressReader } from './address.ts'

const near = '127.0.0.1'
const none = { count: 0, peers: [] }
const one = { count: 1, peers: [] }
const two = { count: 2, peers: ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.50'] }

test.each([
  ['no proxy: who connects', '203.0.113.5', near, none, near],
  ['a proxy on this machine', '203.0.113.5', near, one, '203.0.113.5'],
  ['loopback written as IPv6', '203.0.113.5', '::1', one, '203.0.113.5'],
  [
    'loopback as an IPv4-mapped IPv6 address',
    '203.0.113.5',
    '::ffff:127.0.0.1',
    one,
    '203.0.113.5',
  ],
  ['what the visitor wrote counts for nothing', '6.6.6.6, 203.0.113.5', near, one, '203.0.113.5'],
  ['two proxies', '6.6.6.6, 203.0.113.5, 10.0.0.1', near, two, '203.0.113.5'],
  ['a listed network', '203.0.113.5, 10.0.0.1', '10.1.2.3', two, '203.0.113.5'],
  ['a listed address', '203.0.113.5, 10.0.0.1', '::ffff:192.0.2.50', two, '203.0.113.5'],
  ['a listed network of IPv6', '203.0.113.5, 10.0.0.1', '2001:db8:1::7', two, '203.0.113.5'],
  ['a stranger who came past the proxy', '203.0.113.5', '198.51.100.9', one, '198.51.100.9'],
  ['beside a listed network', '203.0.113.5, 10.0.0.1', '11.0.0.1', two, '11.0.0.1'],
  ['with its port', '203.0.113.5:52110', near, one, '203.0.113.5'],
  ['IPv6 with its port', '[2001:db8:7:8:9::1]:443', near, one, '2001:db8:7:8::/64'],
  ['IPv6 in brackets', '[2001:db8::1]', near, one, '2001:db8:0:0::/64'],
  ['IPv6, by its household', '2001:db8:7:8:9::1', near, one, '2001:db8:7:8::/64'],
  ['a word', 'unknown', near, one, near],
  ['nothing', undefined, near, one, near],
])('the visitor’s address: %s', (_name, forwarded, socket, proxies, expected) => {
  expect(addressReader(proxies)(forwarded, socket)).toBe(expected)
})

test('the first untrusted peer that sends forwarding headers is logged, once', () => {
  const named: string[] = []
  const read = addressReader(one, (peer) => named.push(peer))
  read(undefined, '198.51.100.9')
  read('203.0.113.5', near)
  expect(named).toEqual([])
  for (const peer of ['10.0.0.7', '10.0.0.8']) read('203.0.113.5', peer)
  expect(named).toEqual(['10.0.0.7'])
})
