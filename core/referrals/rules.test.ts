import { expect, test } from 'vitest'
import { referralStatus, shortenedEmail, summarise } from './rules.ts'

const activatedAt = new Date('2027-03-01T12:00:00Z')

test.each([
  ['has published a class', { activatedAt, isOpen: true }, 'active'],
  ['has published a class and left', { activatedAt, isOpen: false }, 'active'],
  ['has only signed up', { activatedAt: null, isOpen: true }, 'pending'],
  ['was closed or suspended before', { activatedAt: null, isOpen: false }, 'other'],
] as const)('a friend who %s', (_says, facts, status) => {
  expect(referralStatus(facts)).toBe(status)
})

test('the summary counts every friend once, and three months for each active one', () => {
  expect(summarise([])).toEqual({
    totalReferred: 0,
    successfulSignups: 0,
    pendingSignups: 0,
    monthsEarned: 0,
  })
  expect(
    summarise([
      { activatedAt, isOpen: true, count: 2 },
      { activatedAt, isOpen: false, count: 1 },
      { activatedAt: null, isOpen: true, count: 4 },
      { activatedAt: null, isOpen: false, count: 5 },
    ]),
  ).toEqual({ totalReferred: 12, successfulSignups: 3, pendingSignups: 4, monthsEarned: 9 })
})

test.each([
  ['max.mustermann@example.com', 'm…@example.com'],
  ['x@example.com', 'x…@example.com'],
  ['"a@b"@example.com', '"…@example.com'],
  ['🧘anna@example.com', '🧘…@example.com'],
])('%s is shown as %s', (email, shown) => {
  expect(shortenedEmail(email)).toBe(shown)
})
