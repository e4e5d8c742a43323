import { type BuiltLine, builtPlaces } from '#core/plans/catalogue.ts'
import { readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession } from '#tests/support/factories.ts'
import { signedInVendor } from '#tests/support/workspace.ts'

/** What the page of each feature shows when it is there. */
const shown: Record<BuiltLine, string> = {
  bookingsLimited: 'Online bookings',
  classesLimited: 'New classes',
  bookingsUnlimited: 'Online bookings',
  classesUnlimited: 'New classes',
  calendarBasic: 'Google Calendar',
  emailNotifications: 'New bookings',
  publicListings: 'Yoga of the test',
  mobilePage: 'Yoga of the test',
  basicSupport: 'Send message',
  calendarAdvanced: 'Google Calendar',
  paymentProcessing: 'Card payments',
  customBranding: 'Layout',
  bundles: 'Bundles',
  reminders: 'Reminders for customers',
  cancellationPolicies: 'Free cancellation',
  everythingInProfessional: 'Professional',
}

const isBuilt = (line: string): line is BuiltLine => Object.hasOwn(builtPlaces, line)

test('everything that the plans sell as built has its page', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor, title: 'Yoga of the test' })
  await aSession(db, { class: of })
  const missing: string[] = []
  for (const line of Object.keys(builtPlaces).filter(isBuilt)) {
    const place = builtPlaces[line]
    const path = place.replace('{class}', of.id).replace('{vendor}', vendor.username)
    const answer = await browser.get(path)
    const text = answer.status === 200 ? await readPage(answer) : ''
    if (!text.includes(shown[line])) missing.push(`${line}: ${path} ${answer.status}`)
  }
  expect(missing).toEqual([])
})
