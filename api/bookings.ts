import { createHash } from 'node:crypto'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { cancelByCustomer, type Cancelled } from '#core/bookings/commands/cancel-bookings.ts'
import { findPurchaseByLink } from '#core/bookings/queries/links.ts'
import type { Purchase } from '#core/bookings/queries/purchases.ts'
import { paysFirst } from '#core/bookings/rules/waiting.ts'
import { letGo, openHold } from '#core/cards/commands/pay.ts'
import { findHold } from '#core/cards/queries.ts'
import { findPublicClass } from '#core/classes/queries/class-cards.ts'
import { findOpenedPurchase } from '#core/bookings/queries/purchase-details.ts'
import { bookRequestSchema } from '#core/bookings/schema.ts'
import type { Deps } from '#core/shared/deps.ts'
import { idField } from '#core/shared/fields.ts'
import { type Language, languageOf } from '#core/shared/languages.ts'
import { limitBody } from './body-limit.ts'
import {
  busy,
  invalid,
  keyUsed,
  notBookable,
  notCancelled,
  notFound,
  rateLimited,
  tooLarge,
  unexpected,
  wrongContentType,
} from './answers.ts'
import {
  bookingExample,
  detailsAnswer,
  detailsExample,
  detailsSchema,
  nothingToPay,
  purchaseAnswer,
  purchaseSchema,
  type ToPay,
} from './booking-answers.ts'
import { answerTooLarge, onlyUtf8 } from './failures.ts'
import { type ApiEnv, noSuchBooking, problem } from './problem.ts'
import { answerRefusal } from './refusals.ts'

const mostBytes = 64 * 1024
const readBody = [limitBody(mostBytes, answerTooLarge), onlyUtf8]

const params = z.object({ reference: z.string().openapi({ example: bookingExample.reference }) })
const tokenField = z
  .string()
  .min(1)
  .max(200)
  .openapi({ description: 'The token from `manageUrl`.' })

const bookRoute = createRoute({
  method: 'post',
  path: '/bookings',
  operationId: 'book',
  tags: ['Bookings'],
  summary: 'Book one to four spots in a session',
  middleware: readBody,
  request: {
    headers: z.object({
      'Idempotency-Key': z
        .string({
          error:
            'Send an Idempotency-Key header. Use the same key for every attempt at the same booking.',
        })
        .regex(/^[\x20-\x7e]{16,255}$/, { error: 'Must be 16 to 255 printable ASCII characters.' })
        .openapi({
          description:
            'A new random value, such as a UUID, for each booking. Send the same value when you retry. Keys never expire.',
          example: '1f0e3f3c-9b54-4ad4-8d0e-2c0b5a1f7c55',
        }),
    }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: bookRequestSchema,
          example: {
            sessionId: bookingExample.sessionId,
            spots: 1,
            customer: { name: 'Carla Customer', email: 'carla@example.com' },
          },
        },
      },
    },
  },
  responses: {
    201: {
      description: 'Booked, either now or by an earlier attempt with the same key.',
      headers: {
        'Idempotent-Replayed': {
          description: '`true` if an earlier attempt made this booking.',
          schema: { type: 'string', enum: ['true'] },
        },
      },
      content: {
        'application/json': {
          schema: purchaseSchema,
          example: { booking: bookingExample, bookings: [bookingExample], ...nothingToPay },
        },
      },
    },
    400: invalid,
    404: notFound,
    409: notBookable,
    413: tooLarge,
    415: wrongContentType,
    422: keyUsed,
    429: rateLimited,
    500: unexpected,
    503: busy,
  },
})

const findRoute = createRoute({
  method: 'get',
  path: '/bookings/{reference}',
  operationId: 'findBooking',
  tags: ['Bookings'],
  summary: 'Read a booking',
  request: { params, query: z.object({ token: tokenField }) },
  responses: {
    200: {
      description: 'The current bookings of the purchase.',
      content: { 'application/json': { schema: detailsSchema, example: detailsExample } },
    },
    400: invalid,
    404: notFound,
    500: unexpected,
    503: busy,
  },
})

const cancelRoute = createRoute({
  method: 'post',
  path: '/bookings/{reference}/cancel',
  operationId: 'cancelBooking',
  tags: ['Bookings'],
  summary: 'Cancel a booking, or some of its spots',
  description: 'Cancelling a booking that is already cancelled succeeds and changes nothing.',
  middleware: readBody,
  request: {
    params,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            token: tokenField,
            bookingIds: z
              .array(idField)
              .min(1)
              .max(20)
              .optional()
              .openapi({ description: 'Leave out to cancel all of them.' }),
          }),
          example: { token: '5l2dUq0gLrWm8aYcT1vXnB7kEoP3sZ9h' },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The current bookings of the purchase.',
      content: {
        'application/json': {
          schema: detailsSchema.extend({
            cancelled: z
              .number()
              .int()
              .openapi({ description: 'Number of spots cancelled by this request.' }),
            late: z.number().int().openapi({
              description: "How many of them were cancelled inside the vendor's notice period.",
            }),
          }),
          example: { ...detailsExample, cancelled: 1, late: 0 },
        },
      },
    },
    400: invalid,
    404: notFound,
    409: notCancelled,
    413: tooLarge,
    415: wrongContentType,
    500: unexpected,
    503: busy,
  },
})

