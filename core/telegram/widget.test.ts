import { expect, test } from 'vitest'
import { readWidget } from './steps/widget.ts'

// As Telegram describes it: signed with this token, computed outside of our code.
const token = '123456:TEST-token'
const signed = new URLSearchParams({
  id: '42',
  first_name: 'Ann',
  username: 'ann',
  photo_url: 'https://t.me/i/userpic/320/ann.jpg',
  auth_date: '1700000000',
  hash: 'f281d801e884a38a953d271e71d77f825ae32e990bc52d9bc13b5375406e6ab6',
})
const signedAt = 1_700_000_000

const read = (
  changes: Record<string, string>,
  { seconds = 10, bot = token }: { seconds?: number; bot?: string } = {},
) => {
  const query = new URLSearchParams({ ...Object.fromEntries(signed), ...changes })
  return readWidget(bot, query, new Date((signedAt + seconds) * 1000))
}

test('who the older login widget names', () => {
  expect(read({})).toMatchObject({ person: { telegramId: 42, name: 'Ann', username: 'ann' } })
})

test.for([
  ['another person', () => read({ id: '43' })],
  ['another name', () => read({ first_name: 'Bob' })],
  ['a field more', () => read({ last_name: '' })],
  ['another bot', () => read({}, { bot: '123456:OTHER-token' })],
  ['no signature', () => read({ hash: '' })],
  ['after five minutes', () => read({}, { seconds: 301 })],
  ['a minute before it was signed', () => read({}, { seconds: -61 })],
] as const)('the older login widget with %s names nobody', ([, asked]) => {
  expect(asked()).toBeNull()
})
