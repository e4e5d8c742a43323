import { describe, expect, test } from 'vitest'
import {
  currencies,
  currencyFor,
  isReserved,
  mayManage,
  suggestUsername,
  usernameProblem,
} from './rules.ts'

describe('a username is suggested from a name', () => {
  test.each([
    ['Vera Müller', 'vera-muller'],
    ['Анна Шмидт', 'anna-shmidt'],
    ['Straßenyoga & Co.', 'strassenyoga-co'],
    ['Łukasz Żak', 'lukasz-zak'],
    ['Li', 'li-fit'],
    ['Dashboard', 'dashboard-fit'],
    ['A very long name of a studio that goes on', 'a-very-long-name-of-a-studio-t'],
    ['محمد', ''],
    ['🧘', ''],
    ['', ''],
  ])('%s: %s', (name, username) => {
    expect(suggestUsername(name)).toBe(username)
    if (username) expect(usernameProblem(username)).toBeNull()
  })
})

describe('a username', () => {
  test.each([
    ['abc', null],
    ['a_b-9', null],
    ['9_-', null],
    ['ab', 'username_shape'],
    ['x'.repeat(31), 'username_shape'],
    ['Vera', 'username_shape'],
    ['ve ra', 'username_shape'],
    ['vera.m', 'username_shape'],
    ['__proto__', 'username_shape'],
    ['__manifest', 'username_shape'],
    ['_root', 'username_shape'],
    ['___', 'username_shape'],
    ['-_-', 'username_shape'],
    ['constructor', 'username_reserved'],
    ['classes', 'username_reserved'],
    ['super-admin', 'username_reserved'],
  ])('%s: %s', (username, problem) => {
    expect(usernameProblem(username)).toBe(problem)
  })

  test('is reserved without regard to case', () => {
    expect(isReserved('LOGIN')).toBe(true)
    expect(isReserved('vera')).toBe(false)
  })
})

test('the currency of a country is one that is offered, the dollar where none is known', () => {
  expect(currencyFor('DE')).toBe('EUR')
  expect(currencyFor('CH')).toBe('CHF')
  expect(currencyFor('AQ')).toBe('USD')
  expect(currencyFor('toString')).toBe('USD')
  expect(currencies).toContain(currencyFor('KZ'))
})

test('instructors do not manage', () => {
  expect([mayManage('owner'), mayManage('manager'), mayManage('instructor')]).toEqual([
    true,
    true,
    false,
  ])
})
