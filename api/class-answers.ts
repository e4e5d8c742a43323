import { z } from '@hono/zod-openapi'
import type { ClassCard } from '#core/classes/queries/class-cards.ts'
import type { SessionCard } from '#core/classes/queries/public-sessions.ts'
import type { FacilityRules } from '#core/classes/queries/facilities.ts'
import { bookingPath, categories, difficulties, extraUnits, payWays } from '#core/classes/rules.ts'

const instant = z.iso.datetime()

export const classSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(['class', 'facility']).openapi({
      description:
        'facility: a court or a room. Its sessions are slots, each with one place for a party of up to `maxPeople`.',
    }),
    title: z.string(),
    description: z.string(),
    category: z.string().openapi({ enum: [...categories] }),
    difficulty: z.string().openapi({ enum: [...difficulties] }),
    vendor: z.object({ id: z.uuid(), username: z.string(), name: z.string() }),
    condition: z.string().nullable().openapi({
      description:
        'What customers confirm before they book, in the words of the vendor. A booking needs it in `accepted`, word for word.',
    }),
    confirmationMode: z
      .enum(['automatic', 'manual'])
      .openapi({ description: 'manual: a booking is pending until the vendor confirms it.' }),
    pays: z.enum(payWays).openapi({
      description:
        'Where customers pay: at the studio, by card when they book, or as they choose (`pay` when booking). While the vendor cannot take cards, all pay at the studio; the booking says so.',
    }),
    priceMinor: z
      .number()
      .int()
      .openapi({ description: 'Price of one spot, in the minor unit of the currency.' }),
    currency: z.string().openapi({ description: 'ISO 4217' }),
    durationMinutes: z.number().int(),
    maxStudents: z.number().int(),
    maxSpotsPerBooking: z.number().int(),
    facility: z
      .object({
        maxPeople: z.number().int(),
        daysAhead: z.number().int().openapi({
          description: 'Slots can be booked from today to this many days ahead.',
        }),
        graceMinutes: z.number().int().openapi({
          description: 'How long after its start a slot is held for a party that is late.',
        }),
        asks: z
          .array(z.enum(['gender', 'birthDate']))
          .openapi({ description: 'What `customer` has to say when booking.' }),
        extras: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            priceMinor: z.number().int(),
            per: z.enum(extraUnits),
          }),
        ),
      })
      .nullable()
      .openapi({ description: 'Null for a class.' }),
    location: z.string().nullable(),
    online: z.boolean().openapi({ description: 'The link is shown only in the booking.' }),
    recurrence: z.array(
      z.object({
        weekday: z.number().int().openapi({ description: '1 Monday … 7 Sunday' }),
        startTime: z.string(),
        everyWeeks: z.number().int(),
      }),
    ),
    timeZone: z.string(),
    registrationClosedDate: z.iso
      .date()
      .nullable()
      .openapi({ description: 'The last day on which bookings are accepted.' }),
    nextStartsAt: instant.nullable(),
    upcomingSessions: z.number().int(),
    url: z.url().openapi({ description: 'The page where people book.' }),
  })
  .openapi('Class')

export function classAnswer(card: ClassCard, rules: FacilityRules | null, origin: string) {
  const { vendor, nextStartsAt } = card
  return {
    id: card.id,
    kind: card.kind,
    title: card.title,
    description: card.description,
    category: card.category,
    difficulty: card.difficulty,
    vendor: { id: vendor.id, username: vendor.username, name: vendor.name },
    condition: card.condition,
    confirmationMode: card.confirmationMode,
    pays: card.pays,
    priceMinor: card.priceMinor,
    currency: card.currency,
    durationMinutes: card.durationMinutes,
    maxStudents: card.maxStudents,
    maxSpotsPerBooking: card.maxSpotsPerBooking,
    facility: rules && {
      maxPeople: rules.maxPeople,
      daysAhead: rules.daysAhead,
      graceMinutes: rules.graceMinutes,
      asks: [
        ...(rules.asksGender ? (['gender'] as const) : []),
        ...(rules.asksBirthDate ? (['birthDate'] as const) : []),
      ],
      extras: rules.extras,
    },
    location: card.location,
    online: card.online,
    recurrence: card.recurrence,
    timeZone: card.timeZone,
    registrationClosedDate: card.registrationClosedDate,
    nextStartsAt: nextStartsAt?.toISOString() ?? null,
    upcomingSessions: card.upcomingSessions,
    url: origin + bookingPath(card),
  }
}

