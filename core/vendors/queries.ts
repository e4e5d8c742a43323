import type { ConnectionKind } from './catalogue.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/shared/db.ts'
import { startsOfParts } from '#core/shared/parts.ts'
import { freeLimits, type PlanDeps, planHere, planOfVendor } from '../plans/queries.ts'
import type { Plan } from '../plans/rules.ts'
import {
  accentInForce,
  type Badge,
  type Layout,
  layoutInForce,
  type Standing,
  usernameProblem,
  type UsernameProblem,
} from './rules.ts'
import type { ProfileForm } from './schema.ts'

// Listed explicitly, so that new columns with tokens or payment ids never leak into a response.
const shown = [
  'vendors.id',
  'vendors.username',
  'vendors.description',
  'vendors.location',
  'vendors.specialties',
  'vendors.experienceYears',
  'vendors.serviceAreas',
  'vendors.website',
  'vendors.socialInstagram',
  'vendors.socialFacebook',
  'vendors.socialTwitter',
  'vendors.contactEmail',
  'vendors.contactPhone',
  'vendors.contactTelegram',
  'vendors.telegramBotUsername',
  'vendors.timeZone',
  'vendors.currency',
  'vendors.country',
  'vendors.language',
  'vendors.layout',
  'vendors.accent',
  'vendors.updatedAt',
] as const

const name = sql<string>`vendor_name(vendors)`.as('name')
const plan = planOfVendor(sql`vendors.id`).as('plan')

/** Whether customers have to ask the vendor for a spot, because its plan has no more online bookings this month. */
const asks = ({ settings }: PlanDeps) =>
  sql<boolean>`bookings_are_used_up(vendors, ${settings.plans ? freeLimits.bookings : null}::integer)`.as(
    'asks',
  )

/** The vendor a signed-in member works for, with the member's role there. Null: none. */
export async function findWorkplace(db: Db, userId: string) {
  const row = await db
    .selectFrom('vendorMembers')
    .innerJoin('vendors', 'vendors.id', 'vendorMembers.vendorId')
    .where('vendorMembers.userId', '=', userId)
    .orderBy('vendorMembers.createdAt')
    .select([
      ...shown,
      name,
      'vendorMembers.role',
      'vendors.setUpAt',
      'vendors.suspendedAt',
      'vendors.closedAt',
    ])
    // Only members may see an unconfirmed address.
    .select(['vendors.pendingContactEmail', 'vendors.businessName', 'vendors.linkSharedAt'])
    .executeTakeFirst()
  return row ?? null
}

export type Workplace = NonNullable<Awaited<ReturnType<typeof findWorkplace>>>

/** What a vendor says about itself, as the form of its member shows it. */
export async function findProfile(
  db: Db,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
): Promise<ProfileForm> {
  const row = await db
    .selectFrom('vendors as v')
    .innerJoin('profiles as p', (join) => join.on('p.userId', '=', userId))
    .where('v.id', '=', vendorId)
    .select([
      'p.fullName',
      'v.businessName',
      'v.location',
      'v.description',
      'v.specialties',
      'v.experienceYears',
      'v.serviceAreas',
      'v.website',
      'v.socialInstagram as instagram',
      'v.socialFacebook as facebook',
      'v.socialTwitter as twitter',
    ])
    .executeTakeFirstOrThrow()
  return { ...row, businessName: row.businessName ?? '', location: row.location ?? '' }
}

/** The answers of a setup that is not complete yet, as they were typed. */
export async function findSetUpDraft(
  db: Db,
  vendorId: VendorId,
): Promise<Readonly<Record<string, string>> | null> {
  const row = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select('setUpDraft')
    .executeTakeFirst()
  const typed = z.record(z.string(), z.string()).safeParse(row?.setUpDraft)
  return typed.success ? typed.data : null
}

/** Why a vendor cannot have a username now, or null. Somebody else may take it before the form is sent. */
export async function findUsernameProblem(
  db: Db,
  { username, vendorId }: { username: string; vendorId: VendorId },
): Promise<UsernameProblem | 'username_taken' | null> {
  const row = await db
    .selectFrom('usernames')
    .where('username', '=', username)
    .select('vendorId')
    .executeTakeFirst()
  if (row?.vendorId === vendorId) return null
  return usernameProblem(username) ?? (row === undefined ? null : 'username_taken')
}