export function addBookingRoutes(
  api: OpenAPIHono<ApiEnv>,
  deps: Deps,
  addressOf: (c: Context) => string,
): void {
  api.openapi(bookRoute, async (c) => {
    const { customer, seenVersion, seenPriceMinor, people, extras, pay, ...wish } =
      c.req.valid('json')
    c.header('Cache-Control', 'no-store')
    const booked = await bookSession(deps, {
      ...wish,
      seen: {
        priceMinor: seenPriceMinor,
        ...(seenVersion !== undefined && { sessions: { [wish.sessionId]: seenVersion } }),
      },
      party: {
        people,
        extras: [...new Set(extras)],
        gender: customer.gender ?? null,
        birthDate: customer.birthDate ?? null,
      },
      wantsCard: pay === 'card',
      name: customer.name,
      contact: { phone: customer.phone ?? null, email: customer.email ?? null },
      idempotencyKey: keyFrom(c.req.valid('header')['Idempotency-Key']),
      source: 'api',
      language: languageAsked(c),
      network: addressOf(c),
    })
    if (!booked.ok) return answerRefusal(c, booked)
    const payment = await findPayment(deps, booked.purchase)
    if (payment === null && !booked.replayed)
      return problem(c, {
        status: 409,
        code: 'ask_vendor',
        detail: 'It cannot be paid by card now. Nothing was booked or charged.',
      })
    if (booked.replayed) c.header('Idempotent-Replayed', 'true')
    return c.json(purchaseAnswer(booked.purchase, payment ?? nothingToPay, deps), 201)
  })

  api.openapi(findRoute, async (c) => {
    c.header('Cache-Control', 'no-store')
    const purchase = await findManaged(deps, { ...c.req.valid('param'), ...c.req.valid('query') })
    const details = purchase && (await findOpenedPurchase(deps.db, purchase))
    const answer = details && detailsAnswer(details, deps)
    return answer ? c.json(answer, 200) : noSuchBooking(c)
  })

  api.openapi(cancelRoute, async (c) => {
    c.header('Cache-Control', 'no-store')
    const { token, bookingIds = null } = c.req.valid('json')
    const purchase = await findManaged(deps, { ...c.req.valid('param'), token })
    if (!purchase) return noSuchBooking(c)
    if (purchase.isReadOnly) return answerNotCancelled(c, 'too_late')
    // What is held for a payment is let go as a whole.
    if (await findHold(deps.db, { vendorId: purchase.vendorId, purchaseId: purchase.id })) {
      const left = await letGo(deps, purchase)
      if (!left.ok) return answerNotCancelled(c, 'busy')
      const now = await findOpenedPurchase(deps.db, purchase)
      const answer = now && detailsAnswer(now, deps)
      const cancelled = left.paid ? 0 : (answer?.bookings.length ?? 0)
      return answer ? c.json({ ...answer, cancelled, late: 0 }, 200) : noSuchBooking(c)
    }
    const done = await cancelByCustomer(deps.db, purchase, bookingIds)
    if (!done.ok) return answerNotCancelled(c, done.reason)
    const details = await findOpenedPurchase(deps.db, purchase)
    const answer = details && detailsAnswer(details, deps)
    return answer
      ? c.json({ ...answer, cancelled: done.cancelled, late: done.late }, 200)
      : noSuchBooking(c)
  })
}

/** Where a purchase is paid that waits for its payment; null: the vendor's account takes none, and it was let go. */
async function findPayment(deps: Deps, { purchaseId, spots }: Purchase): Promise<ToPay | null> {
  const unpaid = spots.find(paysFirst)
  const found = unpaid && (await findPublicClass(deps.db, unpaid.classId))
  if (!found) return nothingToPay
  const of = { vendorId: found.vendor.id, purchaseId }
  const hold = await findHold(deps.db, of)
  if (!hold) return nothingToPay
  const paying = await openHold(deps, of)
  if (!paying.ok && paying.reason === 'over') return null
  return {
    checkoutUrl: paying.ok ? paying.to : null,
    holdUntil: hold.holdUntil.toISOString(),
  }
}

/** Its answers carry the customer's link: whoever holds another one must not get it. */
async function findManaged(deps: Deps, asked: Parameters<typeof findPurchaseByLink>[1]) {
  const purchase = await findPurchaseByLink(deps, asked)
  return purchase?.kind === 'manage' ? purchase : null
}

function answerNotCancelled(
  c: Context<ApiEnv>,
  reason: Extract<Cancelled, { ok: false }>['reason'],
) {
  switch (reason) {
    case 'not_found':
      return noSuchBooking(c)
    case 'too_late':
      return problem(c, {
        status: 409,
        code: 'session_past',
        detail: 'It is too late to cancel this booking.',
      })
    case 'changed':
      return problem(c, {
        status: 409,
        code: 'session_changed',
        detail: 'The booking has changed. Read it again, then retry.',
      })
    case 'busy':
      return problem(c, { status: 503, code: 'busy', retryAfter: 2 })
  }
}

/** A client may put a contact into its key. The keys of the booking pages and of the API never meet. */
function keyFrom(key: string): string {
  return `api-${createHash('sha256').update(key).digest('base64url')}`
}

/** The language the customer is written to. Null: the request names none that we speak. */
function languageAsked(c: Context): Language | null {
  const asked = (c.req.header('Accept-Language') ?? '')
    .split(',')
    .map((part) => languageOf(part.trim().slice(0, 2).toLowerCase()))
  return asked.find((language) => language !== null) ?? null
}
