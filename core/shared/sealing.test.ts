import { expect, test } from 'vitest'
import { seal, sealedPrefix, unseal } from './sealing.ts'

const old = ['the key that was used at first, 32 letters'] as const
const both = ['a newer key that was put in front of it', ...old] as const
const of = { purpose: 'a test', owner: 'vera' }

test('a sealed secret is opened by every key that is left, and by no other', () => {
  const sealed = seal({ ...of, keys: old }, 'JBSWY3DPEHPK3PXP')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(unseal({ ...of, keys: old }, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(unseal({ ...of, keys: both }, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(unseal({ ...of, keys: [both[0]] }, sealed)).toBe(null)
})

test('a sealed secret opens only for its purpose and its owner, and only unchanged', () => {
  const sealed = seal({ ...of, keys: old }, 'JBSWY3DPEHPK3PXP')
  expect(unseal({ ...of, keys: old, purpose: 'another test' }, sealed)).toBe(null)
  expect(unseal({ ...of, keys: old, owner: 'carla' }, sealed)).toBe(null)
  const changed = sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  for (const text of [changed, sealed.slice(0, 20), '', '.', 'nonsense'])
    expect(unseal({ ...of, keys: old }, text)).toBe(null)
})

test('the prefix tells what the first key has sealed', () => {
  const sealed = seal({ ...of, keys: old }, 'x')
  expect(sealed.startsWith(sealedPrefix(old, of.purpose))).toBe(true)
  expect(sealed.startsWith(sealedPrefix(both, of.purpose))).toBe(false)
})
