import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { typedClass } from '#app/features/class-form/class-values.ts'
import { EditForm } from '#app/features/vendor-bookings/edit-form.tsx'
import { errorsIn } from '#app/features/workspace/class-answers.server.ts'
import { useClassTexts } from '#app/features/workspace/class-texts.ts'
import type { FormErrors } from '#app/features/workspace/form-errors.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { parseForm } from '#app/http/forms.ts'
import { managerOf, orNotFound } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { Card } from '#app/ui/card.tsx'
import { type BookingEdited, editBooking } from '#core/bookings/commands/edit-booking.ts'
import { findOwnBooking, listMoveTargets } from '#core/bookings/queries/own-bookings.ts'
import { editBookingSchema } from '#core/bookings/schema.ts'
import { isId } from '#core/shared/ids.ts'
import { amountText } from '#core/shared/money.ts'
import type { Route } from './+types/booking-edit'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db } = depsOf(context)
  const booking = orNotFound(
    await findOwnBooking(db, { vendorId: vendor.id, bookingId: params.bookingId }),
  )
  const { classId, sessionId, storedStatus, currency, priceMinor, reference, classTitle } = booking
  return {
    reference,
    classTitle,
    currency,
    priceMinor,
    sessionId,
    status: storedStatus,
    targets: await listMoveTargets(db, { vendorId: vendor.id, classId, sessionId }),
    fields: {
      customerName: booking.customerName,
      customerEmail: booking.customerEmail ?? '',
      customerPhone: booking.customerPhone ?? '',
      notes: booking.notes ?? '',
      status: storedStatus,
      paymentStatus: booking.paymentStatus,
      amountPaid: amountText({ minor: booking.paidMinor, currency }),
      sessionId,
    },
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { vendor, userId } = managerOf(context)
  if (!isId(params.bookingId)) throw data(null, { status: 404 })
  const form = await formOf(request)
  const typed = typedClass(form).fields
  const parsed = parseForm(editBookingSchema(vendor), form)
  const t = translator(readerLanguage(request), 'workspace')
  if (!parsed.ok) return data({ errors: errorsIn(parsed.result), typed }, { status: 400 })
  const edited = await editBooking(
    depsOf(context).db,
    { vendorId: vendor.id, userId },
    params.bookingId,
    { shown: null, typed: parsed.value },
  )
  if (!edited.ok) {
    if (edited.reason === 'not_found') throw data(null, { status: 404 })
    return data(
      { errors: refusalErrors(edited.reason, t), typed },
      { status: edited.reason === 'busy' ? 503 : 409 },
    )
  }
  const notice = noticeCookie({
    tone: 'good',
    title: t('edit.success'),
    text: t('edit.successText'),
  })
  return redirect('/dashboard/bookings', { headers: { 'set-cookie': notice } })
}

type Reason = Exclude<Extract<BookingEdited, { ok: false }>['reason'], 'not_found'>

function refusalErrors(reason: Reason, t: ReturnType<typeof translator<'workspace'>>): FormErrors {
  switch (reason) {
    case 'contact_missing':
      return { customerEmail: [t('problems.contactMissing')] }
    case 'session_full':
      return { sessionId: [t('problems.sessionFull')] }
    case 'session_cancelled':
      return { sessionId: [t('problems.sessionCancelled')] }
    case 'session_past':
      return { sessionId: [t('problems.sessionPast')] }
    case 'no_credit':
      return { status: [t('problems.noCredit')] }
    case 'conflict':
    case 'status_changed':
      return { status: [t('problems.statusChanged')] }
    case 'busy':
      return { '': [t('problems.busy')] }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function EditBooking({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace.edit')
  const texts = useClassTexts()
  const { reference, classTitle, currency, priceMinor, sessionId, status, targets, fields } =
    loaderData
  return (
    <>
      <SectionHeader
        title={t('title')}
        text={`${classTitle} · ${t('reference', { reference })}`}
        back={{ to: '/dashboard/bookings', label: t('back') }}
      />
      <Card className="mb-12 max-w-3xl">
        <EditForm
          fields={fields}
          status={status}
          sessionId={sessionId}
          targets={targets}
          currency={currency}
          price={texts.price(priceMinor, currency)}
          answer={actionData}
        />
      </Card>
    </>
  )
}
