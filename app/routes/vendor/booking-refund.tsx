import { useTranslations } from 'use-intl'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { RefundForm } from '#app/features/vendor-bookings/refund-form.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { formMoney } from '#app/http/form-money.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { readAgain } from '#app/http/read-again.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { findEditable } from '#core/bookings/queries/editable-booking.ts'
import { findOwnBooking } from '#core/bookings/queries/own-bookings.ts'
import { refundByVendor } from '#core/cards/commands/refund-by-vendor.ts'
import { listCardRows } from '#core/cards/queries.ts'
import { refundSchema } from '#core/cards/schema.ts'
import { formatMoney } from '#core/shared/money.ts'
import type { Route } from './+types/booking-refund'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db, origin } = depsOf(context)
  const of = { vendorId: vendor.id, bookingId: params.bookingId }
  const booking = orNotFound(await findOwnBooking(db, of))
  const { cardMinor, giveBackMinor } = orNotFound(await findEditable(db, of))
  const { id, customerName, classTitle, date, startTime, bundle, currency } = booking
  return {
    list: insideWorkspace(url.searchParams.get('returnTo') ?? '', origin),
    of: { id, customerName, classTitle, date, startTime, bundle: bundle?.name ?? null },
    money: { cardMinor, giveBackMinor: Number(giveBackMinor), currency },
    rows: await listCardRows(db, of),
    zone: vendor.timeZone,
  }
}

const { field } = refusalsIn('vendorBookings')

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: (asked) => refundSchema(formMoney(asked)),
  run: ({ deps, member, id, form }) =>
    refundByVendor(
      deps.db,
      { vendorId: member.vendor.id, userId: member.userId },
      { bookingId: id('bookingId'), ...form },
    ),
  refusals: {
    too_much: field('amount', 'refund.tooMuch'),
    uneven: field('amount', 'refund.uneven', 400),
  },
  failures: ({ t }) => ({ failed: { title: t('refund.failed') } }),
  // Not this page again: filled with the rest, its button would refund that too.
  done: ({ deps, url, language, t, result }) =>
    redirectWithToast(deps, insideWorkspace(url.searchParams.get('returnTo') ?? '', deps.origin), {
      title: t('refund.done', { price: formatMoney(result, language) }),
      text: t('refund.doneText'),
    }),
})

export const clientAction = keepForm

export const shouldRevalidate = readAgain

export default function RefundBooking({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings')
  const { list, ...shown } = loaderData
  return (
    <>
      <SectionHeader title={t('refund.page')} back={{ to: list, label: t('list.title') }} />
      <RefundForm {...shown} list={list} answer={actionData} />
    </>
  )
}
