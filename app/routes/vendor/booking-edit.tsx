import { withUntold } from '#app/features/overview/unreached.server.ts'
import { asksVendor } from '#core/bookings/rules/waiting.ts'
import { useLocale, useTranslations } from 'use-intl'
import { AskPanel } from '#app/features/vendor-bookings/ask-panel.tsx'
import {
  AnswerOrCancel,
  BookingSummary,
  MoreActions,
} from '#app/features/vendor-bookings/booking-summary.tsx'
import { paidBy } from '#app/features/vendor-bookings/paid-by.tsx'
import { refundAddress } from '#app/features/vendor-bookings/row-menu.tsx'
import { LinkAgain } from '#app/features/vendor-bookings/link-again.tsx'
import { bookingFields } from '#app/features/vendor-bookings/edit-fields.server.ts'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { questionIn } from '#app/features/vendor-bookings/question.server.ts'
import { type AddressAsked, EditForm } from '#app/features/vendor-bookings/edit-form.tsx'
import { reachTone } from '#app/features/workspace/class-answers.server.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { incomingContext } from '#app/http/context.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { formMoney } from '#app/http/form-money.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { readAgain } from '#app/http/read-again.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Card } from '#app/ui/card.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { translator } from '#app/locale/translate.ts'
import { correctMethod } from '#core/bookings/commands/correct-method.ts'
import { markPaid } from '#core/bookings/commands/mark-paid.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { editFields, findEditableParty } from '#core/bookings/queries/editable-booking.ts'
import { freeLimits } from '#core/plans/queries.ts'
import type { AddressRefusal } from '#core/bookings/steps/correct-customer.ts'
import { hasReceipt, listNotedPayments } from '#core/bookings/queries/receipt.ts'
import {
  findOwnBooking,
  listMoveTargets,
  listWaitingSpots,
} from '#core/bookings/queries/own-bookings.ts'
import { listCardRows } from '#core/cards/queries.ts'
import { giveRefusal } from '#core/bookings/rules/giving.ts'
import { editBookingSchema, methodSchema, seenField } from '#core/bookings/schema.ts'
import type { Language } from '#core/shared/languages.ts'
import { versionOf } from '#core/shared/version.ts'
import { countReach } from '#core/classes/queries/reach.ts'
import { renewLinkByVendor } from '#core/bookings/commands/renew-link.ts'
import { findRefused } from '#core/messages/queries/refused.ts'
import { sendConfirmation } from '#core/messages/commands/send-confirmation.ts'
import { shortBookingLink } from '#core/messages/templates/short-message.ts'
import { fieldAmount, formatMoney } from '#core/shared/money.ts'
import { phoneText } from '#core/shared/phone-text.ts'
import { wallClockOf } from '#core/shared/time.ts'
import type { Route } from './+types/booking-edit'

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { vendor, userId } = managerOf(context)
  const deps = depsOf(context)
  const { db, origin } = deps
  const booking = orNotFound(
    await findOwnBooking(db, { vendorId: vendor.id, bookingId: params.bookingId }),
  )
  const { classId, sessionId, purchaseId, storedStatus, currency, priceMinor } = booking
  const values = editFields({ ...booking, status: storedStatus })
  return {
    list: listIn(url, origin),
    refused: await findRefused(db, { vendorId: vendor.id, purchaseId }),
    booking: {
      ...booking,
      phoneText: booking.customerPhone && phoneText(booking.customerPhone),
    },
    link: shortBookingLink(
      deps,
      { ...booking, purchase: booking, zone: vendor.timeZone },
      { userId },
    ),
    waiting: asksVendor(booking)
      ? await listWaitingSpots(db, { vendorId: vendor.id, purchaseIds: [purchaseId] })
      : [],
    question: await questionIn(deps, { asked: url.searchParams, vendorId: vendor.id }),
    zone: vendor.timeZone,
    currency,
    priceMinor,
    bundle: booking.bundle,
    sessionId,
    mayGive:
      giveRefusal(
        { ...booking, status: storedStatus, isOfBundle: booking.bundle !== null },
        new Date(),
      ) === null,
    status: storedStatus,
    cardRows: await listCardRows(db, { vendorId: vendor.id, bookingId: booking.id }),
    hasReceipt: await hasReceipt(deps, { vendorId: vendor.id, purchaseId }),
    payments: await listNotedPayments(db, { vendorId: vendor.id, bookingId: booking.id }),
    party: await findEditableParty(db, { vendorId: vendor.id, bookingId: booking.id }),
    targets: await targetsOf(context, { vendorId: vendor.id, classId, sessionId }),
    fields: bookingFields(values, pageLanguage(request, context)),
    version: versionOf(values),
  }
}

