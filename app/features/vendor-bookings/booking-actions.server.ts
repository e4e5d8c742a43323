import type { Member } from '#app/http/context.ts'
import type { Toast } from '#app/http/toasts.ts'
import { reachText } from '#app/features/workspace/class-answers.server.ts'
import { translator } from '#app/locale/translate.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { markManyPaid, markManyRefunded } from '#core/bookings/commands/change-many.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { settleBundle, type VersionedBundle } from '#core/bookings/commands/settle-bundle.ts'
import { listNames } from '#core/bookings/queries/own-bookings.ts'
import type { VersionedSpot } from '#core/bookings/rules/spot-version.ts'
import type { DeskMethod } from '#core/money/rules.ts'
import { countReach } from '#core/classes/queries/reach.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { fewNames } from './few-names.ts'

export type BookingIntent = 'confirm' | 'reject' | 'cancel' | 'delete' | 'paid' | 'refunded'

const intents: readonly BookingIntent[] = [
  'confirm',
  'reject',
  'cancel',
  'delete',
  'paid',
  'refunded',
]

export function intentOf(value: string): BookingIntent | null {
  return intents.find((intent) => intent === value) ?? null
}

const bundleSteps = { bundlePaid: 'paid', bundleRefunded: 'refunded' } as const

export function bundleStepOf(value: string): 'paid' | 'refunded' | null {
  return value === 'bundlePaid' || value === 'bundleRefunded' ? bundleSteps[value] : null
}

type Ran =
  | { ok: true; toast: Toast; unreached?: number }
  | { ok: false; reason: 'not_found' | 'busy' }
type Asked = {
  intent: BookingIntent
  shown: readonly [VersionedSpot, ...VersionedSpot[]]
  /** of a payment */
  method: DeskMethod
}

/** Runs one of the actions of the bookings list. A button has no form to come back to: a toast says how it went. */
export async function runBookingAction(
  deps: Deps,
  member: Member,
  { intent, shown, method }: Asked,
  language: Language,
): Promise<Ran> {
  const t = translator(language, 'vendorBookings')
  const vendorId = member.vendor.id
  const bookingIds = shown.map(({ bookingId }) => bookingId)
  const isNews = intent === 'confirm' || intent === 'reject' || intent === 'cancel'
  // Asked before: cancelled spots no longer count.
  const reach = isNews ? await countReach(deps.db, { vendorId, of: { bookingIds } }) : null
  const good = (title: string, text?: string): Ran => ({
    ok: true,
    toast: { tone: 'good', title, ...(text !== undefined && { text }) },
  })
  const answered = (title: string, text: string): Ran =>
    reach !== null && reach.unreached > 0
      ? {
          ok: true,
          toast: { tone: 'warn', title, text: reachText(reach, language) },
          unreached: reach.unreached,
        }
      : good(title, text)
  const bad = (text: string): Ran => ({
    ok: true,
    toast: { tone: 'bad', title: t('list.problem.title'), text },
  })
  const refused = (
    reason: 'not_found' | 'not_waiting' | 'paid_by_card' | 'changed' | 'busy',
  ): Ran => {
    if (reason === 'not_found' || reason === 'busy') return { ok: false, reason }
    if (reason === 'paid_by_card') return bad(t('list.problem.paidByCard'))
    if (reason === 'not_waiting') return bad(t('list.problem.notWaiting'))
    return bad(translator(language, 'shared')('trouble.changed'))
  }
  switch (intent) {
    case 'confirm': {
      const done = await confirmRequest(deps.db, { vendorId, bookingIds, shown }, deps.settings)
      if (!done.ok) return refused(done.reason)
      return answered(
        t('list.done.confirmed', { count: done.answered }),
        t('list.done.told', { count: done.answered }),
      )
    }
    case 'reject': {
      const done = await rejectRequest(deps.db, { vendorId, bookingIds, shown })
      if (!done.ok) return refused(done.reason)
      return answered(
        t('list.done.rejected', { count: done.answered }),
        t('list.done.told', { count: done.answered }),
      )
    }
    case 'cancel': {
      const done = await cancelByVendor(deps.db, vendorId, bookingIds, shown)
      if (!done.ok) return refused(done.reason)
      if (done.cancelled === 0) return bad(t('list.problem.nothingToCancel'))
      return answered(t('list.done.cancelled'), t('list.done.spotFree'))
    }
    case 'paid':
    case 'refunded': {
      const own = { vendorId, userId: member.userId }
      const done =
        intent === 'paid'
          ? await markManyPaid(deps.db, own, shown, method)
          : await markManyRefunded(deps.db, own, shown)
      const title = t(`pay.done.${intent}`, { method })
      if (!done.ok) return refused(done.reason)
      if (done.changed === 0) return refused('changed')
      if (done.left.length === 0) return good(title)
      const names = await listNames(deps.db, { vendorId, bookingIds: done.left })
      const left = t('selected.left', { count: done.left.length, ...fewNames(names) })
      return { ok: true, toast: { tone: 'neutral', title, text: left } }
    }
    case 'delete': {
      const own = { vendorId, userId: member.userId }
      const done = await deleteBooking(deps.db, own, shown[0].bookingId, shown[0].version)
      return done.ok ? good(t('list.done.deleted')) : refused(done.reason)
    }
  }
}

/** Records the money of a bundle that was sold. */
export async function runBundleAction(
  deps: Deps,
  member: Member,
  {
    step,
    bundle,
    method,
  }: { step: 'paid' | 'refunded'; bundle: VersionedBundle; method: DeskMethod },
  language: Language,
): Promise<Ran> {
  const own = { vendorId: member.vendor.id, userId: member.userId }
  const done = await settleBundle(deps.db, own, step, { ...bundle, method })
  const t = translator(language, 'vendorBookings')
  if (done.ok)
    return { ok: true, toast: { tone: 'good', title: t(`pay.done.${step}`, { method }) } }
  if (done.reason !== 'changed') return { ok: false, reason: done.reason }
  const text = translator(language, 'shared')('trouble.changed')
  return { ok: true, toast: { tone: 'bad', title: t('list.problem.title'), text } }
}

/** Where the form stood inside the workspace; anywhere else is the list of bookings. */
export function insideWorkspace(returnTo: string, origin: string): string {
  const target = safeRedirect(returnTo, origin, '/dashboard/bookings')
  const inside =
    target === '/dashboard' || target.startsWith('/dashboard/') || target.startsWith('/dashboard?')
  return inside ? target : '/dashboard/bookings'
}
