import { expect, test } from 'vitest'
import { zoneChoices } from './places.ts'
import { currentZone } from './zone-names.ts'

test('time zones have their current names and their country', () => {
  const zones = new Map(zoneChoices().map(({ value, country }) => [value, country]))
  expect(zones.get('Europe/Kyiv')).toBe('UA')
  expect(zones.get('Asia/Kolkata')).toBe('IN')
  expect(zones.get('Europe/Berlin')).toBe('DE')
  expect(zones.get('UTC')).toBeNull()
  expect(zones.has('Europe/Kiev') || zones.has('Asia/Calcutta')).toBe(false)
})

test.each([
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Europe/Vienna', 'Europe/Vienna'],
])('%s is called %s today', (zone, name) => {
  expect(currentZone(zone)).toBe(name)
})
