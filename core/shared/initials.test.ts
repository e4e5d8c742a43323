import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Mara Lindqvist', 'ML'],
  ['Анна Сергеевна Кузнецова', 'АК'],
  ['  juan   carlos  de la cruz ', 'JC'],
  ['Zoë', 'ZO'],
  ['A\u030ake', 'A\u030aK'],
  ["O'Brien", 'OB'],
  ['ليلى حداد', 'لح'],
  ['🔥 Power Yoga 🔥', 'PY'],
  ['🧘🏽‍♀️', '🧘🏽‍♀️'],
  ['', '?'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