/** The list of bookings with its filters, as the way here had them. */
function listIn(url: URL, origin: string): string {
  return insideWorkspace(url.searchParams.get('returnTo') ?? '', origin)
}

type Moving = Parameters<typeof listMoveTargets>[1]

/** Where the booking can be moved; null when that cannot be read: everything else can still be edited. */
async function targetsOf(context: Route.LoaderArgs['context'], moving: Moving) {
  const { deps, requestId } = context.get(incomingContext)
  try {
    return await listMoveTargets(deps.db, moving)
  } catch (error) {
    deps.log.error({ requestId, err: error }, 'the move targets of a booking could not be read')
    return null
  }
}

const { field, problem } = refusalsIn('vendorBookings')

const refusals = {
  contact_missing: field('customerEmail', 'problems.contactMissing'),
  session_full: field('sessionId', 'problems.sessionFull'),
  session_changed: field('sessionId', 'problems.sessionChanged'),
  session_cancelled: field('sessionId', 'problems.sessionCancelled'),
  session_past: field('sessionId', 'problems.sessionPast'),
  not_started: field('status', 'problems.notStarted'),
  paid_nothing: field('amountPaid', 'problems.paidNothing'),
  owed_nothing: field('paymentStatus', 'problems.owedNothing'),
  is_paid: field('amountPaid', 'problems.isPaid'),
  paid_by_card: field('amountPaid', 'problems.paidByCard'),
  part_or_all: (all: { allMinor: number; currency: string }, language: Language) => ({
    errors: {
      amountPaid: [
        translator(language, 'vendorBookings')('problems.partOrAll', {
          price: formatMoney({ minor: all.allMinor, currency: all.currency }, language),
        }),
      ],
    },
  }),
  holds_no_spot: field('sessionId', 'problems.holdsNoSpot'),
  limit_reached: problem('problems.limitReached'),
  people_missing: wrong('people', 'required', 400),
  extras_changed: field('extra', 'problems.extrasChanged'),
  no_credit: field('status', 'problems.noCredit'),
  status_changed: field('status', 'problems.statusChanged'),
  not_waiting: field('status', 'list.problem.notWaiting'),
  address_asked: ({ purchases, owner, agreement }: AddressRefusal): { more: AddressAsked } => ({
    more: {
      purchases: purchases.map(({ id, customerName, classTitle, startsAt, zone }) => ({
        id,
        name: customerName,
        title: startsAt === null ? '' : (classTitle ?? ''),
        ...startIn(startsAt, zone),
      })),
      owner,
      agreement,
    },
  }),
  erased: field('customerName', 'problems.erased'),
}

function startIn(startsAt: Date | null, zone: string) {
  const { date, time } = wallClockOf(startsAt ?? new Date(0), zone)
  return { date, startTime: time }
}

