import { useTranslations } from 'use-intl'
import { bookingFields } from '#app/features/vendor-bookings/edit-fields.server.ts'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { EditForm } from '#app/features/vendor-bookings/edit-form.tsx'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { incomingContext } from '#app/http/context.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Card } from '#app/ui/card.tsx'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { findOwnBooking, listMoveTargets } from '#core/bookings/queries/own-bookings.ts'
import { editBookingSchema } from '#core/bookings/schema.ts'
import { amountText } from '#core/shared/money.ts'
import type { Route } from './+types/booking-edit'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db, origin } = depsOf(context)
  const booking = orNotFound(
    await findOwnBooking(db, { vendorId: vendor.id, bookingId: params.bookingId }),
  )
  const { classId, sessionId, storedStatus, currency, priceMinor, reference, classTitle } = booking
  return {
    list: listIn(url, origin),
    reference,
    classTitle,
    currency,
    priceMinor,
    bundle: booking.bundle,
    isPartOfMore: booking.bundle !== null || booking.inPurchase.spots > 1,
    sessionId,
    status: storedStatus,
    targets: await targetsOf(context, { vendorId: vendor.id, classId, sessionId }),
    fields: bookingFields(
      {
        customerName: booking.customerName,
        customerEmail: booking.customerEmail ?? '',
        customerPhone: booking.customerPhone ?? '',
        notes: booking.notes ?? '',
        status: storedStatus,
        paymentStatus: booking.paymentStatus,
        amountPaidMinor: booking.paidMinor,
        sessionId,
      },
      currency,
    ),
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

const { field, problem } = refusalsIn('workspace')

export const action = formAction({
  allow: manager,
  texts: 'workspace',
  schema: ({ member: { vendor }, language }) =>
    editBookingSchema({ currency: vendor.currency, country: vendor.country, language }),
  edits: ({ member }) => ({
    fields: (values) => bookingFields(values, member.vendor.currency),
    names: { amountPaidMinor: 'amountPaid' },
  }),
  run: ({ deps, member, id, form, shown }) =>
    editBooking(deps.db, { vendorId: member.vendor.id, userId: member.userId }, id('bookingId'), {
      shown,
      typed: form,
    }),
  refusals: {
    contact_missing: field('customerEmail', 'problems.contactMissing'),
    session_full: field('sessionId', 'problems.sessionFull'),
    session_cancelled: field('sessionId', 'problems.sessionCancelled'),
    session_past: field('sessionId', 'problems.sessionPast'),
    not_started: field('status', 'problems.notStarted'),
    paid_nothing: field('amountPaid', 'problems.paidNothing'),
    holds_no_spot: field('sessionId', 'problems.holdsNoSpot'),
    no_credit: field('status', 'problems.noCredit'),
    changed: problem('problems.bookingChanged'),
    status_changed: field('status', 'problems.statusChanged'),
    not_waiting: field('status', 'bookings.problem.notWaiting'),
  },
  failures: ({ t }) => ({ failed: { title: t('edit.failed') } }),
  done: ({ deps, url, t }) =>
    redirectWithToast(deps, listIn(url, deps.origin), {
      title: t('edit.success'),
      text: t('edit.successText'),
    }),
})

export const clientAction = keepForm

export default function EditBooking({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace.edit')
  const texts = useClassTexts()
  const { list, reference, classTitle, currency, priceMinor, bundle, sessionId, ...form } =
    loaderData
  const minor = bundle?.priceMinor ?? priceMinor
  const price = texts.price(minor, currency)
  return (
    <>
      <SectionHeader
        title={t('title')}
        text={`${classTitle} · ${t('reference', { reference })}`}
        back={{ to: list, label: t('back') }}
      />
      <Card className="mb-12 max-w-3xl">
        <EditForm
          {...form}
          list={list}
          sessionId={sessionId}
          currency={currency}
          price={bundle ? t('bundlePrice', { price, name: bundle.name }) : price}
          fullAmount={amountText({ minor, currency })}
          answer={actionData}
        />
      </Card>
    </>
  )
}
