import type { Granted } from '#core/integrations/google-calendar.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { seal } from '#core/shared/sealing.ts'
import { askedCookie, noAskedCookie, readAsked } from '../steps/asked-cookie.ts'
import { tokenSealing } from '../steps/tokens.ts'
import { noteConnection } from '#core/vendors/steps/connections.ts'
import { type Held, withdrawConsent } from '../steps/withdraw-consent.ts'

export type CalendarAsked =
  | { ok: true; url: string; cookies: string[] }
  | { ok: false; reason: 'not_configured' }

type Manager = { vendorId: VendorId; userId: string }

/** Google's page for the consent, and a cookie that binds its response to this browser. Nothing is stored until it is given. */
export async function askForCalendar(deps: Deps, manager: Manager): Promise<CalendarAsked> {
  if (deps.googleCalendar === null) return { ok: false, reason: 'not_configured' }
  const known = await deps.db
    .selectFrom('calendarConnections')
    .where('vendorId', '=', manager.vendorId)
    .where('googleCalendarConnectedAt', 'is not', null)
    .select('googleEmail')
    .executeTakeFirst()
  const { url, asked } = await deps.googleCalendar.ask(known?.googleEmail ?? null)
  const held = { ...asked, ...manager, madeAt: Date.now() }
  return { ok: true, url, cookies: [askedCookie(deps, held)] }
}

export type CalendarConnected = { cookies: string[] } & (
  | { ok: true }
  | {
      ok: false
      reason:
        | 'not_configured'
        /** used, too old, or begun in another browser or by somebody else */
        | 'expired'
        /** what is needed was left out on Google's page */
        | 'scope'
        | 'refused'
        | 'unreachable'
        | 'rate_limited'
    }
)

type Came = { code: string; state: string; headers: Headers; network: string }

/** Exchanges what a browser brings back from Google, and starts to write the vendor's calendar. */
export async function connectCalendar(
  deps: Deps,
  manager: Manager,
  came: Came,
): Promise<CalendarConnected> {
  const done = await attempt(deps, manager, came)
  if (!done.ok)
    deps.log.warn({ vendorId: manager.vendorId, reason: done.reason }, 'no calendar was connected')
  return { ...done, cookies: [noAskedCookie(deps)] }
}

type Attempted = { ok: true } | { ok: false; reason: Reason }
type Reason = Extract<CalendarConnected, { ok: false }>['reason']

async function attempt(
  deps: Deps,
  { vendorId, userId }: Manager,
  { code, state, headers, network }: Came,
): Promise<Attempted> {
  const { googleCalendar, limits } = deps
  if (googleCalendar === null) return { ok: false, reason: 'not_configured' }
  const asked = readAsked(deps, headers)
  const isOurs =
    asked !== null &&
    asked.state === state &&
    asked.userId === userId &&
    asked.vendorId === vendorId
  if (!isOurs) return { ok: false, reason: 'expired' }
  if (!(await limits.openIdPerState.take(asked.state)).ok) return { ok: false, reason: 'expired' }
  if (!(await limits.openIdPerNetwork.take(network)).ok)
    return { ok: false, reason: 'rate_limited' }
  const got = await googleCalendar.exchange(code, asked)
  if (!got.ok) {
    deps.log.warn({ vendorId, reason: got.detail }, 'Google gave no access to a calendar')
    const isAway = got.problem === 'unreachable' || got.problem === 'limited'
    return { ok: false, reason: isAway ? 'unreachable' : 'refused' }
  }
  const { refreshToken, subject, mayWrite } = got.value
  if (!mayWrite) {
    // Nothing holds a consent that nobody uses.
    const sealed = seal(tokenSealing(deps, vendorId), refreshToken)
    await withdrawConsent(deps, vendorId, { sealed, subject })
    return { ok: false, reason: 'scope' }
  }
  await limits.openIdPerNetwork.giveBack(network)
  const left = await keepConnection(deps, { vendorId, userId }, got.value)
  if (left) await withdrawConsent(deps, vendorId, left)
  return { ok: true }
}

/** The consent of another account that is not needed any more; null: there was none. */
async function keepConnection(
  deps: Deps,
  { vendorId, userId }: Manager,
  { subject, email, refreshToken, access, mayList }: Granted,
): Promise<Held | null> {
  const sealing = tokenSealing(deps, vendorId)
  return deps.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('calendarConnections')
      .where('vendorId', '=', vendorId)
      .select(['googleSubject as subject', 'googleCalendarRefreshToken as sealed'])
      .forUpdate()
      .executeTakeFirst()
    const isOther = before?.subject !== subject
    // What another account's calendar holds says nothing about this one. The same account goes on where it was.
    if (isOther) {
      await tx.deleteFrom('calendarEvents').where('vendorId', '=', vendorId).execute()
      await tx.deleteFrom('googleCalendars').where('vendorId', '=', vendorId).execute()
    }
    const now = new Date()
    const columns = {
      ...(isOther && { closesBooking: false }),
      googleCalendarToken: seal(sealing, access.token),
      tokenExpiresAt: access.expiresAt,
      googleCalendarRefreshToken: seal(sealing, refreshToken),
      googleCalendarConnectedAt: now,
      googleSubject: subject,
      googleEmail: email,
      mayList,
      brokenAt: null,
      brokenBecause: null,
      dueAt: now,
      lease: null,
      leasedUntil: null,
      failures: 0,
      retryAt: null,
      lastProblem: null,
      completeAt: null,
    }
    await tx
      .insertInto('calendarConnections')
      .values({ ...columns, vendorId })
      .onConflict((conflict) => conflict.column('vendorId').doUpdateSet(columns))
      .execute()
    // Events may have been changed while nobody looked, and the list of calendars may be seen only now.
    await tx
      .updateTable('googleCalendars')
      .set({ syncToken: null, fullyReadAt: null, listedAt: new Date(0) })
      .where('vendorId', '=', vendorId)
      .execute()
    await noteConnection(tx, { vendorId, userId, kind: 'calendar', name: email })
    return before && isOther ? before : null
  })
}