export const sessionSchema = z
  .object({
    id: z.uuid(),
    version: z.number().int().openapi({
      description:
        'Increases with each change of time or place. Send it as `seenVersion` when booking.',
    }),
    classId: z.uuid(),
    startsAt: instant,
    endsAt: instant,
    date: z.iso.date().openapi({ description: 'The day of the start in `timeZone`.' }),
    startTime: z.string(),
    endTime: z.string(),
    timeZone: z.string(),
    maxStudents: z.number().int(),
    spotsLeft: z.number().int(),
    location: z.string().nullable(),
    online: z.boolean(),
    bookingOpensAt: instant
      .nullable()
      .openapi({ description: 'Null: booking is open from the start.' }),
    bookingClosesAt: instant,
  })
  .openapi('Session')

export function sessionAnswer(card: SessionCard) {
  return {
    id: card.id,
    version: card.version,
    classId: card.classId,
    startsAt: card.startsAt.toISOString(),
    endsAt: card.endsAt.toISOString(),
    date: card.date,
    startTime: card.startTime,
    endTime: card.endTime,
    timeZone: card.timeZone,
    maxStudents: card.maxStudents,
    spotsLeft: card.maxStudents - card.currentStudents,
    location: card.location,
    online: card.online,
    bookingOpensAt: card.bookingOpensAt?.toISOString() ?? null,
    bookingClosesAt: card.bookingClosesAt.toISOString(),
  }
}

const classId = '0a2f1f6e-6a0e-4c1e-8f55-3b1c7f0c9d11'

export const classExample: z.output<typeof classSchema> = {
  id: classId,
  kind: 'class',
  title: 'Yoga for beginners',
  description: 'Bring a mat.',
  category: 'yoga',
  difficulty: 'beginner',
  vendor: {
    id: '7d0f2d0a-5a37-4d0e-8a86-6c8c1c1f2b22',
    username: 'studio-north',
    name: 'Studio North',
  },
  condition: null,
  confirmationMode: 'automatic',
  pays: 'studio',
  priceMinor: 1500,
  currency: 'EUR',
  durationMinutes: 60,
  maxStudents: 10,
  maxSpotsPerBooking: 4,
  facility: null,
  location: '1 Park Street, Berlin',
  online: false,
  recurrence: [{ weekday: 1, startTime: '18:00', everyWeeks: 1 }],
  timeZone: 'Europe/Berlin',
  registrationClosedDate: null,
  nextStartsAt: '2030-03-25T17:00:00.000Z',
  upcomingSessions: 52,
  url: `https://openspot.example/book/class/${classId}`,
}

export const sessionExample: z.output<typeof sessionSchema> = {
  id: '3c9d8f52-1f4b-4a6c-9b7e-0d5a4e6f7a33',
  version: 0,
  classId,
  startsAt: '2030-03-25T17:00:00.000Z',
  endsAt: '2030-03-25T18:00:00.000Z',
  date: '2030-03-25',
  startTime: '18:00',
  endTime: '19:00',
  timeZone: 'Europe/Berlin',
  maxStudents: 10,
  spotsLeft: 4,
  location: '1 Park Street, Berlin',
  online: false,
  bookingOpensAt: null,
  bookingClosesAt: '2030-03-25T17:00:00.000Z',
}
