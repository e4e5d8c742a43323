import type { Db } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'
import type { ExtraUnit } from '../rules.ts'

type Named = {
  classId: string
  kind: 'class' | 'facility'
  /** with its day on its clock */
  slot: { id: string; date: LocalDate } | null
}

/** The facility that an id names, of its own or of one of its slots; null if it names no class at all. */
export async function findBySlot(db: Db, id: string): Promise<Named | null> {
  if (!isId(id)) return null
  const ofSession = await db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .where('s.id', '=', id)
    .select(['c.id as classId', 's.sessionDate as date', 'c.kind'])
    .executeTakeFirst()
  if (ofSession) {
    const { date, ...of } = ofSession
    return { ...of, slot: { id, date } }
  }
  const ofClass = await db
    .selectFrom('classes')
    .where('id', '=', id)
    .select(['id as classId', 'kind'])
    .executeTakeFirst()
  return ofClass ? { ...ofClass, slot: null } : null
}

export type ExtraOffered = { id: string; name: string; priceMinor: number; per: ExtraUnit }

export type FacilityRules = {
  maxPeople: number
  daysAhead: number
  graceMinutes: number
  asksGender: boolean
  asksBirthDate: boolean
  /** the vendor's */
  country: string
  extras: ExtraOffered[]
}

/** What facilities have in addition to classes, by their ids. Those of classes are left out. */
export async function listFacilityRules(
  db: Db,
  classIds: readonly string[],
): Promise<ReadonlyMap<string, FacilityRules>> {
  if (classIds.length === 0) return new Map()
  const [rows, extras] = await Promise.all([
    db
      .selectFrom('classes as c')
      .innerJoin('vendors as v', 'v.id', 'c.vendorId')
      .where('c.id', 'in', [...classIds])
      .where('c.kind', '=', 'facility')
      .select(['c.id', 'v.country', 'c.asksGender', 'c.asksBirthDate'])
      // The table's check says that they are there.
      .select((eb) => [
        eb.ref('c.maxPeople').$notNull().as('maxPeople'),
        eb.ref('c.daysAhead').$notNull().as('daysAhead'),
        eb.ref('c.graceMinutes').$notNull().as('graceMinutes'),
      ])
      .execute(),
    listExtras(db, classIds),
  ])
  return new Map(
    rows.map(({ id, ...row }) => [
      id,
      {
        ...row,
        extras: extras.flatMap(({ classId, ...extra }) => (classId === id ? [extra] : [])),
      },
    ]),
  )
}

export async function findFacilityRules(db: Db, classId: string): Promise<FacilityRules | null> {
  return (await listFacilityRules(db, [classId])).get(classId) ?? null
}

/** What can be booked with the slots of these facilities, in the order of their owners. */
function listExtras(
  db: Db,
  classIds: readonly string[],
): Promise<(ExtraOffered & { classId: string })[]> {
  return db
    .selectFrom('facilityExtras')
    .where('classId', 'in', [...classIds])
    .where('retiredAt', 'is', null)
    .orderBy('place')
    .orderBy('createdAt')
    .select(['id', 'classId', 'name', 'priceMinor', 'per'])
    .execute()
}
