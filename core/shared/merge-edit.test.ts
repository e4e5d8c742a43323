import { expect, test } from 'vitest'
import { mergeEdit } from './merge-edit.ts'

const shown = { name: 'Carla', notes: '', status: 'confirmed' }

test('only changed fields of a form are written; the others keep their current values', () => {
  expect(
    mergeEdit({
      shown,
      typed: { ...shown, notes: 'Knee' },
      current: { ...shown, status: 'cancelled' },
    }),
  ).toEqual({ ok: true, values: { name: 'Carla', notes: 'Knee', status: 'cancelled' } })
})

test('a field that both sides changed is a conflict with both values; the same change is none', () => {
  expect(
    mergeEdit({
      shown,
      typed: { name: 'Carla C.', notes: 'Knee', status: 'confirmed' },
      current: { name: 'Carla D.', notes: 'Knee', status: 'confirmed' },
    }),
  ).toEqual({
    ok: false,
    conflicts: [{ field: 'name', current: 'Carla D.', typed: 'Carla C.' }],
  })
})

test('lists are compared as a whole', () => {
  const of = (times: number[]) => ({ times })
  expect(mergeEdit({ shown: of([1]), typed: of([1, 2]), current: of([1]) })).toEqual({
    ok: true,
    values: of([1, 2]),
  })
  expect(mergeEdit({ shown: of([1]), typed: of([1, 2]), current: of([1, 3]) })).toMatchObject({
    ok: false,
  })
})

test('without the shown values, every field of a form counts as changed', () => {
  expect(mergeEdit({ shown: null, typed: shown, current: { ...shown, name: 'Other' } })).toEqual({
    ok: true,
    values: shown,
  })
})
