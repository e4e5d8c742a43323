import { expect, test } from 'vitest'
import { languageOf } from './languages.ts'

test('languages are the three we speak', () => {
  expect([languageOf('de'), languageOf('fr'), languageOf(null)]).toEqual(['de', null, null])
})
