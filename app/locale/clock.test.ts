import { expect, test } from 'vitest'
import { addMinutes } from '#core/shared/time.ts'
import { dayHeading, dayText, lastDayText, momentText, shortDayText } from './clock.ts'

const inDays = (days: number) => addMinutes(new Date(), days * 1440)
const yearOf = (at: Date) => String(at.getUTCFullYear())
const languages = ['en', 'de', 'ru'] as const

test.for(languages)('only a day more than eleven months away shows its year, in %s', (language) => {
  for (const text of [dayText, dayHeading, lastDayText, shortDayText, momentText])
    for (const [days, isShown] of [
      [30, false],
      [-300, false],
      [366, true],
      [-366, true],
    ] as const) {
      const at = inDays(days)
      expect(text(at, 'UTC', language).includes(yearOf(at)), `${text.name} ${days}`).toBe(isShown)
    }
})

test('the year is written as each language writes it', () => {
  const at = new Date('2091-11-21T17:00:00Z')
  expect(dayText(at, 'UTC', 'en')).toBe('Wednesday, November 21, 2091')
  expect(dayText(at, 'UTC', 'de')).toBe('Mittwoch, 21. November 2091')
  expect(dayText(at, 'UTC', 'ru')).toBe('среда, 21 ноября 2091 г.')
  expect(lastDayText(at, 'UTC', 'ru')).toBe('21 ноября 2091 г.')
  expect(momentText(at, 'UTC', 'en')).toBe('Wed, Nov 21, 2091, 17:00')
})
