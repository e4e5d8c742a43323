import { redirect } from 'react-router'
import type { Member } from '#app/http/context.ts'
import { type Notice, noticeCookie } from '#app/http/notices.ts'
import type { translator } from '#app/locale/translate.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { orBusy } from '#core/shared/settle.ts'
import type { Deps } from '#core/shared/deps.ts'

type Texts = ReturnType<typeof translator<'workspace'>>
export type BookingIntent = 'confirm' | 'reject' | 'cancel' | 'delete'

const intents: readonly BookingIntent[] = ['confirm', 'reject', 'cancel', 'delete']

export function intentOf(value: unknown): BookingIntent | null {
  return intents.find((intent) => intent === value) ?? null
}

/** Runs one of the actions of the bookings list; what there is to say about it, or null when the bookings are nobody's here. */
export async function runBookingAction(
  deps: Deps,
  member: Member,
  { intent, bookingIds }: { intent: BookingIntent; bookingIds: readonly [string, ...string[]] },
  t: Texts,
): Promise<Notice | null> {
  const vendorId = member.vendor.id
  const bad = (text: string): Notice => ({ tone: 'bad', title: t('bookings.problem.title'), text })
  const refused = (reason: 'not_found' | 'not_waiting' | 'too_late' | 'busy'): Notice | null => {
    if (reason === 'not_found') return null
    if (reason === 'busy') return bad(t('problems.busy'))
    return bad(
      reason === 'not_waiting'
        ? t('bookings.problem.notWaiting')
        : t('bookings.problem.nothingToCancel'),
    )
  }
  switch (intent) {
    case 'confirm': {
      const done = await orBusy(confirmRequest(deps.db, { vendorId, bookingIds }))
      if (!done.ok) return refused(done.reason)
      return {
        tone: 'good',
        title: t('bookings.done.confirmed', { count: done.answered }),
        text: t('bookings.done.told'),
      }
    }
    case 'reject': {
      const done = await orBusy(rejectRequest(deps.db, { vendorId, bookingIds }))
      if (!done.ok) return refused(done.reason)
      return {
        tone: 'good',
        title: t('bookings.done.rejected', { count: done.answered }),
        text: t('bookings.done.told'),
      }
    }
    case 'cancel': {
      const done = await orBusy(cancelByVendor(deps.db, vendorId, bookingIds))
      if (!done.ok) return refused(done.reason)
      if (done.cancelled === 0) return bad(t('bookings.problem.nothingToCancel'))
      return {
        tone: 'good',
        title: t('bookings.done.cancelled'),
        text: t('bookings.done.spotFree'),
      }
    }
    case 'delete': {
      const done = await orBusy(
        deleteBooking(deps.db, { vendorId, userId: member.userId }, bookingIds[0]),
      )
      if (!done.ok) return refused(done.reason)
      return { tone: 'good', title: t('bookings.done.deleted') }
    }
  }
}

/** Back to where the form stood inside the workspace, with something to say. */
export function backWith(notice: Notice, returnTo: unknown, origin: string): Response {
  const target = safeRedirect(
    typeof returnTo === 'string' ? returnTo : null,
    origin,
    '/dashboard/bookings',
  )
  const inside =
    target === '/dashboard' || target.startsWith('/dashboard/') || target.startsWith('/dashboard?')
  return redirect(inside ? target : '/dashboard/bookings', {
    headers: { 'set-cookie': noticeCookie(notice) },
  })
}
