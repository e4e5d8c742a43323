import { expect, test } from 'vitest'
import { changedSince, versionOf } from './version.ts'

const shown = { name: 'Carla', notes: '', times: [1, 2] }

test.for([
  ['the same values in another order', { times: [1, 2], notes: '', name: 'Carla' }, true],
  ['one that is not there', { ...shown, layout: undefined }, true],
  ['another text', { ...shown, notes: 'Knee' }, false],
  ['another list', { ...shown, times: [1, 3] }, false],
  ['null for nothing', { ...shown, notes: null }, false],
  ['a value more', { ...shown, status: 'confirmed' }, false],
  ['names that only look alike', { name: 'Carla', 'notes ""times': [1, 2] }, false],
] as const)('%s: the same version is %s', ([, values, same]) => {
  expect(versionOf(values) === versionOf(shown)).toBe(same)
})

test('a form is refused with what is there now, unless that is what it wants', () => {
  const now = { ...shown, notes: 'Knee' }
  const version = versionOf(shown)
  expect(changedSince(version, shown, now)).toBeNull()
  expect(changedSince(version, now, shown)).toEqual({ ok: false, reason: 'changed', current: now })
  expect(changedSince(versionOf(now), now, shown)).toBeNull()
  // Sent twice: it is saved already.
  expect(changedSince(version, now, now)).toBeNull()
  // A form that says nothing is not compared.
  expect(changedSince(null, now, shown)).toBeNull()
})
