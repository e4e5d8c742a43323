import { expect, test } from 'vitest'
import { emailAddress, lineOf, nameOf, personOf, textOf, withoutTag } from './fields.ts'

const problemsOf = (schema: ReturnType<typeof nameOf>, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message)

test.each([
  ['Zoë', undefined],
  ['', ['Too small: expected string to have >=1 characters']],
  ['李', undefined],
  ['🙂', undefined],
  ['محمد', undefined],
  ['\u200b\u200d', ['Too small: expected string to have >=1 characters']],
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

test.each([
  ['Rita@Example.net', 'rita@example.net'],
  ['max@müller.de', 'max@xn--mller-kva.de'],
  ['max@MU\u0308LLER.de', 'max@xn--mller-kva.de'],
  ['max@XN--MLLER-KVA.de', 'max@xn--mller-kva.de'],
  ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ['ivan@example.xn--p1ai', 'ivan@example.xn--p1ai'],
  ['li@例え。テスト', 'li@xn--r8jz45g.xn--zckzah'],
  ['ｒｉｔａ＠example.net', 'rita@example.net'],
  // As it is copied from pages and chats.
  ['\ufeffrita@example.net\u200b', 'rita@example.net'],
  ['\u2066rita@exam\u00adple.net\u2069 ', 'rita@example.net'],
  ['ri\u200bta@müll\u200der.de', 'rita@xn--mller-kva.de'],
  ['Rita <rita@example.net>', 'rita@example.net'],
  ['"Rita, Studio" <Rita@Example.net>;', 'rita@example.net'],
  ['mailto:rita@example.net?subject=Yoga', 'rita@example.net'],
  ['rita@example.net.', 'rita@example.net'],
  ['rita@example.net,', 'rita@example.net'],
  // A label of two scripts reads as another name: the a is Cyrillic.
  ['rita@bаnk.de', null],
  ['rita@bank.рф', 'rita@bank.xn--p1ai'],
  ['max@xn--.de', null],
  ['max@müller.de:80', null],
  ['max@müller.de/x', null],
  ['max@me@müller.de', null],
  ['max@ü.1', null],
  ['max@müller', null],
  ['max@-müller.de', null],
  ['max@a..ü.de', null],
  [`max@${'ü'.repeat(70)}.de`, null],
  // Mailboxes outside ASCII need mail servers that most people do not have.
  ['иван@пример.рф', null],
  ['', null],
])('%o as an email address is %s', (typed, email) => {
  expect(emailAddress.safeParse(typed).data ?? null).toBe(email)
})

test.each([
  ['\u200bAnna\ufeff ', 'Anna'],
  ['\u202eAn\u200bna\u202c', 'Anna'],
  ['\u200fדוד\u200f', 'דוד'],
  ['An\u200dna\u200c', 'Anna'],
  // Persian and Malayalam are spelled with joiners, also at the end of a word, and emoji are made with them.
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['രാജന്\u200d', 'രാജന്\u200d'],
  ['Anna 👩\u200d🏫 ❤️', 'Anna 👩\u200d🏫 ❤️'],
])('the name %o is read as %o', (typed, name) => {
  expect(personOf(120).parse(typed)).toBe(name)
})
