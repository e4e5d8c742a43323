import { expect, test } from 'vitest'
import { localClockText } from '#core/shared/formats.ts'
import {
  dayHeading,
  dayText,
  lastDayText,
  momentText,
  rangeText,
  sameClock,
  shortDayText,
} from './clock.ts'
import { onDay } from '#tests/support/times.ts'

const inDays = (days: number) => onDay(days)
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

test('English readers see AM and PM where people there say so, others never', () => {
  const at = new Date('2026-11-27T00:00:00Z')
  expect(rangeText(at, new Date('2026-11-27T01:30:00Z'), 'America/New_York', 'en')).toBe(
    '7:00–8:30\u00a0PM',
  )
  expect(rangeText(new Date('2026-11-26T15:00:00Z'), at, 'America/New_York', 'en')).toBe(
    '10:00\u00a0AM–7:00\u00a0PM',
  )
  expect(rangeText(at, at, 'Australia/Sydney', 'en')).toContain('11:00\u00a0AM')
  for (const [zone, language] of [
    ['Europe/Berlin', 'en'],
    ['America/Mexico_City', 'en'],
    ['America/New_York', 'de'],
    ['America/New_York', 'ru'],
  ] as const)
    expect(rangeText(at, at, zone, language), `${zone} ${language}`).toMatch(
      /^\d\d:\d\d–\d\d:\d\d$/,
    )
  expect(localClockText('07:05', 'America/Los_Angeles', 'en')).toBe('7:05\u00a0AM')
  expect(localClockText('07:05', 'Europe/London', 'en')).toBe('07:05')
  expect(sameClock(at, 'America/New_York', 'America/Indiana/Indianapolis')).toBe(true)
  // The same clock is written in two ways in Lima and New York.
  expect(sameClock(at, 'America/New_York', 'America/Lima')).toBe(true)
})
