import { editClass } from './commands/edit-class.ts'
import { changeFollowingSessions } from './commands/change-session.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBundle, weeklySessions } from '#tests/support/factories.ts'
import { aSeries, bought, inDays, order } from '#tests/support/series.ts'
import {
  nextMonday,
  now,
  openForm,
  publish,
  sessionForm,
  sessionsOf,
  today,
} from '#tests/support/weekly-class.ts'
import { cancelFollowingSessions } from './commands/cancel-sessions.ts'
import { type CancelScope, findCancelQuestion } from './steps/cancel-question.ts'

const nobody = { names: [], sessions: 0 }
const carla = (sessions: number) => ({ names: ['Carla'], sessions })

/** A class on Mondays, and Carla's bundle of five sessions with the first Monday booked. */
async function aBundleWithFourLeft(db: Db, deps: Deps) {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  const of = { id: classId, vendor, durationMinutes: 60, priceMinor: 1500, maxStudents: 10 }
  const bundle = await aBundle(db, { class: of })
  await bought(deps, order(bundle, first ? [first] : [], { leaveRest: true }))
  return { vendor, classId, all: await sessionsOf(db, classId) }
}

const edits: [string, (form: ClassForm) => Partial<ClassForm>, object][] = [
  ['removes its weekly time', () => ({ times: [] }), carla(4)],
  ['ends it after two dates', () => ({ endDate: addDays(nextMonday, 7) }), carla(3)],
  ['closes registration', () => ({ registrationClosedDate: addDays(today, -1) }), carla(4)],
  [
    'offers it every 13 weeks',
    ({ times }) => ({ times: times.map((time) => ({ ...time, everyWeeks: 13 })) }),
    carla(4),
  ],
  [
    'removes its weekly time and adds another',
    () => ({ times: [{ weekday: 3, startTime: '09:00', everyWeeks: 1 }] }),
    nobody,
  ],
]

test.for(edits)(
  'a vendor who edits a class and %s is asked first about the bundle sessions that lose their dates',
  async ([, change, stranded], { db, deps }) => {
    const of = await aBundleWithFourLeft(db, deps)
    const form = await openForm(db, of)
    const typed = { ...form, ...change(form) }
    const save = (agreed?: string) =>
      editClass(db, of.vendor.id, of.classId, { ...typed, agreed }, now)
    const asked = await save()
    if (asked.ok || asked.reason !== 'not_agreed') throw new Error('not asked')
    expect(asked.question.stranded).toEqual(stranded)
    expect(await sessionsOf(db, of.classId)).toEqual(of.all)
    expect(await openForm(db, of)).toEqual(form)
    expect(await save(asked.agreement)).toMatchObject({ ok: true, stranded })
  },
)

test('a vendor who moves a session and all following past the end of a bundle is asked first too', async ({
  db,
  deps,
}) => {
  const { vendor, classId, all } = await aBundleWithFourLeft(db, deps)
  const [, second] = all
  if (!second) throw new Error('no session')
  const owned = { vendorId: vendor.id, sessionId: second.id }
  const later = sessionForm(addDays(second.sessionDate, 98))
  const asked = await changeFollowingSessions(db, owned, later, now)
  if (asked.ok || asked.reason !== 'not_agreed') throw new Error('not asked')
  expect(asked.question.stranded).toEqual(carla(4))
  expect(await sessionsOf(db, classId)).toEqual(all)
  const agreed = { ...later, agreed: asked.agreement }
  expect(await changeFollowingSessions(db, owned, agreed, now)).toMatchObject({
    ok: true,
    stranded: carla(4),
  })
})

test('an edit that takes no date away asks nothing about bundles that lacked dates before', async ({
  db,
  deps,
}) => {
  const of = await aBundleWithFourLeft(db, deps)
  await cancelFollowing(db, of, 1)
  const typed = { ...(await openForm(db, of)), title: 'Yin' }
  expect(await editClass(db, of.vendor.id, of.classId, typed, now)).toMatchObject({
    ok: true,
    stranded: nobody,
  })
})

type OfClass = Awaited<ReturnType<typeof aBundleWithFourLeft>>

/** Cancels all sessions from one of them on, as its page asks. */
async function cancelFollowing(db: Db, of: OfClass, from: number) {
  const owned = { vendorId: of.vendor.id, sessionId: of.all[from]?.id ?? '' }
  const asked = await findCancelQuestion(db, owned, { scope: 'following', now })
  const cancelled = await cancelFollowingSessions(db, owned, now, asked?.agreement)
  if (!cancelled.ok) throw new Error(cancelled.reason)
}

const cancellations: [CancelScope, number, object][] = [
  ['following', 0, carla(5)],
  ['following', 3, carla(2)],
  ['one', 0, nobody],
]

test.for(cancellations)(
  'the question before cancelling (%s, date %i) names whose bundle sessions lose their dates',
  async ([scope, from, stranded], { db, deps }) => {
    const { vendor, all } = await aBundleWithFourLeft(db, deps)
    const owned = { vendorId: vendor.id, sessionId: all[from]?.id ?? '' }
    const asked = await findCancelQuestion(db, owned, { scope, now })
    expect(asked?.question.stranded).toEqual(stranded)
  },
)

test.for([
  ['without', [], carla(1)],
  ['with', [10, 10], nobody],
] as const)(
  'a cancelled date of a bundle %s a later date to extend it to',
  async ([, later, stranded], { db, deps }) => {
    const { owner, yoga, sessions, bundle } = await aSeries(db, { bundle: { expiryDays: 32 } })
    await bought(deps, order(bundle, sessions))
    await weeklySessions(db, yoga, { date: inDays(38), capacities: later })
    const owned = { vendorId: owner.id, sessionId: sessions[1]?.id ?? '' }
    const asked = await findCancelQuestion(db, owned, { scope: 'one', now: new Date() })
    expect(asked?.question.stranded).toEqual(stranded)
  },
)
