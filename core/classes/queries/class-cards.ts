import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import type { PayWay } from '../rules.ts'

export type Recurrence = { weekday: number; startTime: string; everyWeeks: number }

/** The facts on every card of a class. */
export type CardFacts = {
  id: string
  kind: 'class' | 'facility'
  title: string
  location: string | null
  online: boolean
  priceMinor: number
  currency: string
  registrationClosed: boolean
  /** of a class; a facility has opening hours */
  recurrence: Recurrence[]
  timeZone: string
  durationMinutes: number
  /** of a party; null in a class */
  maxPeople: number | null
}

export type ClassCard = CardFacts & {
  description: string
  category: string
  difficulty: string
  maxStudents: number
  confirmationMode: 'automatic' | 'manual'
  /** in no list: only for people with the link */
  byLinkOnly: boolean
  /** the vendor takes no new bookings at the moment */
  paused: boolean
  registrationClosedDate: string | null
  maxSpotsPerBooking: number
  /** how long before the start cancelling is free */
  noticeMinutes: number
  /** where customers pay, as far as cards can be taken now: findCardOffer() */
  pays: PayWay
  /** what customers confirm before they book */
  condition: string | null
  upcomingSessions: number
  nextStartsAt: Date | null
  vendor: {
    id: VendorId
    username: string
    name: string
    businessName: string | null
    fullName: string | null
    avatarUrl: string | null
  }
}

/** A weekly time `t` that continues, or has an upcoming session before its last day. */
export const stillRuns = sql<boolean>`(t.ends_on is null or t.ends_on > t.filled_until or exists (
  select from class_sessions r where r.class_time_id = t.id and r.status = 'confirmed' and r.starts_at > now() and r.occurs_on <= t.ends_on))`

/** `CardFacts` of class `c` and vendor `v`. */
export const cardColumns = [
  'c.id',
  'c.kind',
  'c.title',
  'c.location',
  'c.priceMinor',
  'c.durationMinutes',
  'c.maxPeople',
  'v.currency',
  'v.timeZone',
  sql<boolean>`c.online_url is not null`.as('online'),
  sql<boolean>`registration_is_closed(c, v)`.as('registrationClosed'),
  sql<
    Recurrence[]
  >`coalesce((select json_agg(json_build_object('weekday', t.weekday, 'startTime', to_char(t.start_time, 'HH24:MI'), 'everyWeeks', t.every_weeks) order by t.weekday, t.start_time)
    from class_times t where t.class_id = c.id and c.kind = 'class' and ${stillRuns}), '[]')`.as(
    'recurrence',
  ),
] as const

/** Classes with their vendor; the caller filters by visibility. */
function classesWithVendor(db: Db) {
  return db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendorId')
    .leftJoin('vendorMembers as m', (join) =>
      join.onRef('m.vendorId', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .leftJoin('profiles as p', 'p.userId', 'm.userId')
}

/** A court without a slot has nothing to book: it is shown once its owner has set opening hours. */
export const hasWhatItOffers = sql<boolean>`(c.kind = 'class' or exists (select from class_sessions slot
  where slot.class_id = c.id and slot.vendor_id = c.vendor_id and session_is_upcoming(slot)))`

const isPublic = sql<boolean>`class_is_public(c, v) and ${hasWhatItOffers}`

type From =
  ReturnType<typeof classesWithVendor> extends SelectQueryBuilder<infer D, infer T, object>
    ? SelectQueryBuilder<D, T, object>
    : never

function withCard(classes: From) {
  return classes
    .select([
      ...cardColumns,
      'c.description',
      'c.category',
      'c.difficulty',
      'c.maxStudents',
      'c.confirmationMode',
      'c.visibility',
      'c.registrationClosedDate',
      'c.condition',
      'c.pays',
      'v.maxSpotsPerBooking',
      'v.id as vendorId',
      'v.username',
      'v.businessName',
      'p.fullName',
      'p.avatarUrl',
    ])
    .select([
      sql<string>`vendor_name(v)`.as('name'),
      sql<boolean>`c.paused_at is not null`.as('paused'),
      sql<number>`coalesce(c.notice_minutes, v.notice_minutes)`.as('noticeMinutes'),
      sql<{
        upcoming: number
        next: string | null
      }>`(select json_build_object('upcoming', count(*), 'next', min(s.starts_at))
        from class_sessions s where s.class_id = c.id and session_is_shown(s, c))`.as('upcoming'),
    ])
}

type CardRow = Awaited<ReturnType<ReturnType<typeof withCard>['execute']>>[number]

function cardOf(row: CardRow): ClassCard {
  const {
    visibility,
    upcoming,
    vendorId,
    username,
    name,
    businessName,
    fullName,
    avatarUrl,
    ...card
  } = row
  return {
    ...card,
    byLinkOnly: visibility === 'link',
    upcomingSessions: upcoming.upcoming,
    nextStartsAt: upcoming.next === null ? null : new Date(upcoming.next),
    vendor: { id: vendorId, username: username ?? '', name, businessName, fullName, avatarUrl },
  }
}

/** The cards of the public ones among these classes, in the given order. */
export async function readClassCards(db: Db, ids: readonly string[]): Promise<ClassCard[]> {
  if (ids.length === 0) return []
  const rows = await withCard(
    classesWithVendor(db).where(isPublic).where('c.id', 'in', ids),
  ).execute()
  const byId = new Map(rows.map((row) => [row.id, cardOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A class by its id: also one that is only given by link. */
export async function findPublicClass(db: Db, classId: string): Promise<ClassCard | null> {
  if (!isId(classId)) return null
  const row = await withCard(
    classesWithVendor(db)
      .where(sql<boolean>`class_is_bookable(c, v)`)
      .where('c.id', '=', classId),
  ).executeTakeFirst()
  return row ? cardOf(row) : null
}

/** The classes on a vendor's own page, newest first. `total`: with those that are not listed. */
export async function listClassesOfPage(
  db: Db,
  vendorId: VendorId,
): Promise<{ classes: ClassCard[]; total: number }> {
  const rows = await withCard(
    classesWithVendor(db).where(isPublic).where('c.vendorId', '=', vendorId),
  )
    .orderBy('c.createdAt', 'desc')
    .limit(100)
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .execute()
  const classes = rows.map(({ total: _, ...row }) => cardOf(row))
  return { classes, total: rows[0]?.total ?? 0 }
}
