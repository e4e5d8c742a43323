import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBundle, aClass, aVendor } from '#tests/support/factories.ts'
import { duplicateClass } from '#core/schedule/commands/duplicate-class.ts'

/** What a copy has of its own; every other column of the original belongs into it. */
const ofTheCopy = {
  classes: [
    'id',
    'vendor_id',
    'title',
    'created_at',
    'updated_at',
    'search_text',
    // Nobody sees or books it before the vendor has changed what differs.
    'visibility',
    'status',
    'archived_at',
    'paused_at',
    // A place is an address or a link.
    'online_url',
  ],
  class_times: ['id', 'vendor_id', 'class_id', 'created_at', 'filled_until', 'online_url'],
  session_bundles: ['id', 'vendor_id', 'class_id', 'created_at', 'updated_at', 'is_active'],
}
type Table = keyof typeof ofTheCopy

async function rowOf(db: Db, table: Table, classId: string) {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
    where ${sql.ref(table === 'classes' ? 't.id' : 't.class_id')} = ${classId}`.execute(db)
  const row = rows[0]?.row ?? {}
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !ofTheCopy[table].includes(name)),
  )
}

const tables = ['classes', 'class_times', 'session_bundles'] as const

test('a copy has every column of the original, or the list says why not; also one that is added later', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const own = await aClass(db, {
    vendor,
    title: 'Own',
    description: 'All its own',
    category: 'dance',
    difficulty: 'beginner',
    location: 'The hall',
    priceMinor: 1700,
    maxStudents: 7,
    durationMinutes: 45,
    startDate: '2044-01-04',
    endDate: '2044-12-20',
    confirmationMode: 'manual',
    confirmationTimeoutMinutes: 60,
    noticeMinutes: 90,
    registrationClosedDate: '2044-12-01',
    closesMinutesBefore: 30,
    instructorUserId: vendor.userId,
  })
  const time = { vendorId: vendor.id, weekday: 1, startTime: '18:00', startsOn: '2044-01-04' }
  await db
    .insertInto('classTimes')
    .values({
      ...time,
      classId: own.id,
      everyWeeks: 2,
      endsOn: '2044-10-10',
      durationMinutes: 50,
      location: 'The garden',
      maxStudents: 3,
      startsWithClass: false,
      endsWithClass: false,
    })
    .execute()
  await aBundle(db, {
    class: own,
    bundleName: 'Own',
    sessionCount: 3,
    bundlePriceMinor: 4000,
    expiryDays: 31,
    expiryStarts: 'first_session',
  })
  for (const table of tables) {
    const named = sql.table(table)
    await sql`alter table ${named} add column added_later text default 'unset'`.execute(db)
    await sql`update ${named} set added_later = 'its own'`.execute(db)
  }
  const of = { vendorId: vendor.id, classId: own.id, named: (title: string) => `${title} (copy)` }
  const made = await duplicateClass(deps, of, new Date())
  if (!made.ok) throw new Error(made.reason)
  for (const table of tables) {
    const original = await rowOf(db, table, own.id)
    expect(original).toMatchObject({ added_later: 'its own' })
    expect(await rowOf(db, table, made.classId), table).toEqual(original)
  }
})
