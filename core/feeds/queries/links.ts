import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import { type SecretKeys, sign, verify } from '#core/shared/signing.ts'

type Signer = Pick<Deps, 'origin' | 'secretKeys'>

const keyOf = (keys: SecretKeys, feedId: string) => `${feedId}.${sign(keys, 'feed', feedId)}`

/** The page that puts a feed into a calendar. */
export const feedPage = ({ origin, secretKeys }: Signer, feedId: string) =>
  `${origin}/feeds/${keyOf(secretKeys, feedId)}`

/** What calendars read. */
export const feedAddress = (signer: Signer, feedId: string) =>
  `${feedPage(signer, feedId)}/calendar.ics`

/** The id in the key of an address; null if we did not sign it. */
export function feedIdIn(keys: SecretKeys, key: string): string | null {
  const [feedId = '', signature = ''] = key.split('.')
  return isId(feedId) && verify(keys, 'feed', feedId, signature) ? feedId : null
}

export type Feed = NonNullable<Awaited<ReturnType<typeof findFeed>>>

export async function findFeed(db: Db, feedId: string) {
  const feed = await feedsOf(db).where('f.id', '=', feedId).executeTakeFirst()
  return feed ?? null
}

/** The vendor's own feed, if it has one. */
export async function findVendorFeed(db: Db, vendorId: VendorId): Promise<Feed | null> {
  const feed = await feedsOf(db)
    .where('f.vendorId', '=', vendorId)
    .where('f.addressId', 'is', null)
    .executeTakeFirst()
  return feed ?? null
}

/** The feeds of what was booked with an email address, at all vendors. */
export async function listFeedsOf(db: Db, email: string) {
  return db
    .selectFrom('contactAddresses as a')
    .innerJoin('feeds as f', 'f.addressId', 'a.id')
    .where('a.kind', '=', 'email')
    .where('a.value', '=', sql<string>`limit_email(${email})`)
    .where('f.email', '=', email)
    .select(['f.id', 'f.vendorId'])
    .execute()
}

const feedsOf = (db: Db) =>
  db
    .selectFrom('feeds as f')
    .innerJoin('vendors as v', 'v.id', 'f.vendorId')
    .select([
      'f.id',
      'f.vendorId',
      'f.addressId',
      'f.email',
      'f.names',
      'v.language',
      sql<string>`vendor_name(v)`.as('vendorName'),
      sql<boolean>`v.suspended_at is not null`.as('isSuspended'),
      sql<boolean>`v.closed_at is not null`.as('isClosed'),
    ])
    .$castTo<FeedRow>()

type FeedRow = {
  id: string
  vendorId: VendorId
  addressId: string | null
  email: string | null
  names: boolean
  language: Language
  vendorName: string
  isSuspended: boolean
  isClosed: boolean
}
