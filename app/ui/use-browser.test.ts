import { expect, test } from 'vitest'
import { usableZone } from './use-browser.ts'

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  // What browsers answer where they cannot tell.
  ['Etc/Unknown', null],
  [undefined, null],
])('the zone of a reader whose browser says %s', (said, zone) => {
  expect(usableZone(said)).toBe(zone)
})
