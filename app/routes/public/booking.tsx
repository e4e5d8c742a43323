import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { asksVendor, paysFirst } from '#core/bookings/rules/waiting.ts'
import { useLocale, useTranslations } from 'use-intl'
import { z } from 'zod'
import { notConfirmed, untickedBox } from '#app/features/booking/booking-form.server.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { BookingMoment } from '#app/features/managed-booking/booking-moment.tsx'
import { ContactLink } from '#app/features/managed-booking/contact-link.tsx'
import { backFromStripe } from '#app/features/managed-booking/back-from-stripe.server.ts'
import { managedPurchase } from '#app/features/managed-booking/managed-booking.ts'
import {
  ManagedDates,
  ManagedSessionCard,
} from '#app/features/managed-booking/managed-session-card.tsx'
import { isLetGo, spotsOf } from '#app/features/managed-booking/managed.ts'
import { HoldPanel, LetGoNote, OwedPanel } from '#app/features/managed-booking/payment-panels.tsx'
import { purchaseMoney } from '#app/features/managed-booking/purchase-money.server.ts'
import { KeepLink } from '#app/features/managed-booking/keep-link.tsx'
import { type NewLink, NewLinkForm } from '#app/features/managed-booking/new-link-form.tsx'
import { ReminderWish } from '#app/features/managed-booking/reminder-wish.tsx'
import { PassCard } from '#app/features/managed-booking/pass-card.tsx'
import { SendToFriend } from '#app/features/managed-booking/send-to-friend.tsx'
import {
  TelegramCard,
  type TelegramCardProps,
} from '#app/features/managed-booking/telegram-card.tsx'
import { PageNotice, useNotice } from '#app/features/site/notices.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { TrainerBar } from '#app/features/trainer/trainer-bar.tsx'
import { orNotFound } from '#app/http/managing.ts'
import { type Asked, formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { toStripe } from '#app/http/paying.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { redirectWithToast, type Toast } from '#app/http/toasts.ts'
import { urlWith } from '#app/http/url-text.ts'
import { sentence, translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { channelOf } from '#core/contacts/rules.ts'
import { accentOf } from '#core/shared/accent.ts'
import { letGo, openHold, type Paying, payOwed } from '#core/cards/commands/pay.ts'
import { listCardMoney } from '#core/cards/queries.ts'
import { isOpen } from '#app/features/sessions/session-choice.tsx'
import { momentText } from '#app/locale/clock.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { askForLinks } from '#core/bookings/commands/send-links.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { renewLink } from '#core/bookings/commands/renew-link.ts'
import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { findPurchaseByLink, type FoundLink, viewUrl } from '#core/bookings/queries/links.ts'
import { listGivenAway } from '#core/bookings/queries/given-away.ts'
import {
  findOpenedPurchase,
  findPurchaseDetails,
  type PurchaseDetails,
} from '#core/bookings/queries/purchase-details.ts'
import { freeMinutesAfterBooking } from '#core/bookings/rules/cancelling.ts'
import type { LinkAction, LinkKind } from '#core/bookings/rules/links.ts'
import { holdsSeat, mayEnd } from '#core/bookings/rules/status.ts'
import { redeemFormSchema, seenField } from '#core/bookings/schema.ts'
import { listUpcomingSessions } from '#core/classes/queries/public-sessions.ts'
import { listPassesOfPurchase, type Pass } from '#core/passes/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import { formatMoney } from '#core/shared/money.ts'
import { isId } from '#core/shared/ids.ts'
import { isErased } from '#core/own-data/queries/closed.ts'
import { resumeReminders, stopReminders } from '#core/messages/commands/change-reminders.ts'
import { isReminded } from '#core/messages/queries/reminders.ts'
import { listPicturesOfPage } from '#core/pictures/queries.ts'
import { disconnectPurchase, purchaseLink } from '#core/telegram/commands/links.ts'
import { findAccent } from '#core/vendors/queries.ts'
import type { Route } from './+types/booking'

// Few visits ask for one of them. As with the steps of a bundle, the server's page waits for it and is whole.
const CancelForm = lazyPart(() =>
  import('#app/features/managed-booking/cancel-form.tsx').then((module) => module.CancelForm),
)
const MoveForm = lazyPart(() =>
  import('#app/features/managed-booking/move-form.tsx').then((module) => module.MoveForm),
)
const RedeemForm = lazyPart(() =>
  import('#app/features/managed-booking/redeem-form.tsx').then((module) => module.RedeemForm),
)

type OpenLink = Pick<Route.LoaderArgs, 'context' | 'url'> & { params: { reference?: string } }

async function findOpened({ params: { reference = '' }, context, url }: OpenLink) {
  const token = url.searchParams.get('token') ?? ''
  const opened = await findPurchaseByLink(depsOf(context), { reference, token })
  if (opened === null && (await isErased(depsOf(context).db, reference)))
    throw data(null, { status: 410 })
  return orNotFound(opened)
}

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { db } = deps
  if (url.searchParams.has('back')) throw await backFromStripe({ request, context, url, params })
  const opened = await findOpened({ params, context, url })
  const details = orNotFound(await findOpenedPurchase(db, opened))
  const to = urlWith(url, { do: null, pass: null, after: null })
  const viewLink = new URL(viewUrl(deps, { ...details, purchaseId: opened.id }))
  const of = { vendorId: opened.vendorId, purchaseId: opened.id }
  const purchase = managedPurchase(details, {
    viewLink,
    given: await listGivenAway(db, details),
    cards: await listCardMoney(db, of),
  })
  const now = details.spots[0]?.now ?? new Date()
  const all = await listPassesOfPurchase(db, opened.id)
  // What was only held, and let go, is said in one sentence.
  const passes = all.filter(({ isIssued, isUnpaid }) => isIssued || isUnpaid)
  const { face, logo } = await listPicturesOfPage(db, details.vendorId, details.spots[0]?.classId)
  const asked = url.searchParams.get('do')
  const pass = passes.find(({ passId }) => passId === url.searchParams.get('pass'))
  const movable = purchase.sessions
    .filter(({ spots }) => spots.some(({ cancelling }) => cancelling === 'free'))
    .map(({ classId }) => classId)
  const can = {
    cancel: spotsOf(purchase).some(({ cancelling }) => cancelling !== 'no'),
    move: movable.length > 0,
    redeem: pass?.isOpen === true,
  }
  const doing = opened.isReadOnly ? null : readAction(asked, can)
  const slotClasses = purchase.sessions.flatMap(({ party, classId }) => (party ? [classId] : []))
  // A date of a bundle moves to no day after its end.
  const lastEnd = passes.map(({ expiresAt }) => expiresAt).toSorted((a, b) => +b - +a)[0] ?? null
  const after = url.searchParams.get('after')
  const asksFor = { cursor: after, limit: 100, from: null }
  const upcoming =
    doing === 'move'
      ? await listUpcomingSessions(db, { heldClassIds: movable }, { ...asksFor, to: lastEnd })
      : doing === 'redeem' && pass?.classId
        ? await listUpcomingSessions(
            db,
            { heldClassIds: [pass.classId], withCredits: true },
            { ...asksFor, to: pass.expiresAt },
          )
        : { items: [], nextCursor: null }
  // A session that was cancelled can be booked again with what remains of a bundle, not moved to.
  const isBundle = passes.length > 0
  const own = purchase.sessions
    .filter(
      ({ spots }) =>
        (doing === 'move' && !isBundle) || spots.some(({ status }) => holdsSeat(status)),
    )
    .map(({ id }) => id)
  const money = await purchaseMoney(deps, {
    ...of,
    purchase,
    owedForPasses: passes.reduce((sum, { owedMinor }) => sum + Math.max(0, owedMinor), 0),
    isReadOnly: opened.isReadOnly,
    isShown: opened.kind === 'view',
  })
  return {
    face: face ?? logo,
    accent: accentOf(await findAccent(deps, details.vendorId)),
    purchase,
    money,
    receiptTo: money.hasReceipt
      ? `/booking/${params.reference}/receipt${new URL(to, viewLink).search}`
      : null,
    isClosed: details.closedAt !== null,
    link: {
      kind: opened.kind,
      isReadOnly: opened.isReadOnly,
      href: new URL(to, viewLink).href,
    },
    newLink: newLinkDelivery(details, opened.kind),
    // The calendar of all bookings that were made with an email address is mailed to it.
    isMailable:
      opened.kind === 'manage' &&
      details.customerEmail !== null &&
      details.bookingMethod !== 'telegram',
    hasReminders:
      mayChooseReminders(opened) &&
      (details.linkedChat !== null || details.customerAddresses.length > 0) &&
      (await isReminded(deps, of)),
    telegram: await telegramCard(deps, { details, link: opened }),
    now,
    // The joy of the moment; later the same page is calm.
    isNew: now.getTime() - details.createdAt.getTime() < freeMinutesAfterBooking * 60_000,
    doing,
    passes: passes.map((one) => ({
      ...one,
      redeemTo: urlWith(url, { do: 'redeem', pass: one.passId, after: null }),
    })),
    pass: pass ?? null,
    isPaidLate:
      all.some(({ isIssued, backMinor }) => !isIssued && backMinor > 0) ||
      purchase.sessions.some(({ cardBack }) => cardBack.openMinor + cardBack.doneMinor > 0),
    others: upcoming.items.filter(
      (one) =>
        ((doing === 'move' && !isBundle && own.length > 1) || !own.includes(one.id)) &&
        // A court has many slots, and only open ones are a choice.
        (isOpen(one, now) || !slotClasses.includes(one.classId)),
    ),
    dates: {
      first: after && urlWith(url, { after: null }),
      later: upcoming.nextCursor && urlWith(url, { after: upcoming.nextCursor }),
    },
    to,
    moveTo: urlWith(url, { do: 'move', pass: null, after: null }),
    cancelTo: urlWith(url, { do: 'cancel', pass: null, after: null }),
    title: titleOf(context, translator(readerLanguage(request), 'booking')('manage.title')),
  }
}

/** Whether to be reminded is the customer's own wish: not the vendor's, who sends links by hand. */
const mayChooseReminders = ({ kind, isReadOnly }: FoundLink) => kind === 'manage' && !isReadOnly

/** Where messages go on Telegram, or how they get there. Null: nothing is said about it. */
async function telegramCard(
  deps: Deps,
  { details, link }: { details: PurchaseDetails; link: FoundLink },
): Promise<TelegramCardProps | null> {
  if (link.kind === 'view' || link.isReadOnly) return null
  const { vendorId, customerAddresses, customerTelegramName: name, customerEmail } = details
  const isLogin = details.bookingMethod === 'telegram'
  const isReached = isLogin
    ? customerAddresses.some((address) => channelOf(address) === 'telegram')
    : details.linkedChat !== null
  const { id: purchaseId } = link
  const isOffered = !isReached && link.kind === 'manage'
  const to = isOffered
    ? await purchaseLink(deps, { vendorId, purchaseId, rotation: details.tokenRotation })
    : null
  if (to === null && name === null) return null
  return {
    to,
    name,
    isLogin,
    isBlocked: name !== null && !isReached,
    hasEmail: customerEmail !== null,
  }
}

/** How a new link, or the same one again, would be delivered; null: this link can request neither. */
function newLinkDelivery(
  { customerAddresses: [address], customerTelegramName, bookingMethod }: PurchaseDetails,
  kind: LinkKind,
): NewLink | null {
  if (address === undefined) return kind === 'manage' ? { comes: 'ask' } : null
  const endsChat = customerTelegramName !== null && bookingMethod !== 'telegram'
  return { comes: kind === 'manage' ? 'new' : 'same', by: channelOf(address), endsChat }
}

const questions = ['cancel', 'move', 'redeem'] as const

/** The question of the page, only if the action is possible. */
function readAction(asked: string | null, can: Record<(typeof questions)[number], boolean>) {
  return questions.find((action) => action === asked && can[action]) ?? null
}

export const headers = privateHeaders

const { problem } = refusalsIn('booking')
type Why = Parameters<typeof problem>[0] extends infer Key
  ? Key extends `changeFailed.${infer Own}`
    ? Own
    : never
  : never

/** A sentence above the form. */
const refused = (why: Why, status = 409) =>
  problem(`changeFailed.${why}`, status, 'changeFailed.title')

const everyForm = {
  allow: async (link: OpenLink) => ({ opened: await findOpened(link) }),
  texts: 'booking' as const,
  schema: () => noFields,
  failures: ({ t }: { t: ReturnType<typeof translator<'booking'>> }) => ({
    busy: { title: t('changeFailed.title'), text: t('changeFailed.busy') },
  }),
}

const readOnly = { ok: false, reason: 'read_only' } as const

const renew = formAction({
  ...everyForm,
  run: ({ deps, opened, visitor }) => renewLink(deps, opened, visitor),
  refusals: {
    no_address: problem('manage.readOnly', 409, 'changeFailed.title'),
    rate_limited: problem('newLink.tooMany', 429, 'changeFailed.title'),
  },
  done: ({ deps, params, opened, result: { sentBy, isNew, tokenRotation }, t }) => {
    const purchase = { purchaseId: opened.id, reference: params['reference'] ?? '', tokenRotation }
    // The person who asked keeps the view link; the manage link goes only to the booking's address.
    const { pathname, search } = new URL(viewUrl(deps, purchase))
    const said = isNew ? 'done' : 'sent'
    return redirectWithToast(deps, pathname + search, {
      title: t(`newLink.${said}`),
      text: t(`newLink.${said}Text`, { by: sentBy }),
      status: 303,
    })
  },
})

const disconnect = formAction({
  ...everyForm,
  run: async ({ deps, opened }) => {
    if (opened.isReadOnly) return readOnly
    return changeWithinLimit(deps, opened.id, () => disconnectPurchase(deps, opened))
  },
  refusals: {
    read_only: problem('manage.readOnly', 403, 'changeFailed.title'),
    rate_limited: refused('rate_limited', 429),
  },
  done: ({ deps, url, t }) =>
    backTo(deps, url, { tone: 'neutral', title: t('telegram.connect.disconnected') }),
})

/**
 * Makes a change, unless the purchase has been changed often enough for now. One that was refused does not count, except by
 * the contact limit, which tells a stranger that somebody has a booking.
 */
async function changeWithinLimit<Changed extends { ok: true } | { ok: false; reason: string }>(
  { limits }: Deps,
  purchaseId: string,
  change: () => Promise<Changed>,
) {
  if (!(await limits.changesPerPurchase.take(purchaseId)).ok)
    return { ok: false, reason: 'rate_limited' as const }
  const changed = await change()
  if (!changed.ok && changed.reason !== 'contact_limit')
    await limits.changesPerPurchase.giveBack(purchaseId)
  return changed
}

const chosen = {
  read_only: problem('manage.readOnly', 403, 'changeFailed.title'),
  choose_one: refused('choose_one', 400),
  choose_time: refused('choose_time', 400),
  not_found: refused('not_found'),
  changed: refused('changed'),
}

const full = {
  rate_limited: refused('rate_limited', 429),
  session_changed: refused('session_changed'),
  session_cancelled: refused('session_cancelled'),
  session_past: refused('session_past'),
  registration_closed: refused('registration_closed'),
  not_open_yet: refused('not_open_yet'),
  session_full: refused('session_full'),
  contact_limit: refused('contact_limit'),
  after_expiry: refused('after_expiry'),
}

const choiceSchema = z.object({ seen: seenField })

const askForFeed = formAction({
  ...everyForm,
  run: async ({ deps, opened, visitor: { network } }) => {
    const {
      customerEmail: contact,
      bookingMethod,
      language,
    } = orNotFound(await findPurchaseDetails(deps.db, opened.id))
    // The mail proves whose address it is: anybody can make a booking with somebody else's.
    return contact === null || bookingMethod === 'telegram'
      ? { ok: false, reason: 'no_email' as const }
      : askForLinks(deps, { contact, language, network })
  },
  refusals: {
    no_email: problem('feed.noEmail', 409, 'changeFailed.title'),
    contact_invalid: problem('feed.noEmail', 409, 'changeFailed.title'),
  },
  done: ({ deps, url, t }) =>
    backTo(deps, url, {
      // Not the good news that a booked page has in its heading.
      tone: 'neutral',
      title: t('feed.asked'),
      text: t('feed.askedText'),
    }),
})

const redeem = formAction({
  ...everyForm,
  schema: () => redeemFormSchema,
  run: async ({ deps, opened, text, form }) => {
    if (opened.isReadOnly) return readOnly
    const [passId, sessionId] = [text('pass'), text('sessionId')]
    if (!isId(passId) || !isId(sessionId)) return { ok: false, reason: 'choose_time' as const }
    const redeemed = await changeWithinLimit(deps, opened.id, () =>
      redeemSession(deps.db, opened, { passId, sessionId, ...form }),
    )
    if (redeemed.ok) return redeemed
    const pass = (await listPassesOfPurchase(deps.db, opened.id)).find(
      (one) => one.passId === passId,
    )
    return { ...redeemed, boxes: untickedBox(pass?.unconfirmed ?? null, form.accepted) }
  },
  refusals: {
    not_confirmed: notConfirmed,
    ...chosen,
    ...full,
    // One spot at a time: a session without room for it is full.
    too_many_spots: refused('session_full'),
    no_credit: (_refusal, language) => ({
      problem: {
        title: sentence(language, 'booking.changeFailed.title'),
        text: sentence(language, 'bundles.pass.noCredit'),
      },
    }),
  },
  done: ({ deps, url, language, result: { isRequest }, t: b }) => {
    const t = translator(language, 'bundles')
    if (isRequest)
      return backTo(deps, url, { title: b('done.submitted'), text: b('done.submittedText') })
    return backTo(deps, url, { title: t('pass.done'), text: t('pass.doneText') })
  },
})

const move = formAction({
  ...everyForm,
  schema: () => choiceSchema,
  run: async ({ deps, opened, typed, text, form: { seen } }) => {
    if (opened.isReadOnly) return readOnly
    const [spots, sessionId] = [(typed['spot'] ?? []).filter(isId), text('sessionId')]
    if (spots.length === 0) return { ok: false, reason: 'choose_one' as const }
    if (!isId(sessionId)) return { ok: false, reason: 'choose_time' as const }
    return changeWithinLimit(deps, opened.id, () =>
      moveByCustomer(deps.db, opened, spots, sessionId, seen),
    )
  },
  refusals: { ...chosen, ...full, too_late: refused('too_late_move') },
  done: ({ deps, url, result: { moved }, t }) =>
    moved === 0
      ? backTo(deps, url, { tone: 'neutral', title: t('move.same') })
      : backTo(deps, url, { title: t('move.done'), text: t('move.doneText') }),
})

const cancel = formAction({
  ...everyForm,
  schema: () => choiceSchema,
  run: async ({ deps, opened, typed, text, form }) => {
    if (opened.isReadOnly) return readOnly
    if (text('intent') !== 'cancel') return { ok: false, reason: 'unknown' as const }
    const spots = (typed['spot'] ?? []).filter(isId)
    return spots.length === 0
      ? { ok: false, reason: 'choose_one' as const }
      : cancelByCustomer(deps.db, opened, spots, form.seen)
  },
  refusals: { ...chosen, too_late: refused('too_late'), unknown: refused('not_found', 400) },
  done: async ({ deps, opened, url, typed, language, result: { cancelled: n, late }, t }) => {
    const title = t('cancel.done')
    if (n === 0) return backTo(deps, url, { tone: 'neutral', title, text: t('cancel.nothing') })
    const [pass] = await listPassesOfPurchase(deps.db, opened.id)
    const text = pass
      ? cancelledText(translator(language, 'bundles'), { pass, inTime: n - late, late })
      : [
          t(late > 0 ? 'cancel.doneLate' : 'cancel.doneText', { n }),
          await cardBackText({ deps, opened, language, typed }),
        ]
          .filter(Boolean)
          .join(' ')
    return backTo(deps, url, { title, text })
  },
})

type CancelledSpots = Pick<
  Asked<{ opened: FoundLink }, 'booking'>,
  'deps' | 'language' | 'typed'
> & {
  opened: FoundLink
}

/** What goes back to the card for the spots that were just cancelled; '' if nothing does. */
async function cardBackText({ deps, opened, language, typed }: CancelledSpots): Promise<string> {
  const { id: purchaseId, vendorId } = opened
  const asked = typed['spot'] ?? []
  const money = (await listCardMoney(deps.db, { vendorId, purchaseId })).filter(({ bookingId }) =>
    asked.includes(bookingId),
  )
  const minor = money.reduce((sum, { openMinor, backMinor }) => sum + openMinor + backMinor, 0)
  const [first] = money
  if (!first || minor === 0) return ''
  const price = formatMoney({ minor, currency: first.currency }, language)
  return translator(language, 'booking')('cancel.doneCard', { price })
}

function cancelledText(
  t: ReturnType<typeof translator<'bundles'>>,
  { pass, inTime, late }: { pass: Pass; inTime: number; late: number },
): string {
  return [
    ...(inTime > 0 && pass.isOpen ? [t('pass.cancelled', { n: inTime })] : []),
    ...(inTime > 0 && !pass.isOffered ? [t('pass.cancelPaidBackText')] : []),
    ...(late > 0 ? [t('pass.cancelledLate', { n: late })] : []),
  ].join(' ')
}

/** The ways to Stripe's page. */
const payAt = (find: (deps: Deps, link: FoundLink & { isReadOnly: false }) => Promise<Paying>) =>
  formAction({
    ...everyForm,
    run: async ({ deps, opened }) => {
      if (opened.isReadOnly) return readOnly
      const paying = await find(deps, opened)
      if (!paying.ok && paying.reason === 'paid') return { ok: true as const, to: null }
      return paying
    },
    refusals: {
      read_only: problem('manage.readOnly', 403, 'changeFailed.title'),
      unreachable: problem('paying.unreachable', 503, 'changeFailed.title'),
      over: problem('paying.nothing', 409, 'changeFailed.title'),
    },
    done: ({ deps, url, result: { to }, t }) =>
      to === null
        ? backTo(deps, url, { title: t('paying.done'), text: t('paying.paidText') })
        : toStripe(deps, to, urlWith(url, { do: null, pass: null, after: null })),
  })

const pay = payAt((deps, { id: purchaseId, vendorId }) => openHold(deps, { vendorId, purchaseId }))

const leave = formAction({
  ...everyForm,
  run: async ({ deps, opened }) => (opened.isReadOnly ? readOnly : letGo(deps, opened)),
  refusals: {
    read_only: problem('manage.readOnly', 403, 'changeFailed.title'),
    unreachable: problem('paying.unreachable', 503, 'changeFailed.title'),
  },
  done: async ({ deps, opened, url, result: { paid }, t }) => {
    if (paid) return backTo(deps, url, { title: t('paying.justPaid') })
    const n = (await findPurchaseDetails(deps.db, opened.id))?.spots.length ?? 1
    return backTo(deps, url, {
      tone: 'neutral',
      title: t('paying.left', { n }),
      text: t('paying.leftText'),
    })
  },
})

/** The reminders of the vendor: to be had again, or no more. */
const reminders = (change: typeof stopReminders, said: 'resumed' | 'stopped') =>
  formAction({
    ...everyForm,
    run: async ({ deps, opened }) => {
      if (!mayChooseReminders(opened)) return readOnly
      const details = orNotFound(await findPurchaseDetails(deps.db, opened.id))
      const changed = await change(deps, details)
      return changed.ok ? { ok: true as const, business: details.vendorName } : changed
    },
    refusals: {
      read_only: problem('manage.readOnly', 403, 'changeFailed.title'),
      no_address: problem('manage.readOnly', 409, 'changeFailed.title'),
    },
    done: ({ deps, url, result: { business: name }, t }) =>
      backTo(deps, url, {
        tone: 'neutral',
        title: t(`reminders.${said}`, { name }),
        ...(said === 'stopped' && { text: t('reminders.stoppedText') }),
      }),
  })

const actions = {
  redeem,
  move,
  cancel,
  renew,
  feed: askForFeed,
  disconnect,
  remind: reminders(resumeReminders, 'resumed'),
  noReminders: reminders(stopReminders, 'stopped'),
  pay,
  letGo: leave,
  payOwed: payAt(payOwed),
} satisfies Record<LinkAction, unknown>

export const action = byIntent(actions, cancel)

/** The booking itself, with nothing asked any more. */
function backTo(deps: Deps, url: URL, toast: Omit<Toast, 'tone'> & { tone?: Toast['tone'] }) {
  return redirectWithToast(deps, urlWith(url, { do: null, pass: null, after: null }), {
    ...toast,
    status: 303,
  })
}

export const clientAction = keepForm

/** Reloads after a refused change too, so that its cause shows at once: a session that filled up, a spot that was cancelled. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('booking')
  const p = useTranslations('bundles.pass')
  const { purchase, link, doing, passes } = loaderData
  const form = useForm(actionData)
  const spots = spotsOf(purchase)
  const open = !link.isReadOnly && spots.some(({ cancelling }) => cancelling !== 'no')
  const movable = spots.some(({ cancelling }) => cancelling === 'free')
  const held = spots.some(({ status }) => mayEnd(status))
  const [first] = purchase.sessions
  const isSeveral = purchase.sessions.length > 1
  const waiting = spots.some(asksVendor)
  const unpaid = spots.filter(paysFirst)
  const gone = spots.filter(isLetGo)
  const language = useLocale()
  const upcoming = purchase.sessions.some(
    (one) => !one.over && one.spots.some(({ status }) => holdsSeat(status)),
  )
  const isWhole = spots.every(({ status }) => status !== 'cancelled')
  const title =
    unpaid.length > 0
      ? 'hold.title'
      : upcoming && waiting
        ? 'waiting'
        : upcoming && loaderData.isNew && isWhole
          ? 'booked'
          : passes.length > 0
            ? 'bundle'
            : 'title'
  // What remains of a bundle can still be used.
  const isCancelled =
    passes.length === 0 && spots.length > 0 && spots.every(({ status }) => status === 'cancelled')
  const notice = useNotice()
  const hasMoved = notice?.title === t('move.done') && upcoming && !waiting
  // The notice after letting them go says the same.
  const hasLeft = gone.length > 0 && notice?.tone === 'neutral'
  const heading = isCancelled
    ? t('cancel.done')
    : hasMoved
      ? t('move.done')
      : title === 'booked' && notice?.tone === 'good'
        ? notice.title
        : title === 'bundle'
          ? p('title')
          : t(`manage.${title}`, { name: purchase.business })
  const hasFeed = upcoming && unpaid.length === 0 && loaderData.isMailable
  const mustKeepLink = !doing && held && !link.isReadOnly && loaderData.newLink?.comes === 'ask'
  return (
    <>
      <TrainerBar
        username={purchase.username}
        name={purchase.business}
        avatarUrl={purchase.avatarUrl}
        face={loaderData.face}
      />
      <main id="main" className="page-narrow grid content-start gap-6 py-8">
        {doing ? (
          <div className="grid gap-1">
            <h1 className="text-3xl">
              {doing === 'redeem' ? p('redeemTitle') : t(`${doing}.title`)}
            </h1>
            {first && !isSeveral && (
              <p className="wrap-anywhere text-muted" suppressHydrationWarning>
                <bdi>{first.classTitle}</bdi> ·{' '}
                {momentText(first.startsAt, first.timeZone, language)}
              </p>
            )}
          </div>
        ) : (
          <BookingMoment title={heading} session={upcoming && !isSeveral && first ? first : null} />
        )}
        <PageNotice
          below={
            doing === null && (isCancelled || hasMoved || title === 'waiting' || title === 'booked')
              ? heading
              : null
          }
        />
        {mustKeepLink && (
          <KeepLink href={link.href} title={first?.classTitle ?? purchase.business} />
        )}
        {doing === null && <FormSummary form={form} />}
        {loaderData.isClosed && (
          <Banner
            title={t('manage.closed', { business: purchase.business })}
            text={t('manage.closedText', { business: purchase.business })}
          />
        )}
        {link.isReadOnly && (
          <Banner
            title={t('manage.readOnly')}
            text={t(link.kind === 'view' ? 'manage.readOnlyView' : 'manage.readOnlyEnded')}
          />
        )}
        {doing === null && loaderData.money.hold && unpaid.length > 0 && first && (
          <HoldPanel
            hold={loaderData.money.hold}
            spots={unpaid.length}
            zone={first.timeZone}
            mayPay={!link.isReadOnly}
            busy={form.busy}
          />
        )}
        {doing === null && gone.length > 0 && !hasLeft && (
          <LetGoNote spots={gone.length} isPaid={loaderData.isPaidLate} />
        )}
        {doing === null && loaderData.money.owed && (
          <OwedPanel
            owed={loaderData.money.owed}
            business={purchase.business}
            zone={first?.timeZone ?? 'UTC'}
            busy={form.busy}
          />
        )}
        {doing === null && loaderData.money.note && (
          <Banner
            title={t('manage.howToPay')}
            text={
              <span className="whitespace-pre-line wrap-anywhere">{loaderData.money.note}</span>
            }
          />
        )}
        {purchase.sessions.length === 0 && passes.length === 0 && <p>{t('manage.nothingLeft')}</p>}
        {doing === 'cancel' && (
          <CancelForm
            purchase={purchase}
            pass={passes[0] ?? null}
            now={loaderData.now}
            backTo={loaderData.to}
            moveTo={movable ? loaderData.moveTo : null}
            answer={actionData}
          />
        )}
        {doing === 'move' && (
          <MoveForm
            purchase={purchase}
            sessions={loaderData.others}
            dates={loaderData.dates}
            now={loaderData.now}
            backTo={loaderData.to}
            answer={actionData}
          />
        )}
        {doing === 'redeem' && loaderData.pass && (
          <RedeemForm
            pass={loaderData.pass}
            sessions={loaderData.others}
            dates={loaderData.dates}
            now={loaderData.now}
            backTo={loaderData.to}
            answer={actionData}
          />
        )}
        {!doing &&
          passes.map((pass) => (
            <PassCard
              key={pass.passId}
              pass={pass}
              spots={spots}
              now={loaderData.now}
              asked={link.isReadOnly}
            />
          ))}
        {doing ? null : passes.length > 0 && isSeveral ? (
          <ManagedDates
            purchase={purchase}
            solid={!passes.some(({ isOpen }) => isOpen)}
            hasFeed={hasFeed}
          />
        ) : (
          purchase.sessions.map((session) => (
            <ManagedSessionCard
              key={session.id}
              session={session}
              business={purchase.business}
              inBundle={passes.length > 0}
              isSaid={upcoming && !isSeveral}
              isBooked={title === 'booked'}
              isOpen={open}
              hasFeed={hasFeed}
              paysByCard={loaderData.money.owed !== null}
            />
          ))
        )}
        {!doing && open && (
          <div className="grid grid-cols-2 gap-x-3 gap-y-2 sm:flex sm:flex-wrap">
            <ContactLink purchase={purchase} wide={!first?.classOpen} />
            {first?.classOpen && (
              <SendToFriend
                wide={purchase.way === null}
                path={`/book/class/${first.classId}${isSeveral ? '' : `?session=${first.id}`}`}
                title={
                  isSeveral
                    ? first.classTitle
                    : `${first.classTitle}, ${momentText(first.startsAt, first.timeZone, language)}`
                }
              />
            )}
            {movable && (
              <LinkButton to={loaderData.moveTo} variant="quiet">
                {t('manage.move')}
              </LinkButton>
            )}
            <LinkButton to={loaderData.cancelTo} variant="quiet">
              {t('manage.cancel')}
            </LinkButton>
          </div>
        )}
        {!open && !link.isReadOnly && held && unpaid.length === 0 && <p>{t('manage.begun')}</p>}
        {!doing && loaderData.telegram && unpaid.length === 0 && (held || passes.length > 0) && (
          <TelegramCard {...loaderData.telegram} />
        )}
        {!held && first?.classOpen && (
          <p>
            <LinkButton to={`/book/class/${first.classId}`}>{t('manage.again')}</LinkButton>
          </p>
        )}
        {!held && !first?.classOpen && purchase.username && (
          <p>
            <LinkButton to={`/${purchase.username}`}>
              {t('manage.others', { name: purchase.business })}
            </LinkButton>
          </p>
        )}
        {link.kind === 'issued' && !link.isReadOnly && (
          <p className="text-muted">{t('manage.issued', { name: purchase.business })}</p>
        )}
        {!doing && loaderData.receiptTo && (
          <p>
            <Link
              to={loaderData.receiptTo}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('manage.receipt')}
            </Link>
          </p>
        )}
        <p className="text-base wrap-anywhere text-muted">
          {t('manage.reference')} <span className="font-medium">{purchase.reference}</span>
          {' · '}
          {t('manage.name')} <bdi className="font-medium">{purchase.customerName}</bdi>
          {!link.isReadOnly && !isCancelled && !mustKeepLink && ` · ${t('manage.keepLink')}`}
        </p>
        {!doing && loaderData.hasReminders && held && <ReminderWish business={purchase.business} />}
        {!doing && loaderData.newLink && (
          <NewLinkForm newLink={loaderData.newLink} purchase={purchase} />
        )}
      </main>
      <SiteFooter />
    </>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return unlisted(loaderData?.title)
}
