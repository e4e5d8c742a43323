import { expect, test } from 'vitest'
import { lineOf, nameOf, personOf, textOf, withoutTag } from './fields.ts'

const problemsOf = (schema: ReturnType<typeof nameOf>, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message)

test.each([
  ['Zoë', undefined],
  ['', ['Too small: expected string to have >=1 characters']],
  ['李', undefined],
  ['🙂', undefined],
  ['محمد', undefined],
  ['\u200b\u200d', ['name_unseen']],
  ['\u3164', ['name_unseen']],
  ['\u2800\u2060', ['name_unseen']],
])('%o as a name', (name, problems) => {
  expect(problemsOf(nameOf(120), name)).toEqual(problems)
})

test.each([
  'https://spam.example',
  'Win at WWW.spam.example',
  'w\u00adww.spam.example',
  'a://b',
  'https:\\\\spam.example',
  'http:/\u200b/spam.example',
  'Win: spam.example/now',
  'spam.example\\now',
  'spam.example:8080/now',
  'spam.ex\u2060ample\u200b/now',
  'spam.example./now',
  'spam。example／now',
])('a person is not called %o', (name) => {
  expect(problemsOf(personOf(120), name)).toEqual(['name_link'])
})

test.each(['Anna/Bob', 'Dr. Anna / Bob', 'J. R./Bob', 'c/o Anna', 'St. Anna: Bob', 'Anna B.'])(
  'a person may be called %o',
  (name) => {
    expect(problemsOf(personOf(120), name)).toBeUndefined()
  },
)

test('text is kept in one form, however it was typed', () => {
  const apart = 'Zoe\u0308'
  expect(lineOf(120).parse(apart)).toBe('Zo\u00eb')
  expect(textOf(120).parse(apart)).toBe('Zo\u00eb')
})

test.each([
  ['an.na+yoga@gmail.com', 'anna@gmail.com'],
  ['an.na@googlemail.com', 'anna@gmail.com'],
  ['an.na+yoga@example.com', 'an.na@example.com'],
])('%s is counted as %s', (email, mailbox) => {
  expect(withoutTag(email)).toBe(mailbox)
})
