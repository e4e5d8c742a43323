import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('one owner fills only a share of the queue, and gets it back', async () => {
  const inTurn = oneAtATime(3, 2)
  const { promise: done, resolve: finish } = Promise.withResolvers<string>()
  const own = [0, 1, 2].map(() => inTurn(() => done, 'a'))
  expect(own.map((place) => place !== null)).toEqual([true, true, false])
  const other = inTurn(async () => 'other', 'b')
  expect(inTurn(() => done, 'c')).toBe(null)
  finish('done')
  expect(await Promise.all([...own, other])).toEqual(['done', 'done', null, 'other'])
  expect(await inTurn(() => done, 'a')).toBe('done')
})

test('work that fails leaves its place, and the next piece runs', async () => {
  const inTurn = oneAtATime(1)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'next')).toBe('next')
})