const save = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: (asked) =>
    editBookingSchema({ ...formMoney(asked), country: asked.member.vendor.country }),
  fields:
    ({ language }) =>
    (form) =>
      bookingFields(form, language),
  run: async ({ deps, member, id, form, version, text, typed }) => {
    const { vendor, userId } = member
    const bookingId = id('bookingId')
    const before = await findOwnBooking(deps.db, { vendorId: vendor.id, bookingId })
    const edited = await editBooking(deps.db, { vendorId: vendor.id, userId }, bookingId, {
      version,
      typed: form,
      agreed: text('agreed'),
      also: typed['also'] ?? [],
      seen: seenField.parse(text('seen')),
      freeBookings: deps.settings.plans ? freeLimits.bookings : null,
    })
    if (!edited.ok) return edited
    const of = { bookingIds: before?.sessionId === form.sessionId ? [] : [bookingId] }
    const { unreached } = await countReach(deps.db, { vendorId: vendor.id, of })
    return { ...edited, unreached }
  },
  refusals,
  failures: ({ t }) => ({ failed: { title: t('edit.failed') } }),
  done: ({ deps, id, url, language, t, result: { unreached } }) => {
    const to = withUntold(listIn(url, deps.origin), { unreached }, `bookings:${id('bookingId')}`)
    return redirectWithToast(deps, to, {
      tone: reachTone({ unreached }),
      title: t('edit.success'),
      text:
        unreached > 0
          ? `${t('edit.successText')}. ${translator(language, 'workspace')('ask.unreached', { unreached })}`
          : t('edit.successText'),
    })
  },
})

const paid = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => noFields,
  run: ({ deps, member, id, version, text }) =>
    markPaid(
      deps.db,
      { vendorId: member.vendor.id, userId: member.userId },
      { bookingId: id('bookingId'), version },
      paidBy(text('intent')).method,
    ),
  refusals: { paid_nothing: refusals.paid_nothing },
  failures: ({ t }) => ({ failed: { title: t('edit.failed') } }),
  done: ({ deps, member, url, language, t, result: { bundleMinor: minor } }) => {
    const { currency } = member.vendor
    return redirectWithToast(deps, listIn(url, deps.origin), {
      title: t('edit.success'),
      text:
        minor === undefined
          ? t('edit.successText')
          : t('edit.bundlePaid', { price: formatMoney({ minor, currency }, language) }),
    })
  },
})

/** How a payment came in, said again. */
const method = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => methodSchema,
  run: ({ deps, member, id, form }) =>
    correctMethod(
      deps.db,
      { vendorId: member.vendor.id, userId: member.userId },
      id('bookingId'),
      form,
    ),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('edit.failed') } }),
  done: ({ deps, url, t }) =>
    redirectWithToast(deps, url.pathname + url.search, { title: t('pay.corrected') }),
})

/** A button without a form of its own: a notice says how it went. */
const confirmation = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => noFields,
  run: async ({ deps, member, id }) => {
    const of = { vendorId: member.vendor.id, bookingId: id('bookingId') }
    const sent = await sendConfirmation(deps, of)
    if (!sent.ok && sent.reason === 'not_found') return { ok: false, reason: sent.reason }
    return { ok: true, sent, booking: await findOwnBooking(deps.db, of) }
  },
  refusals: {},
  failures: ({ t }) => ({
    failed: { title: t('linkAgain.failed'), text: t('linkAgain.failedText') },
  }),
  done: ({ deps, url, t, result: { sent, booking } }) => {
    const here = url.pathname + url.search
    if (sent.ok)
      return redirectWithToast(deps, here, {
        title: t('linkAgain.sent'),
        text: t('linkAgain.sentText', {
          channel: sent.channel,
          name: booking?.customerName ?? '',
        }),
      })
    return redirectWithToast(deps, here, confirmationToast(sent.reason, t))
  },
})

type NotSent = Exclude<Awaited<ReturnType<typeof sendConfirmation>>, { ok: true }>['reason']