/** A vendor with a public page, by any username it ever had. Suspended ones are not found. */
export async function findVendorByUsername(deps: PlanDeps, username: string) {
  const row = await deps.db
    .selectFrom('usernames')
    .innerJoin('vendors', 'vendors.id', 'usernames.vendorId')
    .where('usernames.username', '=', username.toLowerCase())
    .where(sql<boolean>`vendor_is_open(vendors)`)
    .select([...shown, name, plan, asks(deps)])
    .executeTakeFirst()
  return row ? asShown(row, deps) : null
}

export async function findPublicVendor(deps: PlanDeps, vendorId: string) {
  const row = await deps.db
    .selectFrom('vendors')
    .where(sql<boolean>`vendors.id = ${vendorId} and vendor_is_open(vendors)`)
    .select([...shown, name, plan, asks(deps)])
    .executeTakeFirst()
  return row ? asShown(row, deps) : null
}

/** A vendor with the layout and the colour that its plan lets it show. */
export type PublicVendor = NonNullable<Awaited<ReturnType<typeof findPublicVendor>>>

/** The colour that a vendor's pages show; null: the product's own. */
export async function findAccent(deps: PlanDeps, vendorId: VendorId): Promise<string | null> {
  const found = await listAccents(deps, [vendorId])
  return found.get(vendorId)?.accent ?? null
}

/** The same for several vendors, and whether the operator has stopped them. */
export async function listAccents(
  deps: PlanDeps,
  vendorIds: readonly VendorId[],
): Promise<ReadonlyMap<VendorId, { accent: string | null; isSuspended: boolean }>> {
  if (vendorIds.length === 0) return new Map()
  const rows = await deps.db
    .selectFrom('vendors')
    .where(sql<boolean>`vendors.id = any(${[...vendorIds]}::uuid[])`)
    .select([plan, 'vendors.id', 'accent', 'layout'])
    .select(sql<boolean>`suspended_at is not null`.as('isSuspended'))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { accent: asShown(row, deps).accent, isSuspended: row.isSuspended },
    ]),
  )
}

/** The colour, and how customers book: online, or by asking the vendor in one of these ways. */
export async function findShopfront(deps: PlanDeps, vendorId: VendorId) {
  const row = await deps.db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select([plan, asks(deps), 'accent', 'layout', 'contactEmail', 'contactPhone'])
    .select((eb) => eb.fn.coalesce('contactTelegram', 'telegramBotUsername').as('contactTelegram'))
    .executeTakeFirstOrThrow()
  return asShown(row, deps)
}

