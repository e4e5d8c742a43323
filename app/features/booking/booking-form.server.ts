import { randomUUID } from 'node:crypto'
import { asksVendor, paysFirst, type Pending } from '#core/bookings/rules/waiting.ts'
import { formAction } from '#app/http/form-action.ts'
import type { FieldErrors } from '#app/http/form-answer.ts'
import { eachRefusal } from '#app/http/form-refusals.ts'
import { deviceOf } from '#app/http/device.ts'
import { anyone } from '#app/http/managing.ts'
import { redirectWithToast, type Toast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { bookFromForm } from '#core/bookings/commands/book-from-form.ts'
import { type BookRefusal, mayBookHeld } from '#core/bookings/commands/book-session.ts'
import { manageUrl, viewUrl } from '#core/bookings/queries/links.ts'
import type { ConditionRefusal } from '#core/bookings/rules/offer.ts'
import type { PartyRefusal } from '#core/bookings/rules/party.ts'
import { bookFormSchema } from '#core/bookings/schema.ts'
import { type ContactProblem, contactProblem } from '#core/bookings/steps/contact.ts'
import { findPublicClass } from '#core/classes/queries/class-cards.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { toStripe } from '#app/http/paying.ts'
import { bookAndPay } from './book-and-pay.server.ts'
import type { RefusedSession } from './booking-answer.ts'
import { telegramContact } from './booking-offer.ts'
import { contactGiven } from './telegram-offer.server.ts'

/** The status for each reason that both public forms share; the messages are under `failed` in the texts of each. */
export const customerRefusals = {
  not_found: 409,
  session_cancelled: 409,
  session_past: 409,
  registration_closed: 409,
  not_open_yet: 409,
  too_many_spots: 400,
  contact_limit: 409,
  ask_vendor: 409,
  session_full: 409,
  price_changed: 409,
  session_changed: 409,
  idempotency_conflict: 409,
  rate_limited: 429,
  busy: 503,
} as const satisfies Record<
  Exclude<BookRefusal, ContactProblem | ConditionRefusal | PartyRefusal>,
  number
>

/** The same for what only forms refuse that lead to a payment: the vendor's account takes no cards, and nothing was booked. */
export const cardRefusals = { cards_off: 409 } as const

/** The same for what only a facility refuses: it has a page of its own, and this form cannot say what is missing. */
const partyRefusals = {
  too_many_people: 400,
  details_missing: 400,
  no_extras: 400,
} as const satisfies Record<PartyRefusal, number>

/** The same for errors shown at the contact field. */
export const contactRefusals = {
  contact_missing: 400,
  contact_invalid: 400,
  phone_invalid: 400,
  phone_short: 400,
  phone_unsure: 400,
} as const satisfies Record<ContactProblem, number>

/** The mistake of a box that is not ticked. */
export function untickedBox(condition: string | null, accepted: readonly string[]): FieldErrors {
  return condition === null || accepted.includes(condition) ? {} : { accepted: ['unticked'] }
}

/** The same for what a class asks for now. */
export async function missingBox(
  deps: Deps,
  classId: string,
  accepted: readonly string[],
): Promise<FieldErrors> {
  const found = await findPublicClass(deps.db, classId)
  return untickedBox(found?.condition ?? null, accepted)
}

/** Something was not confirmed: said at its boxes. Without one, what the class asks for has just changed. */
export function notConfirmed({ boxes }: { boxes: FieldErrors }, language: Language) {
  if (Object.keys(boxes).length > 0) return { errors: boxes, status: 400 }
  const t = translator(language, 'booking')
  const problem = { title: t('failed.title'), text: t('failed.not_confirmed') }
  return { problem, status: 409 }
}

/** The boxes to name with this refusal: also with a contact that cannot be read, so that one try names both. */
export async function boxesToSay(
  deps: Deps,
  classId: string,
  { reason, accepted }: { reason: string; accepted: readonly string[] },
): Promise<FieldErrors> {
  const isSaid = reason === 'not_confirmed' || reason in contactRefusals
  return isSaid ? missingBox(deps, classId, accepted) : {}
}

/** Books what the public form of a class says. */
export const bookSessionAction = formAction({
  allow: anyone,
  texts: 'booking',
  schema: () => bookFormSchema,
  async alsoWrong({ deps, params, text }, errors) {
    const boxes = await missingBox(deps, params['classId'] ?? '', [text('accepted')])
    if (errors['contact'] || text('contact') === telegramContact) return { errors: boxes }
    const problem = await contactProblem(deps.db, {
      sessionId: text('sessionId'),
      contact: text('contact'),
    })
    return { errors: { ...boxes, ...(problem !== null && { contact: [problem] }) } }
  },
  run: async ({ deps, params, request, language, visitor: { network }, form }) => {
    const { nonce, pay, ...wanted } = form
    const findClass = async () => {
      const found = await findPublicClass(deps.db, params['classId'] ?? '')
      return found && { vendorId: found.vendor.id, pays: found.pays }
    }
    const contact = await contactGiven(deps, request, {
      contact: form.contact,
      findVendor: async () => (await findClass())?.vendorId ?? null,
    })
    if (contact === null) return loggedOut
    // Without cookies the form's own number stands for the device.
    const known = deviceOf(request, deps.origin)
    const device = known?.number ?? (nonce || randomUUID())
    const isOwn = known?.isOwn ?? false
    const wantsCard = pay === 'card'
    const booked = await bookAndPay(deps, {
      book: () => bookFromForm(deps, { ...wanted, wantsCard, contact, device, language, network }),
      findOffer: findClass,
      mayBook: () => mayBookHeld(deps, wanted),
      wantsCard,
      isOwn,
    })
    if (booked.ok) return booked
    const { earlier, again } = booked
    if (earlier?.isUnpaid && isOwn) return { ok: true as const, unpaid: earlier }
    const shown = earlier && { to: purchasePath(deps, earlier, isOwn), next: again + 1 }
    const boxes = await boxesToSay(deps, params['classId'] ?? '', {
      reason: booked.reason,
      accepted: wanted.accepted,
    })
    return { ...booked, name: earlier?.customerName ?? '', earlier: shown, boxes }
  },
  refusals: {
    ...eachRefusal(customerRefusals, refused),
    ...eachRefusal(cardRefusals, refused),
    ...eachRefusal(partyRefusals, refused),
    ...eachRefusal(contactRefusals, wrongContact),
    not_confirmed: notConfirmed,
    logged_out: sayLoggedOut,
  },
  failures: ({ t }) => ({
    failed: { title: t('failed.title'), text: t('failed.error') },
    busy: { title: t('failed.title'), text: t('failed.error') },
  }),
  done: async ({ deps, params, form, result, t }) => {
    if ('unpaid' in result) return toUnpaid(deps, result.unpaid, t)
    const found = await findPublicClass(deps.db, params['classId'] ?? '')
    const text = doneTexts[channelTyped(form.contact)]
    return toPurchase(deps, result, t, {
      done: {
        title: t('done.confirmed'),
        text: t(text, { title: found?.title ?? '', n: result.purchase.spots.length }),
      },
      already: t('failed.idempotency_conflict', { name: form.name }),
    })
  },
})

/** Nobody is logged in with Telegram any more: the page then shows the fields again. */
export const loggedOut = { ok: false, reason: 'logged_out' } as const

export function sayLoggedOut(_refusal: unknown, language: Language) {
  const t = translator(language, 'booking')
  return {
    problem: { title: t('telegram.failed'), text: t('telegram.loggedOut') },
    status: 409,
  }
}

/** Where the confirmation goes to, for the sentence that says so. */
export function channelTyped(contact: string): 'mail' | 'chat' | 'none' {
  if (contact === telegramContact) return 'chat'
  return contact.includes('@') ? 'mail' : 'none'
}

export const doneTexts = {
  mail: 'done.confirmedMail',
  chat: 'done.confirmedChat',
  none: 'done.confirmedText',
} as const

/** A contact that cannot be read, with the boxes that are not ticked. */
function wrongContact(code: ContactProblem, status: number) {
  return ({ boxes }: { boxes: FieldErrors }) => ({
    errors: { contact: [code], ...boxes },
    status,
  })
}

type Reason = keyof typeof customerRefusals | keyof typeof cardRefusals | keyof typeof partyRefusals

type Refusal = {
  spotsLeft: number
  retryAfterSeconds: number
  name: string
  earlier: RefusedSession['earlier']
}

function refused(reason: Reason, status: number) {
  return ({ spotsLeft: left, retryAfterSeconds, name, earlier }: Refusal, language: Language) => {
    const t = translator(language, 'booking')
    // Another number of spots would do.
    const isAboutSpots = reason === 'too_many_spots' || (reason === 'session_full' && left > 0)
    const isLost = reason === 'session_full' || reason === 'session_cancelled'
    const text = t(`failed.${reason}`, { left, name })
    const asksVendor = reason === 'ask_vendor' || reason === 'cards_off'
    const more: RefusedSession = { about: 'session', isLost, asksVendor, earlier }
    return {
      problem: { title: t('failed.title'), text, ...(isAboutSpots && { field: 'spots' }) },
      status,
      retryAfterSeconds,
      more,
    }
  }
}

type Ended = {
  purchase: Parameters<typeof manageUrl>[1] & { spots: readonly Pending[] }
  isOwn: boolean
  replayed: boolean
  /** the page of Stripe where it is paid first */
  payAt?: string | null
}

/** The same person holds spots of the same session, and has not paid: the page of the booking asks for that. */
export function toUnpaid(
  deps: Deps,
  purchase: Parameters<typeof manageUrl>[1],
  t: ReturnType<typeof translator<'booking'>>,
): Promise<Response> {
  return redirectWithToast(deps, `${purchasePath(deps, purchase, true)}#top`, {
    tone: 'neutral',
    title: t('done.unpaid'),
    status: 303,
  })
}

type Said = { done: Pick<Toast, 'title' | 'text'>; already: string }

/** Ends a form that booked something: at the purchase, with what was done now or had been done before. */
export function toPurchase(
  deps: Deps,
  { purchase, isOwn, replayed, payAt = null }: Ended,
  t: ReturnType<typeof translator<'booking'>>,
  { done, already }: Said,
): Promise<Response> {
  if (payAt !== null) return toStripe(deps, payAt, purchasePath(deps, purchase, isOwn))
  if (isOwn && purchase.spots.some(paysFirst)) return toUnpaid(deps, purchase, t)
  const isWaiting = purchase.spots.some(asksVendor)
  const made = isWaiting ? { title: t('done.submitted'), text: t('done.submittedText') } : done
  const toast = replayed ? { tone: 'neutral' as const, title: already } : made
  // Sets its own fragment; without JavaScript the URL would keep the form's.
  return redirectWithToast(deps, `${purchasePath(deps, purchase, isOwn)}#top`, {
    ...toast,
    status: 303,
  })
}

/**
 * A relative link, so that the visitor stays on the same host. A stranger may have sent the form that made the purchase,
 * because anybody can choose the form's key. So the visitor gets only the view link after the link was replaced, or if no
 * cookie shows that this is the same device (`isOwn`).
 */
export function purchasePath(
  deps: Deps,
  purchase: Parameters<typeof manageUrl>[1],
  isOwn: boolean,
): string {
  const url = new URL((isOwn && purchase.tokenRotation === 0 ? manageUrl : viewUrl)(deps, purchase))
  return url.pathname + url.search
}
