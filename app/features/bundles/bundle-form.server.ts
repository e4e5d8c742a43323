import { randomUUID } from 'node:crypto'
import { bookAndPay } from '#app/features/booking/book-and-pay.server.ts'
import {
  boxesToSay,
  cardRefusals,
  contactRefusals,
  customerRefusals,
  missingBox,
  channelTyped,
  notConfirmed,
  purchasePath,
  sayLoggedOut,
  toPurchase,
  toUnpaid,
} from '#app/features/booking/booking-form.server.ts'
import { telegramContact } from '#app/features/booking/booking-offer.ts'
import { contactGiven } from '#app/features/booking/telegram-offer.server.ts'
import { incomingContext } from '#app/http/context.ts'
import { deviceOf } from '#app/http/device.ts'
import { formAction } from '#app/http/form-action.ts'
import { type FieldErrors, textOf, type Typed } from '#app/http/form-answer.ts'
import { eachRefusal } from '#app/http/form-refusals.ts'
import { urlText, urlWith } from '#app/http/url-text.ts'
import { momentText } from '#app/locale/clock.ts'
import { translator } from '#app/locale/translate.ts'
import {
  type BundleBookedFromForm,
  bookBundleFromForm,
} from '#core/bookings/commands/book-bundle-from-form.ts'
import type { ConditionRefusal } from '#core/bookings/rules/offer.ts'
import { type BundleRefusal, mayBuyHeld } from '#core/bookings/commands/book-bundle.ts'
import { type ContactProblem, contactProblem } from '#core/bookings/steps/contact.ts'
import { planBundle } from '#core/bookings/queries/bundle-plan.ts'
import { bookBundleFormSchema } from '#core/bookings/schema.ts'
import { listStarts, listUpcomingSessions } from '#core/classes/queries/public-sessions.ts'
import { type BundleOffer, findBundleOffer } from '#core/passes/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import type { BundleStep, RefusedBundle } from './bundle-step.ts'

const sessionsShown = 20

/** The step an address asks for; null without a bundle, 'gone' when it is not sold for this class. */
export async function readBundleStep(
  deps: Deps,
  { classId, url }: { classId: string; url: URL },
): Promise<BundleStep | 'gone' | null> {
  const bundleId = urlText(url, 'bundle')
  if (bundleId === '') return null
  const bundle = await findOffer(deps, { classId, bundleId })
  if (!bundle) return 'gone'
  const how = url.searchParams.get('how')
  const dates = await datesStep(deps, bundle, {
    first: urlText(url, 'first'),
    how: how === 'auto' || how === 'choose' ? how : 'series',
    chosen: null,
  })
  return dates ?? firstStep(deps, bundle, url)
}

async function findOffer(deps: Deps, asked: { classId: string; bundleId: string }) {
  const { bundleId } = asked
  const bundle = await findBundleOffer(deps, { bundleId })
  return bundle?.classId === asked.classId ? bundle : null
}

async function firstStep(deps: Deps, bundle: BundleOffer, url: URL): Promise<BundleStep> {
  const cursor = url.searchParams.get('after')
  const { items, nextCursor } = await listUpcomingSessions(
    deps.db,
    { classId: bundle.classId },
    { from: null, to: null, cursor, limit: sessionsShown },
  )
  const to = (after: string | null) => `${urlWith(url, { after, step: null, first: null })}#book`
  return {
    kind: 'first',
    bundle,
    // Who pays ahead chooses ahead.
    sessions: items.map((one) => ({ ...one, bookingOpensAt: null })),
    missing: url.searchParams.get('step') === 'dates',
    laterTo: nextCursor && to(nextCursor),
    firstTo: cursor === null ? null : to(null),
  }
}

type Asked = {
  first: string
  how: 'series' | 'auto' | 'choose'
  /** what was ticked before; null: what the weekly series has free */
  chosen: readonly string[] | null
}

async function datesStep(
  deps: Deps,
  bundle: BundleOffer,
  { first, how, chosen }: Asked,
): Promise<BundleStep | null> {
  if (!isId(first)) return null
  const plan = await planBundle(deps, {
    bundleId: bundle.id,
    firstSessionId: first,
    how: how === 'auto' ? 'auto' : 'series',
  })
  if (!plan) return null
  const { offer: _, ...dates } = { ...plan, choices: how === 'choose' ? plan.choices : [] }
  if (how !== 'choose') return { kind: how, bundle, firstId: first, plan: dates }
  const free = dates.choices
    .filter(({ state }) => state !== 'full')
    .map(({ sessionId }) => sessionId)
  const wanted = chosen ?? dates.items.map(({ sessionId }) => sessionId)
  return {
    kind: how,
    bundle,
    firstId: first,
    plan: dates,
    picked: free.filter((id) => wanted.includes(id)),
  }
}

