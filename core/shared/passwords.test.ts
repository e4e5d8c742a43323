import { describe, expect, test } from 'vitest'
import { passwordProblem } from './passwords.ts'

describe('a password', () => {
  test.each([
    ['short7!', 'password_short'],
    ['👍👍👍👍👍👍👍', 'password_short'],
    ['x'.repeat(257), 'password_long'],
    ['Password123', 'password_common'],
    ['aaaaaaaa', 'password_common'],
    ['12345678', 'password_common'],
    ['hgfedcba', 'password_common'],
    ['butterfly', 'password_common'],
    ['Blink182', 'password_common'],
    ['OPENSPOT', 'password_common'],
    ['gorse-lantern-42', null],
    ['eight 8!', null],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })
})
