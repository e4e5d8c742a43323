import { expect, test } from 'vitest'
import { lineOf, nameOf, personOf, textOf } from './fields.ts'

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

test.each(['https://spam.example', 'Win at WWW.spam.example', 'a://b'])(
  'a person is not called %o',
  (name) => {
    expect(problemsOf(personOf(120), name)).toEqual(['name_link'])
  },
)

test('text is kept in one form, however it was typed', () => {
  const apart = 'Zoe\u0308'
  expect(lineOf(120).parse(apart)).toBe('Zo\u00eb')
  expect(textOf(120).parse(apart)).toBe('Zo\u00eb')
})
