import { expect, test } from 'vitest'
import type { SecretKeys } from '#core/shared/signing.ts'
import { datedToken, linkEndOf } from './link-tokens.ts'

const keys: SecretKeys = ['a'.repeat(32), 'b'.repeat(32)]
const end = new Date('2031-03-01T12:00:00Z')
const before = new Date('2031-03-01T11:59:59Z')
const token = datedToken(keys, 'Random0Token', end)

test.each([
  ['in its time, it is used', token, before, 'used'],
  ['afterwards, it is too old', token, end, 'over'],
  ['of a former key', datedToken(['b'.repeat(32)], 'Random0Token', end), before, 'used'],
  ['cut off', token.slice(0, -1), before, 'wrong'],
  ['with a later end', token.replace(/-([a-z0-9]+)-/, '-zzzzzzzz-'), end, 'wrong'],
  ['of another key', datedToken(['c'.repeat(32)], 'Random0Token', end), before, 'wrong'],
  ['empty', '', before, 'wrong'],
])('why a link does nothing: %s', (_name, given, now, why) => {
  expect(linkEndOf(keys, given, now)).toBe(why)
})
