import { z } from '@hono/zod-openapi'
import { manageUrl } from '#core/bookings/queries/links.ts'
import type { PurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Purchase } from '#core/bookings/queries/purchases.ts'
import { type BookingStatus, isPending } from '#core/bookings/rules/status.ts'
import { shownStatus } from '#core/bookings/rules/waiting.ts'
import type { Deps } from '#core/shared/deps.ts'

type Links = Pick<Deps, 'origin' | 'secretKeys'>

const linkField = z
  .url()
  .openapi({ description: "The customer's page, with the token. Keep it secret." })

export const bookingSchema = z
  .object({
    id: z.uuid(),
    reference: z
      .string()
      .openapi({ description: 'The reference of the purchase. All its spots share it.' }),
    status: z.enum(['pending', 'confirmed', 'completed', 'cancelled', 'rejected', 'expired']),
    waitsFor: z.enum(['vendor', 'payment']).nullable().openapi({
      description: 'Whom a pending booking waits for. Null: it is not pending.',
    }),
    sessionId: z.uuid(),
    classId: z.uuid(),
    priceMinor: z
      .number()
      .int()
      .openapi({ description: 'Price of this spot, in the minor unit of the currency.' }),
    currency: z.string(),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .openapi({ description: 'When a pending booking expires if it is not confirmed.' }),
    manageUrl: linkField.nullable().openapi({
      description:
        "The customer's page, with the token. Keep it secret. A retry with the same key returns null after one day or once the link has been replaced.",
    }),
  })
  .openapi('Booking')

export const purchaseSchema = z
  .object({
    booking: bookingSchema.openapi({ description: 'The first of `bookings`.' }),
    bookings: z.array(bookingSchema).openapi({ description: 'One for each spot.' }),
    checkoutUrl: z.url().nullable().openapi({
      description:
        'The page of Stripe where the customer pays for bookings that wait for their payment. Open it in a window of its own. Null: there is nothing to pay now, or Stripe cannot be reached; `manageUrl` leads there too.',
    }),
    holdUntil: z.iso.datetime().nullable().openapi({
      description:
        'Until when the bookings are held for their payment. Then they expire, and nothing is charged.',
    }),
  })
  .openapi('Purchase')

// Long enough for every retry. A key is no secret, and the link opens the booking for good. A link is replaced so that
// people who could open the booking before no longer can.
const linkRepeatedMs = 24 * 60 * 60_000

/** Where a purchase is paid, and until when it is held for that. */
export type ToPay = { checkoutUrl: string | null; holdUntil: string | null }
export const nothingToPay: ToPay = { checkoutUrl: null, holdUntil: null }

/** One booking per spot, in the same order at every answer. */
export function purchaseAnswer(purchase: Purchase, payment: ToPay, links: Links) {
  const isOld = Date.now() - purchase.boughtAt.getTime() > linkRepeatedMs
  const url = isOld || purchase.tokenRotation > 0 ? null : manageUrl(links, purchase)
  const bookings = inOrder(purchase.spots).map(
    ({ id, status, waitsFor, sessionId, classId, priceMinor, currency, expiresAt }) => ({
      id,
      reference: purchase.reference,
      status,
      waitsFor: isPending(status) ? waitsFor : null,
      sessionId,
      classId,
      priceMinor,
      currency,
      expiresAt: waitsUntil(status, expiresAt),
      manageUrl: url,
    }),
  )
  return { ...withFirst(bookings), ...payment }
}

export const heldSchema = bookingSchema
  .extend({
    manageUrl: linkField,
    party: z
      .object({
        people: z.number().int(),
        extras: z.array(
          z.object({ id: z.uuid(), name: z.string(), amountMinor: z.number().int() }),
        ),
      })
      .nullable()
      .openapi({
        description:
          'Who comes to a slot of a facility, and the extras booked with it; `priceMinor` includes them. Null in a class.',
      }),
    session: z.object({
      title: z.string(),
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      date: z.iso.date(),
      startTime: z.string(),
      endTime: z.string(),
      timeZone: z.string(),
      location: z.string().nullable(),
      onlineUrl: z
        .string()
        .nullable()
        .openapi({ description: 'Shown once the booking is confirmed.' }),
    }),
  })
  .openapi('BookingDetails')

