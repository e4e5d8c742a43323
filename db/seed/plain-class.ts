import { type ClassForm, classSchema, facilitySchema } from '#core/classes/schema.ts'

type Named = Pick<ClassForm, 'title' | 'maxStudents' | 'durationMinutes' | 'startDate'>

/** What a class form says when only these fields are filled in; all others are as the form leaves them. */
export function plainClass({
  priceMinor = 0,
  currency = 'EUR',
  ...typed
}: Named & Partial<ClassForm>): ClassForm {
  return { ...classSchema({ currency, language: 'en' }).parse(typed), priceMinor }
}

/** What the form of a facility says, as it is typed: the demo's tennis court, and what differs. */
export function plainFacility({
  currency = 'USD',
  ...typed
}: { currency?: string } & Record<string, unknown>): ClassForm {
  const day = (weekday: number, from: string, until: string) => ({ weekday, from, until })
  return facilitySchema({ currency, language: 'en' }).parse({
    title: 'Tennis court',
    price: '0',
    location: '1 Park Street',
    durationMinutes: 120,
    maxPeople: 4,
    daysAhead: 14,
    graceMinutes: 15,
    noticeMinutes: 240,
    // Slots at 9, 11, 14, 16 and 18 on weekdays; at 8, 10, 12, 14 and 16 on weekends.
    hours: [
      ...[1, 2, 3, 4, 5].flatMap((weekday) => [
        day(weekday, '09:00', '13:00'),
        day(weekday, '14:00', '20:00'),
      ]),
      day(6, '08:00', '18:00'),
      day(7, '08:00', '18:00'),
    ],
    ...typed,
  })
}
