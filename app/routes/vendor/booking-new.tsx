import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { AddForm, type FullSession } from '#app/features/vendor-bookings/add-form.tsx'
import { insideWorkspace } from '#app/features/vendor-bookings/booking-actions.server.ts'
import { SessionPicker } from '#app/features/vendor-bookings/session-picker.tsx'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { dayTimeText } from '#app/features/workspace/day-time-text.server.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { formMoney } from '#app/http/form-money.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { readAgain } from '#app/http/read-again.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { SpotMeter } from '#app/ui/spot-meter.tsx'
import { addBooking, type SessionIsFull } from '#core/bookings/commands/add-booking.ts'
import {
  findSessionToAddTo,
  listSessionsToAddTo,
} from '#core/bookings/queries/sessions-to-add-to.ts'
import { addBookingSchema } from '#core/bookings/schema.ts'
import { localDate } from '#core/classes/schema.ts'
import { fieldAmount } from '#core/shared/money.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/booking-new'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const { db, origin } = depsOf(context)
  const today = todayIn(vendor.timeZone, new Date())
  const list = insideWorkspace(url.searchParams.get('returnTo') ?? '', origin)
  const sessionId = url.searchParams.get('session')
  const shown = { list, currency: vendor.currency, formKey: randomUUID() }
  if (sessionId === null) {
    const from = localDate.safeParse(url.searchParams.get('from')).data ?? today
    const sessions = await listSessionsToAddTo(db, { vendorId: vendor.id, from })
    return { ...shown, session: null, fields: {}, from, sessions }
  }
  const session = orNotFound(await findSessionToAddTo(db, { vendorId: vendor.id, sessionId }))
  const fields = {
    spots: '1',
    price: fieldAmount(
      { minor: session.priceMinor, currency: vendor.currency },
      pageLanguage(request, context),
    ),
    tells: 'on',
    // As the class says; the vendor may clear the box.
    ...(session.isManual && { isRequest: 'on' }),
  }
  return { ...shown, session, fields, from: today, sessions: [] }
}

const { field, problem } = refusalsIn('vendorBookings')

export const action = formAction({
  allow: manager,
  texts: 'vendorBookings',
  schema: (asked) => addBookingSchema(formMoney(asked)),
  run: ({ deps, member, form }) =>
    addBooking(
      deps.db,
      { vendorId: member.vendor.id, userId: member.userId, country: member.vendor.country },
      form,
    ),
  refusals: {
    contact_invalid: wrong('contact', 'contact_invalid', 400),
    phone_invalid: field('contact', 'add.phoneInvalid', 400),
    phone_short: wrong('contact', 'phone_short', 400),
    phone_unsure: wrong('contact', 'phone_unsure', 400),
    currency_changed: wrong('price', 'currency_changed'),
    session_cancelled: problem('add.cancelled'),
    session_changed: problem('add.sessionChanged'),
    capacity_limit: problem('add.capacityLimit'),
    slot_taken: problem('add.slotTaken'),
    extras_changed: problem('add.extrasChanged'),
    session_full: ({
      taken,
      capacity,
      needed,
      agreement,
    }: SessionIsFull): { more: FullSession } => ({
      more: { taken, capacity, needed, agreement },
    }),
  },
  failures: ({ t }) => ({ failed: { title: t('add.failed') } }),
  done: async ({ deps, member, form, language, t, result }) => {
    const { vendor } = member
    const session = await findSessionToAddTo(deps.db, {
      vendorId: vendor.id,
      sessionId: form.sessionId,
    })
    const isUpcoming = session?.phase === 'upcoming'
    const isUnmailed = isUpcoming && form.tells && !form.contact.includes('@')
    const when = session ? dayTimeText(session, vendor.timeZone, language) : ''
    const isRequest = isUpcoming && session.isManual && form.isRequest
    const said = t(isRequest ? 'add.requested' : 'add.done', { name: form.customerName, when })
    const notes = [
      isUnmailed && `${t('add.cannotConfirm')}.`,
      isUnmailed && t(form.contact === '' ? 'add.noContact' : 'add.noEmail'),
      result.aboveLimit && t('add.aboveLimit', result.aboveLimit),
    ].filter(Boolean)
    const sessionDay = session ? `from=${session.date}&to=${session.date}` : ''
    const list = `/dashboard/bookings?${sessionDay}#session-${form.sessionId}`
    if (result.hasChanged)
      return redirectWithToast(deps, list, {
        tone: 'neutral',
        title: t('add.notAgain'),
        text: t('add.notAgainText', { name: form.customerName }),
      })
    return redirectWithToast(deps, list, {
      ...(isUnmailed && { tone: 'neutral' as const }),
      title: said,
      ...(notes.length > 0 && { text: notes.join(' ') }),
    })
  },
})

export const clientAction = keepForm
export const shouldRevalidate = readAgain

export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('vendorBookings.add')
  const w = useTranslations('workspace')
  const bookingTexts = useTranslations('vendorBookings')
  const dayTime = useDayTime()
  const { session, list, from, sessions, ...form } = loaderData
  const back = `returnTo=${encodeURIComponent(list)}`
  if (session === null)
    return (
      <>
        <SectionHeader title={t('choose')} back={{ to: list, label: bookingTexts('list.title') }} />
        <SessionPicker
          sessions={sessions}
          from={from}
          addressOf={(id) => `/dashboard/bookings/new?session=${id}&${back}`}
        />
      </>
    )
  return (
    <>
      <SectionHeader
        title={t(`title.${session.phase}`)}
        back={{ to: list, label: bookingTexts('list.title') }}
      />
      <div className="grid max-w-3xl gap-5 pb-12">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-y border-line py-2">
          <p className="min-w-0 wrap-anywhere">
            <span className="font-medium whitespace-nowrap">{dayTime(session)}</span>
            {' · '}
            <bdi>{session.classTitle}</bdi>
          </p>
          <SpotMeter
            taken={session.currentStudents}
            capacity={session.maxStudents}
            label={w('booked', { taken: session.currentStudents, capacity: session.maxStudents })}
          />
          <Link
            to={`/dashboard/bookings/new?from=${session.date}&${back}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('change')}
          </Link>
        </div>
        {session.status === 'cancelled' ? (
          <Banner tone="warn" title={t('cancelled')} />
        ) : (
          <AddForm {...form} session={session} list={list} answer={actionData} />
        )}
      </div>
    </>
  )
}
