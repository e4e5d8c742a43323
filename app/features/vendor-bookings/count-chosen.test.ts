import { expect, test } from 'vitest'
import { countChosen } from './count-chosen.ts'

const box = (name: string, value: string, checked: boolean, isHeld = true) => ({
  name,
  value,
  checked,
  isHeld,
})

test('the rows that are ticked count once each, with those that hold a spot in a ticked session', () => {
  const rows = [
    box('session', 'monday', false),
    box('row', 'carla.monday', true),
    box('row', 'petra.monday', false),
    box('session', 'tuesday', true),
    box('row', 'carla.tuesday', true),
    box('row', 'liam.tuesday', false),
    box('row', 'nora.tuesday', false, false),
  ]
  expect(countChosen(rows)).toBe(3)
  expect(countChosen(rows.map((one) => ({ ...one, checked: false })))).toBe(0)
})

test('somebody whose spots are on two rows of a session counts once, because both are chosen together', () => {
  expect(countChosen([box('row', 'carla.monday', true), box('row', 'carla.monday', false)])).toBe(1)
})