/** Reads the public bundle form and books all of it, asks for other dates, or says why not. */
export const bookBundleAction = formAction({
  allow: async ({ context, params }, typed) => {
    const { deps } = context.get(incomingContext)
    const wanted = { classId: params['classId'] ?? '', bundleId: textOf(typed, 'bundleId') }
    return { bundle: await findOffer(deps, wanted), asked: askedIn(typed) }
  },
  texts: 'bundles',
  schema: () => bookBundleFormSchema,
  // Other dates, by a button of the form, so that what was typed goes with it.
  redraw: async ({ deps, bundle, asked, text }) => {
    const intent = text('intent')
    if (intent !== 'auto' && intent !== 'choose') return null
    return { more: await refusedBundle(deps, bundle, { ...asked, how: intent, chosen: null }) }
  },
  alsoWrong: async ({ deps, bundle, asked, params, text, t }, errors) => {
    const classId = params['classId'] ?? ''
    const boxes = await missingBox(deps, classId, [text('accepted')])
    const [sessionId = asked.first] = asked.chosen ?? []
    const problem =
      errors['contact'] || text('contact') === telegramContact
        ? null
        : await contactProblem(deps.db, { sessionId, contact: text('contact') })
    return {
      errors: { ...boxes, ...(problem !== null && { contact: [problem] }) },
      problem: missing(t, sessionId === asked.first),
      more: await refusedBundle(deps, bundle, asked),
    }
  },
  run: async ({ deps, bundle, asked, request, visitor, language, params, form }) => {
    const { nonce, leaveRest, pay, ...wanted } = form
    const sessionIds = asked.chosen ?? []
    const nothing = { taken: [], earlier: null, retryAfterSeconds: 0, boxes: {} }
    const refuse = async <Reason extends string>(reason: Reason, dates: Asked = asked) => {
      const step = await refusedBundle(deps, bundle, dates)
      return { ok: false as const, reason, ...nothing, more: step }
    }
    if (!bundle) return refuse('not_found')
    const classId = params['classId'] ?? ''
    if (sessionIds.length === 0) {
      const boxes = await missingBox(deps, classId, wanted.accepted)
      return { ...(await refuse('no_dates')), boxes }
    }
    const { vendorId } = bundle
    const contact = await contactGiven(deps, request, {
      contact: form.contact,
      findVendor: () => Promise.resolve(vendorId),
    })
    if (contact === null) return { ...(await refuse('logged_out')), taken: [] }
    const known = deviceOf(request, deps.origin)
    const isOwn = known?.isOwn ?? false
    const wantsCard = pay === 'card'
    const wish = {
      ...wanted,
      wantsCard,
      contact,
      sessionIds,
      leaveRest: leaveRest === 'on',
      // Without cookies the form's own number stands for the device.
      device: known?.number ?? (nonce || randomUUID()),
      language,
      network: visitor.network,
    }
    const booked = await bookAndPay(deps, {
      book: () => bookBundleFromForm(deps, wish),
      mayBook: () => mayBuyHeld(deps, wish),
      findOffer: () => Promise.resolve({ vendorId, pays: bundle.cards?.pays ?? 'studio' }),
      wantsCard,
      isOwn,
    })
    if (booked.ok) return { ...booked, bundle }
    if (booked.earlier?.isUnpaid && isOwn) return { ok: true as const, unpaid: booked.earlier }
    const { reason, retryAfterSeconds } = booked
    const taken = await listStarts(deps.db, { classId, sessionIds: booked.taken })
    const chosen = sessionIds.filter((id) => !booked.taken.includes(id))
    const refused = await refuse(reason, { ...asked, chosen })
    const boxes = await boxesToSay(deps, classId, { reason, accepted: wanted.accepted })
    const earlier = earlierOf(deps, booked, isOwn)
    return { ...refused, boxes, taken, retryAfterSeconds, more: { ...refused.more, earlier } }
  },
  refusals: {
    no_dates: ({ boxes, more }, language) => ({
      errors: boxes,
      problem: missing(translator(language, 'bundles'), true),
      status: 400,
      more,
    }),
    ...eachRefusal(customerRefusals, refused),
    ...eachRefusal(cardRefusals, refused),
    ...eachRefusal(contactRefusals, wrongContact),
    logged_out: (refusal, language) => ({
      ...sayLoggedOut(refusal, language),
      more: refusal.more,
    }),
    not_confirmed: (refusal, language) => ({
      ...notConfirmed(refusal, language),
      more: refusal.more,
    }),
    session_changed: refused('session_changed', 409, 'dates'),
    rest_not_confirmed: refused('rest_not_confirmed', 400, 'dates'),
    too_many_sessions: refused('too_many_sessions', 400, 'dates'),
    after_expiry: refused('after_expiry', 409, 'dates'),
    too_few_dates: refused('too_few_dates', 409),
  },
  failures: ({ t }) => ({
    failed: { title: t('failed.title'), text: t('failed.error') },
    busy: { title: t('failed.title'), text: t('failed.error') },
  }),
  done: ({ deps, language, form, result, t }) => {
    if ('unpaid' in result) return toUnpaid(deps, result.unpaid, translator(language, 'booking'))
    const n = result.purchase.spots.length
    const { discountPercent: percent } = result.bundle
    const sentTo = channelTyped(form.contact)
    return toPurchase(deps, result, translator(language, 'booking'), {
      done: {
        title: t('done.title'),
        text: t(doneTexts[sentTo], { n, percent }),
      },
      already: t('failed.idempotency_conflict'),
    })
  },
})

