import { expect, test } from 'vitest'
import { clockText, dateFormat, zoneText } from './formats.ts'
import { renamedZones } from './renamed-zones.ts'

test('a zone that the browser does not know is shown by UTC, and named so', () => {
  const at = new Date('2026-07-01T16:00:00Z')
  expect(clockText(at, 'Europe/Not_Yet_Known', 'en')).toBe('16:00')
  const named = dateFormat('en', { timeZone: 'Europe/Not_Yet_Known', timeZoneName: 'short' })
  expect(named.format(at)).toContain('UTC')
  expect(() => dateFormat('not a language', {})).toThrow(RangeError)
})

test('a zone is called by its name, and UTC by its own', () => {
  const at = new Date('2026-07-01T16:00:00Z')
  expect(zoneText('Europe/Berlin', 'en', at)).toBe('Central European Time')
  for (const language of ['en', 'de', 'ru']) expect(zoneText('UTC', language, at)).toBe('UTC')
})

test.each(Object.entries(renamedZones))('%s has the clock of %s', (former, zone) => {
  const shown = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'long' }).format(0)
  expect(shown(former)).toBe(shown(zone))
})
