import { describe, expect, test } from 'vitest'
import {
  drawAvatar,
  drawRecoveryCode,
  findMailbox,
  firstName,
  homeOf,
  readCode,
  readRecoveryCode,
  safeRedirect,
  showRecoveryCode,
} from './rules.ts'

describe('a redirect target leads to a path of this site, else to the fallback', () => {
  const origin = 'https://book.example.com'
  test.each([
    [null, '/login'],
    ['', '/login'],
    ['/dashboard?tab=1#x', '/dashboard?tab=1#x'],
    ['dashboard', '/dashboard'],
    [`${origin}/classes`, '/classes'],
    ['http://book.example.com/classes', '/login'],
    ['https://book.example.com:8443/classes', '/login'],
    ['https://book.example.com.evil.example/', '/login'],
    ['https://book.example.com@evil.example/', '/login'],
    ['//evil.example', '/login'],
    [`${origin}//evil.example`, '/login'],
    ['/.//evil.example', '/login'],
    ['/a/..//evil.example', '/login'],
    ['/\\evil.example', '/login'],
    ['/\tevil', '/login'],
    ['javascript:alert(1)', '/login'],
    ['https://%', '/login'],
    ['/signout', '/login'],
    ['/%53ignOut/?x=1', '/login'],
    ['/signout.data', '/login'],
    [`${origin}/auth/v1/verify?token_hash=1`, '/login'],
    // The server leads on from these.
    ['/@signout', '/login'],
    ['/%40/signout', '/login'],
    ['/@auth/v1/verify?token_hash=1', '/login'],
    ['/@', '/login'],
    ['/%2F%2Fevil.example', '/login'],
    ['/signouts', '/signouts'],
    ['/auth/v1/callback?code=1&state=2#t', '/auth-callback?code=1&state=2#t'],
  ])('%s: %s', (target, path) => {
    expect(safeRedirect(target, origin, '/login')).toBe(path)
  })
})

test('a new account gets one of five pictures and the name before the @', () => {
  const drawn = [0, 0.2, 0.4, 0.6, 0.8, 0.999].map(drawAvatar)
  expect(new Set(drawn).size).toBe(5)
  expect(drawAvatar(1)).toBe('/avatars/1.svg')
  expect(firstName('vera@example.com')).toBe('vera')
  expect(firstName('@example.com')).toBe('User')
})

test('the role decides where a person starts', () => {
  expect(homeOf(['vendor'])).toBe('/dashboard')
  expect(homeOf([])).toBe('/dashboard')
  expect(homeOf(['super_admin'])).toBe('/super-admin/dashboard')
})

test.each([
  ['anna@gmail.com', 'Gmail'],
  ['Anna@GoogleMail.com', 'Gmail'],
  ['anna@hotmail.com', 'Outlook'],
  ['anna@gmx.de', 'GMX'],
  ['anna@ya.ru', 'Yandex Mail'],
  ['anna@example.com', null],
  ['anna@gmail.com.example.com', null],
  ['anna', null],
  ['', null],
])('the mailbox of %s is %s', (email, name) => {
  expect(findMailbox(email)?.name ?? null).toBe(name)
})

test.for([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['１２３４５６', '123456'],
  ['12345', null],
  ['1234567', null],
  ['abcdef', null],
  ['', null],
] as const)('what somebody typed as a code: %s', ([typed, code]) => {
  expect(readCode(typed)).toBe(code)
})

test('a recovery code is read as it is shown, in any case and without its dash', () => {
  let at = 0
  const code = drawRecoveryCode((limit) => at++ % limit)
  expect(showRecoveryCode(code)).toBe('23456-789ab')
  for (const typed of ['23456-789ab', '23456789AB', ' 23456 789ab '])
    expect(readRecoveryCode(typed)).toBe(code)
  for (const typed of ['23456-789a', '23456-789abc', '23456-789al', '']) {
    expect(readRecoveryCode(typed)).toBe(null)
  }
})
