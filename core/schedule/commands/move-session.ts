import type { VendorId } from '#core/shared/ids.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { sessionFields } from '../queries/own-sessions.ts'
import type { MoveForm, SessionForm } from '../schema.ts'
import { changeStarts } from '../steps/refuse-collisions.ts'
import { agreementTo, type NotAgreed, noEffects } from '#core/classes/steps/agreement.ts'
import {
  changeLocked,
  type Found,
  lockWithClass,
  type SessionChanged,
  writeChange,
} from './change-session.ts'

/** The session is no longer where the page showed it. */
export type MovedAlready = {
  ok: false
  reason: 'moved_already'
  date: string
  startTime: string
  zone: string
}
type Refused = Extract<SessionChanged, { ok: false }> | MovedAlready

export type SessionMoved = SessionChanged | MovedAlready

/** Moves one session to another start; everything else about it stays. Asks as `changeSession` does. */
export async function moveSession(
  db: Db,
  vendorId: VendorId,
  move: MoveForm,
  now: Date,
): Promise<SessionMoved> {
  return changeStarts<SessionMoved>(db, async (tx) => {
    const found = await lockToMove(tx, vendorId, move, now)
    if (!found.ok) return found
    return changeLocked(tx, found, { form: found.form }, now)
  })
}

/** What moving a session would lead to, also if nobody has to be notified. Nothing is changed. */
export async function askBeforeMove(
  db: Db,
  vendorId: VendorId,
  move: MoveForm,
  now: Date,
): Promise<Refused> {
  return changeStarts<Refused>(db, async (tx) => {
    const found = await lockToMove(tx, vendorId, move, now)
    if (!found.ok) return found
    const written = await writeChange(tx, found, { form: found.form }, now)
    return written.ok ? ask(written) : written
  })
}

function ask({ question, about }: Extract<Awaited<ReturnType<typeof writeChange>>, { ok: true }>) {
  const agreement = agreementTo(question, about)
  return {
    ok: false,
    reason: 'not_agreed',
    question: { ...noEffects, ...question },
    agreement,
  } satisfies NotAgreed
}

/** Date and time are one value: so that a move made in between is never half overwritten. */
async function lockToMove(
  tx: Tx,
  vendorId: VendorId,
  { sessionId, date, time, seenDate, seenTime, agreed }: MoveForm,
  now: Date,
): Promise<(Found & { form: SessionForm }) | Refused> {
  const found = await lockWithClass(tx, { vendorId, sessionId }, now, 'one')
  if (!found.ok) return found
  const { session } = found
  if (session.sessionDate !== seenDate || session.startTime !== seenTime)
    return {
      ok: false,
      reason: 'moved_already',
      date: session.sessionDate,
      startTime: session.startTime,
      zone: session.timeZone,
    }
  const current = sessionFields({ ...session, date: session.sessionDate })
  return { ...found, form: { ...current, date, startTime: time, agreed } }
}
