import { expect, test } from 'vitest'
import { type FeedFacts, type FeedState, feedLinks, feedState } from './rules.ts'

const active = { isSuspended: false, isClosed: false }

test.each<[string, FeedFacts | null, FeedState]>([
  ['replaced, or of somebody erased', null, 'gone'],
  ['a vendor', { of: 'vendor', ...active }, 'open'],
  ['a suspended vendor', { of: 'vendor', ...active, isSuspended: true }, 'stopped'],
  ['a vendor that has closed its account', { of: 'vendor', ...active, isClosed: true }, 'stopped'],
  ['a customer, blocked or not', { of: 'customer', ...active }, 'open'],
  ['a customer of a suspended vendor', { of: 'customer', ...active, isSuspended: true }, 'open'],
  ['a customer of a closed one', { of: 'customer', ...active, isClosed: true }, 'open'],
])('the feed of %s', (_of, feed, state) => {
  expect(feedState(feed)).toBe(state)
})

test('each calendar gets the address as it wants it', () => {
  const { apple, google, outlook } = feedLinks(
    'https://book.example.com/feeds/k/calendar.ics',
    'A&B',
  )
  expect(apple).toBe('webcal://book.example.com/feeds/k/calendar.ics')
  expect(new URL(google).searchParams.get('cid')).toBe(apple)
  expect(Object.fromEntries(new URL(outlook).searchParams)).toEqual({
    url: 'https://book.example.com/feeds/k/calendar.ics',
    name: 'A&B',
  })
})
