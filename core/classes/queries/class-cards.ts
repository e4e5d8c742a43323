import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'

export type Recurrence = { weekday: number; startTime: string; everyWeeks: number }

export type ClassCard = {
  id: string
  title: string
  description: string
  category: string
  difficulty: string
  imageUrl: string | null
  location: string | null
  online: boolean
  priceMinor: number
  currency: string
  maxStudents: number
  durationMinutes: number
  confirmationMode: 'automatic' | 'manual'
  /** in no list: for whom the vendor sends it to */
  byLinkOnly: boolean
  registrationClosedDate: string | null
  registrationClosed: boolean
  maxSpotsPerBooking: number
  recurrence: Recurrence[]
  upcomingSessions: number
  nextStartsAt: Date | null
  timeZone: string
  vendor: {
    id: VendorId
    username: string
    name: string
    businessName: string | null
    fullName: string | null
    avatarUrl: string | null
  }
}

/** A weekly time `t` that goes on, or whose last day is not yet reached by a session that takes place. */
export const stillRuns = sql<boolean>`(t.ends_on is null or t.ends_on > t.filled_until or exists (
  select from class_sessions r where r.class_time_id = t.id and r.status = 'confirmed' and r.starts_at > now() and r.occurs_on <= t.ends_on))`

/** Classes with their vendor; which of them strangers see is for the caller to say. */
function classesWithVendor(db: Db) {
  return db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendor_id')
    .leftJoin('vendor_members as m', (join) =>
      join.onRef('m.vendor_id', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .leftJoin('profiles as p', 'p.user_id', 'm.user_id')
}

const isPublic = sql<boolean>`class_is_public(c, v)`

type From =
  ReturnType<typeof classesWithVendor> extends SelectQueryBuilder<infer D, infer T, object>
    ? SelectQueryBuilder<D, T, object>
    : never

function withCard(classes: From) {
  return classes
    .select([
      'c.id',
      'c.title',
      'c.description',
      'c.category',
      'c.difficulty',
      'c.image_url',
      'c.location',
      'c.price_minor',
      'c.max_students',
      'c.duration_minutes',
      'c.confirmation_mode',
      'c.visibility',
      'c.registration_closed_date',
      'v.currency',
      'v.time_zone',
      'v.max_spots_per_booking',
      'v.id as vendor_id',
      'v.username',
      'v.business_name',
      'p.full_name',
      'p.avatar_url',
    ])
    .select([
      sql<boolean>`c.online_url is not null`.as('online'),
      sql<boolean>`registration_is_closed(c, v)`.as('closed'),
      sql<string>`vendor_name(v)`.as('name'),
      sql<
        Recurrence[]
      >`coalesce((select json_agg(json_build_object('weekday', t.weekday, 'startTime', to_char(t.start_time, 'HH24:MI'), 'everyWeeks', t.every_weeks) order by t.weekday, t.start_time)
        from class_times t where t.class_id = c.id and ${stillRuns}), '[]')`.as('recurrence'),
      sql<{
        upcoming: number
        next: string | null
      }>`(select json_build_object('upcoming', count(*), 'next', min(s.starts_at))
        from class_sessions s where s.class_id = c.id and session_is_upcoming(s))`.as('coming'),
    ])
}

type CardRow = Awaited<ReturnType<ReturnType<typeof withCard>['execute']>>[number]

function cardOf(row: CardRow): ClassCard {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    difficulty: row.difficulty,
    imageUrl: row.image_url,
    location: row.location,
    online: row.online,
    priceMinor: row.price_minor,
    currency: row.currency,
    maxStudents: row.max_students,
    durationMinutes: row.duration_minutes,
    confirmationMode: row.confirmation_mode,
    byLinkOnly: row.visibility === 'link',
    registrationClosedDate: row.registration_closed_date,
    registrationClosed: row.closed,
    maxSpotsPerBooking: row.max_spots_per_booking,
    recurrence: row.recurrence,
    upcomingSessions: row.coming.upcoming,
    nextStartsAt: row.coming.next === null ? null : new Date(row.coming.next),
    timeZone: row.time_zone,
    vendor: {
      id: row.vendor_id,
      username: row.username ?? '',
      name: row.name,
      businessName: row.business_name,
      fullName: row.full_name,
      avatarUrl: row.avatar_url,
    },
  }
}

/** Of these classes the cards of those open to all, in the order given. */
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

/** The classes on a vendor's own page, newest first. */
export async function listClassesOfPage(db: Db, vendorId: VendorId): Promise<ClassCard[]> {
  const rows = await withCard(
    classesWithVendor(db).where(isPublic).where('c.vendor_id', '=', vendorId),
  )
    .orderBy('c.created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(cardOf)
}
