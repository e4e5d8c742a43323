import { createClass } from '#core/schedule/commands/create-class.ts'
import { addDays, weekdayOf } from '#core/shared/time.ts'
import { appFor, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { classForm } from '#tests/support/weekly-class.ts'

const lastSunday = (month: string) => addDays(month, -(weekdayOf(month) % 7))

test('a class weekly at 18:00 in Berlin shows 18:00 on every date of the page, over both clock changes', async ({
  db,
  deps,
}) => {
  const now = new Date()
  const vendor = await aVendor(db, { timeZone: 'Europe/Berlin' })
  const created = await createClass(
    { db, settings: { plans: true } },
    vendor.id,
    classForm({
      title: 'Sunday evening',
      startDate: now.toISOString().slice(0, 10),
      times: [{ weekday: 7, startTime: '18:00', everyWeeks: 1 }],
    }),
    now,
  )
  if (!created.ok) throw new Error(created.reason)
  const sessions = await db
    .selectFrom('classSessions')
    .orderBy('startsAt')
    .select(['id', 'sessionDate'])
    .execute()
  const visitor = (await appFor(deps)).visitor()
  const years = [now.getUTCFullYear(), now.getUTCFullYear() + 1]
  const changes = years.flatMap((year) => [
    lastSunday(`${year}-03-31`),
    lastSunday(`${year}-10-31`),
  ])
  const around = changes.flatMap((day) => [addDays(day, -7), day, addDays(day, 7)])
  const seen = sessions.filter(({ sessionDate }) => around.includes(sessionDate))
  expect(seen.length).toBeGreaterThanOrEqual(5)
  for (const { id, sessionDate } of seen) {
    const page = await readPage(await visitor.get(`/book/class/${created.classId}?session=${id}`))
    const day = new Intl.DateTimeFormat('en', {
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${sessionDate}T12:00:00Z`))
    expect(page).toContain(day)
    expect(page).toMatch(/18:00.19:00/)
    expect(page).not.toMatch(/1[79]:00.(18|20):00/)
  }
})
