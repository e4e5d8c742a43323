import { expect, test } from 'vitest'
import {
  type BotProblem,
  cleanName,
  isUsername,
  replacesProblem,
  shownName,
  telegramLink,
} from './rules.ts'

const problems: readonly BotProblem[] = [
  'unauthorized',
  'login',
  'unreachable',
  'conflict',
  'webhook',
]

test('a smaller problem never hides a refused token or a refused login', () => {
  const replacing = [null, ...problems].map((stored) => [
    stored,
    problems.filter((found) => replacesProblem(stored, found)),
  ])
  expect(replacing).toEqual([
    [null, problems],
    ['unauthorized', []],
    ['login', ['unauthorized']],
    ['unreachable', ['unauthorized', 'login', 'conflict', 'webhook']],
    ['conflict', ['unauthorized', 'login', 'unreachable', 'webhook']],
    ['webhook', ['unauthorized', 'login', 'unreachable', 'conflict']],
  ])
})

test.for([
  [{ username: 'ann', name: 'Ann' }, '@ann', true],
  [{ username: null, name: 'Ann' }, 'Ann', false],
  // A name is no username, whatever it looks like.
  [{ username: null, name: '@vera' }, 'vera', false],
  [{ username: null, name: '@' }, '—', false],
] as const)('%o is shown as %s', ([person, shown, leadsToChat]) => {
  expect(shownName(person)).toBe(shown)
  expect(isUsername(shown)).toBe(leadsToChat)
})

test('the link to a chat takes a username with or without @, and a text', () => {
  expect(telegramLink('@ann')).toBe('https://t.me/ann')
  expect(telegramLink('ann', 'Hi & bye')).toBe('https://t.me/ann?text=Hi%20%26%20bye')
})

const family = '👩‍👩‍👧'
test.for([
  ['Ann\u202Etxt.exe', 'Anntxt.exe'],
  ['\u2066Ann\u2069\u200F Lee', 'Ann Lee'],
  ['Ann\n\u0000Lee', 'Ann Lee'],
  // Half of an emoji, as something has cut it.
  ['Ann \uD83C', 'Ann \uFFFD'],
  ['x'.repeat(119) + '🌿', 'x'.repeat(119)],
  ['x'.repeat(118) + '🌿', 'x'.repeat(118) + '🌿'],
  ['x'.repeat(115) + family, 'x'.repeat(115)],
  ['x'.repeat(118) + 'é́́', 'x'.repeat(118)],
  ['\u202E \u200F', '—'],
] as const)(
  'a name from Telegram is kept without what turns text around, in whole characters: %j',
  ([given, kept]) => {
    expect(cleanName(given)).toBe(kept)
  },
)