export const detailsSchema = z
  .object({
    booking: heldSchema.openapi({ description: 'The first of `bookings`.' }),
    bookings: z.array(heldSchema),
    customer: z.object({ name: z.string() }),
    vendor: z.object({ id: z.uuid(), username: z.string(), name: z.string() }),
  })
  .openapi('PurchaseDetails')

/** Null when the vendor deleted every booking of the purchase. */
export function detailsAnswer(details: PurchaseDetails, links: Links) {
  const url = manageUrl(links, { ...details, purchaseId: details.id })
  const held = details.spots
    .filter(({ deletedAt }) => deletedAt === null)
    .map((spot) => {
      const status = shownStatus(spot, spot.now)
      return {
        id: spot.id,
        reference: details.reference,
        status,
        waitsFor: isPending(status) ? spot.waitsFor : null,
        sessionId: spot.sessionId,
        classId: spot.classId,
        priceMinor: spot.priceMinor,
        currency: spot.currency,
        expiresAt: waitsUntil(status, spot.expiresAt),
        manageUrl: url,
        party: spot.party,
        session: {
          title: spot.classTitle,
          startsAt: spot.startsAt.toISOString(),
          endsAt: spot.endsAt.toISOString(),
          date: spot.date,
          startTime: spot.startTime,
          endTime: spot.endTime,
          timeZone: spot.timeZone,
          location: spot.location,
          onlineUrl: status === 'confirmed' || status === 'completed' ? spot.onlineUrl : null,
        },
      }
    })
  if (held.length === 0) return null
  return {
    ...withFirst(inOrder(held)),
    customer: {
      name: details.customerName,
    },
    vendor: {
      id: details.vendorId,
      username: details.username ?? '',
      name: details.vendorName,
    },
  }
}

function waitsUntil(status: BookingStatus, expiresAt: Date | null): string | null {
  return isPending(status) ? (expiresAt?.toISOString() ?? null) : null
}

function inOrder<Spot extends { id: string }>(spots: readonly Spot[]): Spot[] {
  return spots.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

function withFirst<Item>(bookings: Item[]): { booking: Item; bookings: Item[] } {
  const [booking] = bookings
  if (booking === undefined) throw new Error('A purchase has at least one booking.')
  return { booking, bookings }
}

export const bookingExample = {
  id: '9b1f0c5e-2d7a-4e8b-8c3f-1a2b3c4d5e44',
  reference: '7K3M9QX2TB',
  status: 'confirmed',
  waitsFor: null,
  sessionId: '3c9d8f52-1f4b-4a6c-9b7e-0d5a4e6f7a33',
  classId: '0a2f1f6e-6a0e-4c1e-8f55-3b1c7f0c9d11',
  priceMinor: 1500,
  currency: 'EUR',
  expiresAt: null,
  manageUrl: 'https://openspot.example/booking/7K3M9QX2TB?token=5l2dUq0gLrWm8aYcT1vXnB7kEoP3sZ9h',
} as const satisfies z.output<typeof bookingSchema>

const heldExample: z.output<typeof heldSchema> = {
  ...bookingExample,
  party: null,
  session: {
    title: 'Yoga for beginners',
    startsAt: '2030-03-25T17:00:00.000Z',
    endsAt: '2030-03-25T18:00:00.000Z',
    date: '2030-03-25',
    startTime: '18:00',
    endTime: '19:00',
    timeZone: 'Europe/Berlin',
    location: '1 Park Street, Berlin',
    onlineUrl: null,
  },
}

export const detailsExample: z.output<typeof detailsSchema> = {
  booking: heldExample,
  bookings: [heldExample],
  customer: { name: 'Carla Customer' },
  vendor: {
    id: '7d0f2d0a-5a37-4d0e-8a86-6c8c1c1f2b22',
    username: 'studio-north',
    name: 'Studio North',
  },
}