const doneTexts = { mail: 'done.textMail', chat: 'done.textChat', none: 'done.text' } as const

type Texts = ReturnType<typeof translator<'bundles'>>

/** The fields that every bundle needs; `noDates`: no dates were chosen. */
const missing = (t: Texts, noDates: boolean) => ({
  title: t('missing.title'),
  text: t('missing.text'),
  ...(noDates && { field: 'dates' }),
})

type Reason = Exclude<BundleRefusal, ContactProblem | ConditionRefusal> | keyof typeof cardRefusals

type Refusal = {
  taken: readonly { startsAt: Date; timeZone: string }[]
  retryAfterSeconds: number
  boxes: FieldErrors
  more: RefusedBundle
}

/** A sentence above the form, and the dates as they are now; `field`: where it is put right. */
function refused(reason: Reason, status: number, field?: 'dates') {
  return ({ taken, retryAfterSeconds, more }: Refusal, language: Language) => {
    const t = translator(language, 'bundles')
    const when = taken.map(({ startsAt, timeZone }) => momentText(startsAt, timeZone, language))
    const text =
      when.length > 0
        ? t('failed.taken', { n: when.length, when: when.join('; ') })
        : t(`failed.${reason}`)
    const problem = { title: t('failed.title'), text, ...(field && { field }) }
    const asksVendor = reason === 'ask_vendor' || reason === 'cards_off'
    return { problem, status, retryAfterSeconds, more: { ...more, asksVendor } }
  }
}

function wrongContact(code: string, status: number) {
  return ({ boxes, more }: Pick<Refusal, 'boxes' | 'more'>, language: Language) => ({
    errors: { contact: [code], ...boxes },
    problem: missing(translator(language, 'bundles'), false),
    status,
    more,
  })
}

async function refusedBundle(
  deps: Deps,
  bundle: BundleOffer | null,
  asked: Asked,
): Promise<RefusedBundle> {
  const step = bundle && (await datesStep(deps, bundle, asked))
  return { about: 'bundle', step, gone: bundle === null, asksVendor: false, earlier: null }
}

function earlierOf(
  deps: Deps,
  booked: Pick<Extract<BundleBookedFromForm, { ok: false }>, 'earlier' | 'again'>,
  isOwn: boolean,
) {
  return booked.earlier && { to: purchasePath(deps, booked.earlier, isOwn), next: booked.again + 1 }
}

function askedIn(typed: Typed): Asked {
  const how = textOf(typed, 'how')
  return {
    first: textOf(typed, 'first'),
    how: how === 'auto' || how === 'choose' ? how : 'series',
    chosen: typed['sessionId'] ?? [],
  }
}
