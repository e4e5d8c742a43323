import { expect, test } from 'vitest'
import { shortWhenText } from './templates/clock-texts.ts'
import { mailTexts } from './templates/translator.ts'

test.for(['en', 'de', 'ru'] as const)(
  'a mail names the year of a day that is far away, in %s',
  (language) => {
    const t = mailTexts(language)
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString()
    expect(shortWhenText(t, '2091-11-21T17:00:00Z', 'UTC', language)).toContain('2091')
    expect(shortWhenText(t, soon, 'UTC', language)).not.toContain(soon.slice(0, 4))
  },
)
