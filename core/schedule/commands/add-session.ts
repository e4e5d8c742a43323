import { emit } from '#core/events/emit.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { bookingClosesAt, placesIn } from '#core/classes/rules.ts'
import { sessionClock } from '../rules.ts'
import { placeOf } from '#core/classes/schema.ts'
import { type SessionForm } from '../schema.ts'
import { askUnlessAgreed, type NotAgreed } from '#core/classes/steps/agreement.ts'
import { findDateOfTime } from '../steps/date-of-time.ts'
import { startBlocked } from '../steps/blocked-starts.ts'
import { refuseCollisions, type SessionsCollide } from '../steps/refuse-collisions.ts'
import { type VendorLimit, vendorLimit } from '#core/classes/steps/vendor-limit.ts'
import { lockVendorToCount } from '#core/classes/steps/lock-vendor.ts'
import type { SkippedStart } from '../steps/skipped-start.ts'

export type SessionAdded =
  | { ok: true; sessionId: string }
  | NotAgreed
  | { ok: false; reason: 'not_found' | 'session_past' }
  | ({ ok: false; reason: 'skipped_start' } & SkippedStart)
  | SessionsCollide
  | VendorLimit

/** Adds a single session by hand, outside the recurrence. */
export async function addSession(
  db: Db,
  vendorId: VendorId,
  classId: string,
  form: SessionForm,
  now: Date,
): Promise<SessionAdded> {
  return refuseCollisions<SessionAdded>(db, () =>
    db.transaction().execute(async (tx) => {
      const made = await makeOnce(
        tx,
        { kind: 'classSessions', vendorId, form: { ...form, classId } },
        () => add(tx, { vendorId, classId, form, now }),
      )
      return made.ok ? { ok: true, sessionId: made.id } : made
    }),
  )
}

type Adding = { vendorId: VendorId; classId: string; form: SessionForm; now: Date }
type Refused = Extract<SessionAdded, { ok: false }>

async function add(
  tx: Tx,
  { vendorId, classId, form, now }: Adding,
): Promise<{ ok: true; id: string } | Refused> {
  const owner = await tx
    .selectFrom('classes')
    .where('id', '=', classId)
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'active')
    .select(['kind', 'closesMinutesBefore', 'registrationClosedDate', 'instructorUserId'])
    .forShare()
    .executeTakeFirst()
  if (!owner) return { ok: false, reason: 'not_found' }
  const { timeZone: zone } = await lockVendorToCount(tx, vendorId)
  const clock = sessionClock({
    date: form.date,
    time: form.startTime,
    zone,
    durationMinutes: form.durationMinutes,
  })
  if (!clock)
    return { ok: false, reason: 'skipped_start', date: form.date, time: form.startTime, zone }
  if (clock.startsAt <= now) return { ok: false, reason: 'session_past' }
  const limited = await vendorLimit(tx, vendorId, ['sessions'])
  if (limited) return limited
  const { isBlocked, starts } = await startBlocked(tx, { vendorId, spans: [clock] })
  const about = [clock.startsAt.toISOString(), ...starts]
  const asked = askUnlessAgreed({ isBlocked }, form, about)
  if (asked) return asked
  const place = placeOf(form)
  const at = { vendorId, classId, date: clock.date, startTime: clock.startTime }
  const { id } = await tx
    .insertInto('classSessions')
    .values({
      classId: classId,
      vendorId: vendorId,
      ...(await findDateOfTime(tx, at)),
      sessionDate: clock.date,
      startTime: clock.startTime,
      endTime: clock.endTime,
      timeZone: zone,
      startsAt: clock.startsAt,
      endsAt: clock.endsAt,
      bookingClosesAt: bookingClosesAt(clock.startsAt, zone, {
        closesMinutesBefore: owner.closesMinutesBefore,
        registrationClosedDate: owner.registrationClosedDate,
      }),
      location: place.location,
      onlineUrl: place.onlineUrl,
      instructorUserId: owner.instructorUserId,
      status: 'confirmed',
      maxStudents: placesIn(owner, form),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'session.created', { sessionIds: [id] })
  return { ok: true, id }
}