function confirmationToast(reason: NotSent, t: ReturnType<typeof translator<'vendorBookings'>>) {
  switch (reason) {
    case 'not_found':
    case 'cannot_send':
      return {
        tone: 'bad' as const,
        title: t('add.cannotConfirm'),
        text: t('linkAgain.cannotText'),
      }
    case 'on_its_way':
      return {
        tone: 'neutral' as const,
        title: t('linkAgain.later'),
        text: t('linkAgain.laterText'),
      }
    case 'rate_limited':
      return { tone: 'bad' as const, title: t('linkAgain.failed'), text: t('message.tooMany') }
    case 'not_delivered':
      return {
        tone: 'bad' as const,
        title: t('linkAgain.failed'),
        text: t('linkAgain.failedText'),
      }
  }
}

/** The old links end, and the page shows the new one with the ways to send it. */
const renew = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => noFields,
  run: async ({ deps, member, id }) => {
    const of = { vendorId: member.vendor.id, bookingId: id('bookingId') }
    const renewed = await renewLinkByVendor(deps, { ...of, userId: member.userId })
    return renewed.ok ? { ok: true, booking: await findOwnBooking(deps.db, of) } : renewed
  },
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('linkAgain.failed') } }),
  done: ({ deps, url, t, result: { booking } }) =>
    redirectWithToast(deps, url.pathname + url.search, {
      title: t('linkAgain.renewed'),
      text: t('linkAgain.renewedText', { name: booking?.customerName ?? '' }),
    }),
})

export const action = byIntent(
  {
    paid,
    'paid.bank': paid,
    'paid.card': paid,
    sendConfirmation: confirmation,
    renewLink: renew,
    correctMethod: method,
  },
  save,
)

export const clientAction = keepForm

export const shouldRevalidate = readAgain

export default function EditBooking({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.edit')
  const texts = useClassTexts()
  const {
    list,
    refused,
    booking,
    link,
    waiting,
    question,
    zone,
    currency,
    priceMinor,
    bundle,
    mayGive,
    cardRows,
    hasReceipt: mayPrint,
    payments,
    ...form
  } = loaderData
  // All that is asked for, of a bundle for the sessions that were not withdrawn.
  const asked =
    Number(booking.paidMinor) +
    (bundle?.owedMinor ?? Number(booking.owedMinor) - Number(booking.giveBackMinor))
  const minor = asked > 0 ? asked : (bundle?.priceMinor ?? priceMinor)
  const price = texts.price(minor, currency)
  const fullAmount = fieldAmount({ minor, currency }, useLocale())
  const isOfButton = actionData !== undefined && !('customerName' in actionData.typed)
  const here = `/dashboard/bookings/${booking.id}?returnTo=${encodeURIComponent(list)}`
  return (
    <>
      <SectionHeader title={t('title')} back={{ to: list, label: t('back') }} />
      <div className="grid max-w-3xl gap-4 pb-12">
        {isOfButton && <ButtonTrouble answer={actionData} />}
        <BookingSummary
          booking={booking}
          refused={refused}
          session={form.targets?.find(({ id }) => id === booking.sessionId) ?? null}
          zone={zone}
          here={here}
          payments={payments}
          cardRows={cardRows}
        >
          <AnswerOrCancel {...{ booking, waiting, list, here }} />
          <MoreActions
            {...{ booking, here, mayGive }}
            hasCard={cardRows.length > 0}
            hasReceipt={mayPrint}
          />
        </BookingSummary>
        {link && <LinkAgain booking={booking} link={link} />}
        {question && (
          <AskPanel asked={{ ...question, returnTo: list }} list={list} back={here} level={3} />
        )}
        <Disclosure title={t('details')} open={actionData !== undefined && !isOfButton}>
          <Card>
            <EditForm
              {...form}
              list={list}
              refund={Number(booking.cardMinor) > 0 ? refundAddress(booking.id, here) : null}
              currency={currency}
              price={bundle ? t('bundlePrice', { price, name: bundle.name }) : price}
              asksForMoney={minor > 0}
              fullAmount={fullAmount}
              answer={isOfButton ? undefined : actionData}
            />
          </Card>
        </Disclosure>
      </div>
    </>
  )
}
