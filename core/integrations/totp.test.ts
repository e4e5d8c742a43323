import { expect, test } from 'vitest'
import { addMinutes } from '#core/shared/time.ts'
import { codeAt, newTotpKey, stepOfCode, totpAddress } from './totp.ts'

/** The key of the examples in RFC 6238: 12345678901234567890. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// The RFC shows eight digits; six are their end.
test.for([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const)('after %i seconds the code is that of RFC 6238', ([seconds, code]) => {
  const now = new Date(seconds * 1000)
  expect(codeAt(key, now)).toBe(code)
  expect(stepOfCode(key, code, now)).toBe(Math.floor(seconds / 30))
})

test('a clock may be half a minute off, and no more', () => {
  const now = new Date(1_111_111_110_000)
  const step = 37_037_037
  const off = (steps: number) => stepOfCode(key, codeAt(key, addMinutes(now, steps / 2)), now)
  expect([-2, -1, 0, 1, 2].map(off)).toEqual([null, step - 1, step, step + 1, null])
})

test('a malformed code matches no time step', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '12 34 56', '-81804'])
    expect(stepOfCode(key, code, new Date())).toBe(null)
})

test('an app reads the key, the account and the name of the site', () => {
  const made = newTotpKey()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  const address = new URL(totpAddress(made, { site: 'Studio: Vera', email: 'vera+a@example.com' }))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toContain('vera+a@example.com')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    secret: made,
    issuer: 'Studio  Vera',
    digits: '6',
    period: '30',
  })
})
