import { expect, test } from 'vitest'
import { phonesOf, readPhone } from './phones.ts'
import { phoneText } from './phone-text.ts'

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
  // As WhatsApp shows and keyboards copy it: Mexican mobiles with their old 1; Argentinian ones have their 9.
  ['+5215512345678', '', ['+525512345678']],
  ['+52 1 55 1234 5678', 'DE', ['+525512345678']],
  ['1 55 1234 5678', 'MX', ['+525512345678']],
  ['55 1234 5678', 'MX', ['+525512345678']],
  ['+5491123456789', '', ['+5491123456789']],
  ['011 15 2345-6789', 'AR', ['+5491123456789']],
  ['\u202a+49 170 1234567\u202c', '', [german]],
  ['nobody', 'DE', []],
  ['0170 1234567', '', []],
] as const)
  test(`“${typed}” in ${country || 'no country'} is ${numbers.join(' or ') || 'no number'}`, () => {
    expect(phonesOf(typed, country)).toEqual(numbers)
  })

test.each([
  ['0171 123', 'DE', 'phone_short'],
  ['0171 2345', 'DE', 'phone_short'],
  ['+49 171', '', 'phone_short'],
  ['+1 415 555', '', 'phone_short'],
  ['+52 55 1234', '', 'phone_short'],
  ['123456', 'US', 'phone_short'],
  ['12', '', 'phone_short'],
  ['+49 170 1234567 1234567', '', 'phone_invalid'],
  ['Mia 123', 'DE', 'phone_invalid'],
  ['mia', 'DE', 'phone_invalid'],
  ['', 'DE', 'phone_invalid'],
  ['49 170 1234567', 'DE', 'phone_unsure'],
])('the problem with “%s” in %s: %s', (typed, country, problem) => {
  expect(readPhone(typed, country)).toBe(problem)
})

test('an address is written as people read it: only a phone gets spaces', () => {
  const addresses = ['+491701234567', 'vera+491701234567@example.com', '+491701234567@example.com']
  expect(addresses.map(phoneText)).toEqual(['+49 170 1234567', ...addresses.slice(1)])
})

test.each([
  'tel:+49-1512-0018943',
  'https://wa.me/4915120018943',
  'wa.me/4915120018943?text=Hi',
  'https://api.whatsapp.com/send?phone=4915120018943',
  'https://t.me/+4915120018943',
  '+49 1512 0018943.',
  'Rita <+49 1512 0018943>',
])('a number pasted as %s is read', (typed) => {
  expect(readPhone(typed, 'US')).toEqual({ phone: '+4915120018943' })
})
