import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { appFor, signInAs } from '#tests/support/app.ts'
import { type AVendor, aVendor } from '#tests/support/factories.ts'

/** A vendor and a browser that is signed in as its owner. */
export async function signedInVendor(deps: Deps) {
  const app = await appFor(deps)
  const vendor = await aVendor(deps.db)
  const browser = app.visitor()
  await signInAs(deps, browser, vendor.userId)
  return { app, vendor, browser }
}

/** Another member of the vendor who only teaches. */
export function anInstructor(db: Db, vendor: AVendor): Promise<string> {
  return aMember(db, vendor, 'instructor')
}

/** The user of somebody else who works for the vendor. */
export async function aMember(
  db: Db,
  vendor: AVendor,
  role: 'manager' | 'instructor',
): Promise<string> {
  const user = await db
    .insertInto('users')
    .values({
      name: `Ina ${role}`,
      email: `${role}-${crypto.randomUUID()}@example.com`,
      emailVerified: true,
      kind: 'member',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('vendorMembers')
    .values({ vendorId: vendor.id, userId: user.id, role })
    .execute()
  return user.id
}

/** What the button of a question agrees to. */
export function agreementIn(html: string): string {
  const [button = ''] = /<button[^>]*name="agreed"[^>]*>/.exec(html) ?? []
  return / value="([^"]*)"/.exec(button)?.[1] ?? ''
}

/** The sentences under a field of a page, '' when it has none. */
export function errorsAt(html: string, field: string): string {
  const [, after = ''] = html.split(`id="field-${field}-error"`)
  const end = after.indexOf('</div></div>')
  return after
    .slice(after.indexOf('>') + 1, end)
    .replace(/<svg[\s\S]*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
}

/** What a class form sends when nothing but the named fields differs from a plain one. */
export function classFields(fields: Record<string, string> = {}): Record<string, string> {
  return {
    title: 'Yoga',
    placeKind: 'address',
    location: '1 Park Street',
    price: '12.50',
    maxStudents: '10',
    durationMinutes: '60',
    startDate: '2026-01-05',
    confirmationMode: 'automatic',
    confirmationTimeoutMinutes: '10',
    visibility: 'public',
    'times[0].id': '',
    'times[0].weekday': '1',
    'times[0].startTime': '18:00',
    'times[0].everyWeeks': '1',
    ...fields,
  }
}
