import { randomUUID } from 'node:crypto'
import { useTranslations } from 'use-intl'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { GiveForm } from '#app/features/vendor-bookings/give-form.tsx'
import { usePartyText } from '#app/features/workspace/party-text.ts'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { readAgain } from '#app/http/read-again.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { findOwnBooking } from '#core/bookings/queries/own-bookings.ts'
import { giveRefusal } from '#core/bookings/rules/giving.ts'
import { giveBookingSchema } from '#core/bookings/schema.ts'
import type { Route } from './+types/booking-give'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db, origin } = depsOf(context)
  const booking = orNotFound(
    await findOwnBooking(db, { vendorId: vendor.id, bookingId: params.bookingId }),
  )
  const { id, sessionId, storedStatus, customerName, classTitle, date, startTime, party } = booking
  return {
    list: insideWorkspace(url.searchParams.get('returnTo') ?? '', origin),
    formKey: randomUUID(),
    spot: { id, sessionId, storedStatus },
    name: customerName,
    session: { classTitle, date, startTime },
    party,
    refusal: giveRefusal(
      { ...booking, status: storedStatus, isOfBundle: booking.bundle !== null },
      new Date(),
    ),
  }
}

const { field, problem } = refusalsIn('vendorBookings')

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: () => giveBookingSchema,
  run: ({ deps, member, id, form, version }) =>
    giveBooking(
      deps.db,
      { vendorId: member.vendor.id, userId: member.userId, country: member.vendor.country },
      { bookingId: id('bookingId'), version, form },
    ),
  refusals: {
    of_bundle: problem('give.ofBundle'),
    not_confirmed: problem('give.notConfirmed'),
    has_begun: problem('give.hasBegun'),
    same_customer: field('contact', 'give.sameCustomer'),
    contact_invalid: wrong('contact', 'contact_invalid', 400),
    phone_invalid: wrong('contact', 'contact_invalid', 400),
    phone_short: wrong('contact', 'phone_short', 400),
    phone_unsure: wrong('contact', 'phone_unsure', 400),
  },
  failures: ({ t }) => ({ failed: { title: t('give.failed') } }),
  done: ({ deps, text, t, form, result: { from, bookingId } }) => {
    const list = insideWorkspace(text('returnTo'), deps.origin)
    const to = `/dashboard/bookings/${bookingId}?returnTo=${encodeURIComponent(list)}`
    return redirectWithToast(deps, to, {
      title: t('give.done', { name: from, other: form.customerName }),
    })
  },
})

export const clientAction = keepForm
export const shouldRevalidate = readAgain

const reasons = {
  of_bundle: 'ofBundle',
  not_confirmed: 'notConfirmed',
  has_begun: 'hasBegun',
} as const

export default function GiveBooking({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.give')
  const w = useTranslations('vendorBookings')
  const dayTime = useDayTime()
  const { list, name, session, party, refusal, ...form } = loaderData
  const partyText = usePartyText()
  return (
    <>
      <SectionHeader title={t('page')} back={{ to: list, label: w('list.title') }} />
      <div className="grid max-w-2xl gap-5 pb-12">
        <p className="border-y border-line py-2 wrap-anywhere">
          <bdi className="font-medium">{name}</bdi> · {dayTime(session)} ·{' '}
          <bdi>{session.classTitle}</bdi>
          {party && (
            <>
              {' · '}
              <bdi>{partyText(party)}</bdi>
            </>
          )}
        </p>
        {refusal === null ? (
          <>
            <p className="wrap-anywhere">{t('text', { name, party: party ? 'yes' : 'no' })}</p>
            <GiveForm {...form} list={list} answer={actionData} />
          </>
        ) : (
          <Banner tone="warn" title={t(reasons[refusal])} />
        )}
      </div>
    </>
  )
}
