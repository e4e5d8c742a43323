import type { RouterContextProvider } from 'react-router'
import { incomingContext } from '#app/http/context.ts'
import { deviceOf } from '#app/http/device.ts'
import { parseForm } from '#app/http/forms.ts'
import { readerLanguage } from '#app/http/request.ts'
import { statusOfFailure } from '#app/http/failures.ts'
import { bookFromForm, type BookedFromForm } from '#core/bookings/commands/book-from-form.ts'
import type { BookRefusal } from '#core/bookings/commands/book-session.ts'
import { contactProblem } from '#core/bookings/steps/contact.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { bookFormSchema } from '#core/bookings/schema.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { BookingField, RefusedBooking, ShownRefusal, TypedBooking } from './booking-answer.ts'

type Shown = { status: number } & ({ reason: ShownRefusal } | { field: BookingField; code: string })

/** How a refusal of any purchase is answered: as a sentence of its own, or at the field that caused it. */
export const shownOfAny = {
  not_found: { status: 409, reason: 'not_found' },
  session_cancelled: { status: 409, reason: 'session_cancelled' },
  session_past: { status: 409, reason: 'session_past' },
  registration_closed: { status: 409, reason: 'registration_closed' },
  too_many_spots: { status: 400, reason: 'too_many_spots' },
  contact_limit: { status: 409, reason: 'contact_limit' },
  session_full: { status: 409, reason: 'session_full' },
  price_changed: { status: 409, reason: 'price_changed' },
  idempotency_conflict: { status: 409, reason: 'idempotency_conflict' },
  rate_limited: { status: 429, reason: 'rate_limited' },
  busy: { status: 503, reason: 'busy' },
  contact_missing: { status: 400, field: 'contact', code: 'contact_missing' },
  contact_invalid: { status: 400, field: 'contact', code: 'contact_invalid' },
  phone_invalid: { status: 400, field: 'contact', code: 'phone_invalid' },
} as const satisfies Record<BookRefusal, Shown>

export type FormBooked =
  | { ok: true; to: string; waiting: boolean; mailed: boolean; spots: number }
  | { ok: false; status: number; retryAfterSeconds: number; answer: RefusedBooking }

/** Reads the public booking form and books it, or says in its own terms why not. */
export async function submitBooking(
  { form, request }: { form: FormData; request: Request },
  context: Readonly<RouterContextProvider>,
): Promise<FormBooked> {
  const { deps, address, requestId } = context.get(incomingContext)
  const typed = typedIn(form)
  const parsed = parseForm(bookFormSchema, form)
  if (!parsed.ok) {
    const errors = fieldErrors(parsed.result.error ?? {})
    const problem = errors.contact ? null : await contactProblem(deps.db, typed)
    return refused(400, typed, { errors: { ...errors, ...(problem && { contact: [problem] }) } })
  }

  const { nonce, ...wanted } = parsed.value
  // Without cookies the form's own number stands for the device.
  const device = deviceOf(request) ?? nonce
  const language = readerLanguage(request)
  try {
    return outcome(deps, await bookFromForm(deps, { ...wanted, device, language, address }), typed)
  } catch (error) {
    deps.log.error({ requestId, err: error }, 'a booking failed')
    return refused(statusOfFailure(error), typed, { reason: 'error' })
  }
}

function outcome(deps: Deps, booked: BookedFromForm, typed: TypedBooking): FormBooked {
  if (booked.ok) {
    const waiting = booked.purchase.spots.some(({ status }) => status === 'pending')
    return {
      ok: true,
      // A fragment of its own: without a script the address would keep the form's.
      to: `${managePath(deps, booked.purchase)}#top`,
      waiting,
      spots: booked.purchase.spots.length,
      mailed: typed.contact.includes('@'),
    }
  }
  const how: Shown = shownOfAny[booked.reason]
  const said =
    'field' in how
      ? { errors: { [how.field]: [how.code] } }
      : { reason: how.reason, left: booked.spotsLeft }
  const earlier = booked.earlier && {
    name: booked.earlier.customerName,
    to: managePath(deps, booked.earlier),
    next: booked.again + 1,
  }
  return refused(how.status, typed, { ...said, earlier }, booked.retryAfterSeconds)
}

function refused(
  status: number,
  typed: TypedBooking,
  said: Partial<RefusedBooking>,
  retryAfterSeconds = 0,
): FormBooked {
  const answer = { reason: null, left: 0, errors: {}, earlier: null, typed, ...said }
  return { ok: false, status, retryAfterSeconds, answer }
}

/** The manage link within this site: the visitor stays on the address they came by. */
export function managePath(
  deps: Deps,
  group: { groupId: string; reference: string; tokenRotation: number },
): string {
  const url = new URL(manageUrl(deps, group))
  return url.pathname + url.search
}

function typedIn(form: FormData): TypedBooking {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 300) : ''
  }
  return {
    sessionId: text('sessionId'),
    spots: text('spots') || '1',
    name: text('name'),
    contact: text('contact'),
    again: text('again') || '0',
    nonce: text('nonce').slice(0, 64),
  }
}

function fieldErrors(errors: Record<string, string[] | null>): RefusedBooking['errors'] {
  const { sessionId, spots, name, contact } = errors
  return {
    ...(sessionId && { sessionId }),
    ...(spots && { spots }),
    ...(name && { name }),
    ...(contact && { contact }),
  }
}
