import { expect, test } from 'vitest'
import { phonesOf } from './phones.ts'

const german = '+491701234567'

for (const [typed, country, numbers] of [
  ['0170 1234567', 'DE', [german]],
  ['170 1234567', 'DE', [german]],
  ['+49 170 1234567', 'DE', [german]],
  ['+49 170 1234567', '', [german]],
  ['+49 (0)170 1234567', 'US', [german]],
  ['0049 170 1234567', 'DE', [german]],
  // As keyboards and spreadsheets of East Asia write it.
  ['＋49 170 1234567', 'DE', [german]],
  ['＋４９ １７０ １２３４５６７', '', [german]],
  // Ambiguous: a German number without its 0, or an international one without its +.
  ['49 170 1234567', 'DE', ['+49491701234567', german]],
  ['43 664 1234567', 'DE', ['+49436641234567', '+436641234567']],
  // Too long for its country: a slip, not a number of another one.
  ['49 170 1234567', 'US', []],
  // Written as people of the country write it, whatever else the digits could be.
  ['479 555 1234', 'US', ['+14795551234']],
  ['1 415 555 2671', 'US', ['+14155552671']],
  ['7 912 345 67 89', 'RU', ['+79123456789']],
  ['390 1234567', 'IT', ['+393901234567']],
  ['44 7911 123456', 'GB', ['+447911123456']],
  ['030 12345', 'DE', ['+493012345']],
  ['05251 60', 'DE', ['+49525160']],
  // Too short for what it begins as: a mobile number with missing digits.
  ['0171 2345', 'DE', []],
  ['+491712345', 'DE', ['+491712345']],
  ['+43 664 12', 'DE', []],
  ['12', 'DE', []],
  ['0151', 'DE', []],
  ['+683 4000', '', ['+6834000']],
  ['nobody', 'DE', []],
  ['0170 1234567', '', []],
] as const)
  test(`“${typed}” in ${country || 'no country'} is ${numbers.join(' or ') || 'no number'}`, () => {
    expect(phonesOf(typed, country)).toEqual(numbers)
  })