/** The colours of some vendors and whether customers have to ask them for a spot, by username. */
export async function listShopfronts(
  deps: PlanDeps,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, { accent: string | null; asks: boolean }>> {
  if (usernames.length === 0) return new Map()
  const rows = await deps.db
    .selectFrom('vendors')
    .where('username', 'in', usernames)
    .select(['username', plan, asks(deps), 'accent', 'layout'])
    .execute()
  return new Map(
    rows.flatMap(({ username, ...row }) =>
      username === null ? [] : [[username, asShown(row, deps)] as const],
    ),
  )
}

function asShown<Row extends { plan: Plan; accent: string | null; layout: Layout }>(
  row: Row,
  deps: PlanDeps,
) {
  const { plan: inForce, accent, layout, ...rest } = row
  const here = planHere(inForce, deps)
  return { ...rest, accent: accentInForce(here, accent), layout: layoutInForce(here, layout) }
}

/** The person behind the vendor's page, their badges, and the number of people served. */
export async function findFace(db: Db, vendorId: VendorId) {
  const row = await db
    .selectFrom('vendorMembers as m')
    .innerJoin('profiles as p', 'p.userId', 'm.userId')
    .where('m.vendorId', '=', vendorId)
    .where('m.role', '=', 'owner')
    .select(['p.fullName', 'p.avatarUrl'])
    .select([
      sql<
        Badge[]
      >`array(select b.badge from vendor_badges b where b.vendor_id = m.vendor_id order by b.badge)`.as(
        'badges',
      ),
      sql<number>`(select count(distinct g.contact_id)::integer
        from bookings b join purchases g on g.id = b.purchase_id
        where b.vendor_id = m.vendor_id and b.attendance = 'came' and b.deleted_at is null
          and ${hasBooked})`.as('students'),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Vendors that are listed, in order of their ids, for the map of the site. */
export async function listMappedVendors(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ username: string; changedAt: Date }[]> {
  const rows = await mappedVendors(db)
    .$if(after !== null, (vendors) => vendors.where(sql<boolean>`v.id > ${after}`))
    .orderBy('v.id')
    .limit(limit)
    .select(['v.username', 'v.updatedAt'])
    .execute()
  return rows.map((row) => ({ username: row.username ?? '', changedAt: row.updatedAt }))
}

/** The ids after which the second and every further part of that map begin. */
export function listVendorMapStarts(db: Db, size: number): Promise<string[]> {
  return startsOfParts(db, mappedVendors(db).select('v.id'), size)
}

function mappedVendors(db: Db) {
  return db
    .selectFrom('vendors as v')
    .where('v.username', 'is not', null)
    .where(sql<boolean>`vendor_is_listed(v)`)
}

/** Whether a booking `b` took place with its customer. */
export const tookPlace = sql<boolean>`(b.status = 'completed' and b.deleted_at is null
  and b.attendance is distinct from 'no_show')`

/** Whether customers made purchase `g`: a vendor can add people whom it invented. */
export const hasBooked = sql<boolean>`(g.source <> 'vendor')`

// Higher counts change nothing: a thousand past bookings already give the largest budget.
const mostCounted = 1000

export async function findStanding(db: Db, vendorId: VendorId): Promise<Standing> {
  const found = await findStandings(db, [vendorId])
  return found.get(vendorId) ?? { ageDays: 0, served: 0, verified: false }
}

export async function findStandings(
  db: Db,
  vendorIds: readonly VendorId[],
): Promise<ReadonlyMap<VendorId, Standing>> {
  if (vendorIds.length === 0) return new Map()
  const { rows } = await sql<Standing & { id: VendorId }>`
    select v.id, floor(extract(epoch from now() - v.created_at) / 86400)::integer as age_days,
      exists (select from vendor_badges b where b.vendor_id = v.id and b.badge = 'verified') as verified,
      (select count(distinct g.contact_id)::integer
        from (select g.contact_id
          from bookings b join purchases g on g.id = b.purchase_id
          where b.vendor_id = v.id and ${tookPlace} and ${hasBooked} limit ${mostCounted}) as g) as served
    from vendors v where v.id = any(${[...vendorIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** Whether a page is missing because its vendor is suspended. An account that its owner closed is just gone. */
export async function isPageSuspended(
  db: Db,
  of: { username: string } | { vendorId: string } | { classId: string },
): Promise<boolean> {
  const id =
    'username' in of
      ? sql`(select u.vendor_id from usernames u where u.username = ${of.username.toLowerCase()})`
      : 'vendorId' in of
        ? sql`${of.vendorId}::uuid`
        : sql`(select c.vendor_id from classes c where c.id = ${of.classId}::uuid
            and c.status = 'active' and c.visibility <> 'closed')`
  if (('vendorId' in of && !isId(of.vendorId)) || ('classId' in of && !isId(of.classId)))
    return false
  const suspended = await db
    .selectFrom('vendors')
    .where(sql<boolean>`id = ${id}`)
    .where('suspendedAt', 'is not', null)
    .where('closedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  return suspended !== undefined
}

/** What reads the customers of a vendor: all of it for the owner, else what this member has connected. */
export async function listConnections(
  db: Db,
  { vendorId, userId, isOwner }: { vendorId: VendorId; userId: string; isOwner: boolean },
) {
  return db
    .selectFrom('connections as c')
    .innerJoin('profiles as p', 'p.userId', 'c.userId')
    .where('c.vendorId', '=', vendorId)
    .where((eb) => (isOwner ? eb.lit(true) : eb('c.userId', '=', userId)))
    .orderBy('c.connectedAt')
    .select([
      'c.kind',
      'c.userId as of',
      'c.name',
      'c.connectedAt',
      'c.stoppedAt',
      'p.fullName as by',
    ])
    .select(sql<boolean>`c.user_id = ${userId}`.as('isOwn'))
    .$narrowType<{ kind: ConnectionKind }>()
    .execute()
}

/** Whether something that this member has connected waits for "Still mine". */
export async function hasStopped(
  db: Db,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .where('vendorId', '=', vendorId)
    .where('userId', '=', userId)
    .where('stoppedAt', 'is not', null)
    .select('kind')
    .executeTakeFirst()
  return row !== undefined
}
