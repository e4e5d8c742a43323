import { sql } from 'kysely'
import {
  listPurchaseDetails,
  type PurchaseDetails,
} from '#core/bookings/queries/purchase-details.ts'
import { firstExpiry } from '#core/bookings/rules/waiting.ts'
import { listPassesOfPurchases, type Pass } from '#core/passes/queries.ts'
import type { Db } from '#core/shared/db.ts'
import { type BundleLetter, type PurchaseKind, purchaseKinds, traitsOf } from '../rules/kinds.ts'
import {
  bundleNews,
  type BundleTold,
  type Reader,
  type SpotNews,
  type SpotNow,
  spotNews,
  type SpotTold,
} from '../rules/news.ts'
import type { BundleLeft, PurchaseFacts, PurchaseSaid } from '../schema.ts'
import { bundleFacts } from './bundle-facts.ts'
import { entriesOf, holds } from './entries.ts'

/** What readers were told, or are to be told, of the spots and bundles of a purchase, by their ids. */
export type AllTold = { spots: Record<string, SpotTold>; bundles: Record<string, BundleTold> }

/** One kind of news, with all spots that it is about; or the news of a bundle. */
export type Section =
  | { kind: PurchaseKind; facts: PurchaseFacts }
  | { kind: null; letter: BundleLetter; facts: BundleLeft }

/** `chat`: one that the manage link has connected, which gets the same news as the customer. */
export type NewsReader = Reader | 'chat'

/** The role in which a reader gets news. */
export const toldAs = (reader: NewsReader): Reader => (reader === 'vendor' ? 'vendor' : 'customer')

export type News = {
  reader: NewsReader
  vendorId: PurchaseDetails['vendorId']
  purchaseId: string
  language: PurchaseDetails['language']
  /** an email or a chat; null: there is none to write to */
  address: string | null
  /** the recipient's name, if there is no address */
  otherwise: string
  userId: string | null
  /** nobody reads it: the customer's data were erased */
  isErased: boolean
  /** the most important one first; never empty */
  sections: [Section, ...Section[]]
  /** what the reader knows when the message has arrived */
  told: AllTold
}

/** A purchase as it is now. */
export type PurchaseNow = PurchaseDetails & { passes: Pass[]; at: Date }

export async function readPurchases(
  db: Db,
  purchaseIds: readonly string[],
): Promise<PurchaseNow[]> {
  const all = await listPurchaseDetails(db, purchaseIds)
  const withBundle = all.filter(({ spots }) => spots.some(({ isOfBundle }) => isOfBundle))
  const passes = await listPassesOfPurchases(
    db,
    withBundle.map(({ id }) => id),
  )
  return all.map((details) => ({
    ...details,
    passes: passes.get(details.id) ?? [],
    at: details.spots[0]?.now ?? new Date(),
  }))
}

/** What the customers of these purchases have not been told, by the id of the purchase. */
export async function listCustomerNews(
  db: Db,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, News>> {
  const { rows } = await sql<{ purchaseId: string } & AllTold>`
    select purchase_id, spots, bundles from told
    where purchase_id = any(${[...purchaseIds]}::uuid[]) and reader = 'customer'`.execute(db)
  const told = new Map(rows.map((row) => [row.purchaseId, row]))
  const purchases = await readPurchases(db, purchaseIds)
  return new Map(
    purchases.flatMap((purchase) => {
      const known = told.get(purchase.id) ?? { spots: {}, bundles: {} }
      const { news } = newsFor('customer', purchase, known)
      return news ? [[purchase.id, news]] : []
    }),
  )
}

/**
 * What a reader of a purchase has not been told; null news: nothing. `silent`: what they know without a message. `perhaps`:
 * what a mail said of which nobody knows whether it arrived. What was undone since is news to who has read it.
 */
export function newsFor(
  to: NewsReader,
  purchase: PurchaseNow,
  told: AllTold,
  perhaps: AllTold | null = null,
): { news: News | null; silent: AllTold } {
  const reader = toldAs(to)
  const now = presentOf(purchase)
  const spots = purchase.spots.flatMap((spot) => {
    const newsAfter = (known: AllTold) =>
      spotNews({ reader, told: known.spots[spot.id], now: nowOf(spot), at: purchase.at })
    const news = newsAfter(told) ?? (perhaps?.spots[spot.id] ? newsAfter(perhaps) : null)
    return news && !isMuted(purchase, reader, news) ? [{ id: spot.id, news }] : []
  })
  const bundles =
    reader === 'vendor'
      ? []
      : purchase.passes.flatMap((pass) => {
          const { passId: id } = pass
          const news =
            bundleNews(told.bundles[id], bundleNow(pass)) ??
            bundleNews(perhaps?.bundles[id], bundleNow(pass))
          return news ? [{ pass, ...news }] : []
        })
  const silent = {
    spots: {
      ...now.spots,
      ...kept(
        told.spots,
        spots.map(({ id }) => id),
      ),
    },
    bundles: {
      ...now.bundles,
      ...kept(
        told.bundles,
        bundles.map(({ pass }) => pass.passId),
      ),
    },
  }
  for (const { id } of spots) if (!told.spots[id]) delete silent.spots[id]
  const [first, ...more] = [
    ...sectionsOf(purchase, spots, reader),
    ...bundles.map(({ pass, letter, sessions, fromClass }): Section => ({
      kind: null,
      letter,
      facts: {
        purchase: saidOf(purchase),
        vendor: { name: purchase.vendorName, email: purchase.contactEmail },
        bundle: bundleFacts(pass),
        fromClass,
        toClass: letter === 'bundleMoved' ? (pass.classTitle ?? '') : '',
        sessions,
        backMinor: pass.backMinor - (told.bundles[pass.passId]?.backMinor ?? 0),
        forgivenMinor: pass.forgivenMinor - (told.bundles[pass.passId]?.forgivenMinor ?? 0),
      },
    })),
  ]
  if (!first) return { news: null, silent }
  const isCustomer = reader === 'customer'
  return {
    silent,
    news: {
      reader: to,
      vendorId: purchase.vendorId,
      purchaseId: purchase.id,
      language: isCustomer ? purchase.language : purchase.vendorLanguage,
      address: addressesOf(to, purchase)[0] ?? null,
      otherwise: isCustomer ? (purchase.customerPhone ?? purchase.reference) : '',
      userId: isCustomer ? null : purchase.ownerId,
      isErased: isCustomer && purchase.erasedAt !== null,
      sections: [first, ...more],
      told: now,
    },
  }
}

/** Where a reader is written to, in order of preference. */
export function addressesOf(
  reader: NewsReader,
  { customerAddresses, linkedChat, ownerAddresses }: PurchaseDetails,
): readonly string[] {
  if (reader === 'vendor') return ownerAddresses
  return reader === 'customer' ? customerAddresses : linkedChat === null ? [] : [linkedChat]
}

function kept<One>(told: Record<string, One>, ids: readonly string[]): Record<string, One> {
  return Object.fromEntries(ids.flatMap((id) => (told[id] ? [[id, told[id]]] : [])))
}

function isMuted({ mutedNews }: PurchaseDetails, reader: Reader, news: SpotNews): boolean {
  const { vendor } = traitsOf(news.kind)
  return reader === 'vendor' && vendor !== undefined && mutedNews.includes(vendor.setting)
}

type Spot = PurchaseDetails['spots'][number]

function nowOf(spot: Spot): SpotNow {
  const { madeBy, movedBy, endedBy, deletedAt, attendance, isSessionCancelled, isAsAgreed } = spot
  return {
    ...spot.told,
    late: attendance === 'late_cancel',
    madeBy,
    movedBy,
    // Only the vendor deletes.
    endedBy: deletedAt === null ? endedBy : 'vendor',
    isSessionCancelled,
    isAsAgreed,
  }
}

const bundleNow = (pass: Pass) => ({
  ...bundleTold(pass),
  remaining: pass.remaining,
  isCancelled: pass.status === 'cancelled',
  isOpen: pass.isOpen,
  isHeld: pass.isHeld,
  isOffered: pass.isOffered,
})

const bundleTold = ({
  classId,
  classTitle,
  withdrawn,
  backMinor,
  forgivenMinor,
}: Pass): BundleTold => ({
  classId,
  classTitle: classTitle ?? '',
  withdrawn,
  backMinor,
  forgivenMinor,
})

function presentOf({ spots, passes }: PurchaseNow): AllTold {
  return {
    spots: Object.fromEntries(spots.map(({ id, told }) => [id, told])),
    bundles: Object.fromEntries(passes.map((pass) => [pass.passId, bundleTold(pass)])),
  }
}

type OfSpot = { id: string; news: SpotNews }

/** Spots of which the same is to be said make one section. Requests come first for the vendor, who has to answer them. */
function sectionsOf(purchase: PurchaseNow, spots: readonly OfSpot[], reader: Reader): Section[] {
  const alike = Map.groupBy(spots, ({ news: { kind, by, late, issuedLink } }) =>
    [purchaseKinds.indexOf(kind) + 10, by, late, issuedLink].join(' '),
  )
  const sections = [...alike]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, same]) => {
      const [first] = same
      const facts = first && factsOf(purchase, same, first.news)
      return facts ? { kind: first.news.kind, facts } : []
    })
  const isAsked = ({ facts: { entries } }: (typeof sections)[number]) =>
    reader === 'vendor' && entries.some(({ state }) => state === 'waiting')
  return [...sections.filter(isAsked), ...sections.filter((section) => !isAsked(section))]
}

function factsOf(
  purchase: PurchaseNow,
  same: readonly OfSpot[],
  { by, late, issuedLink }: SpotNews,
): PurchaseFacts | null {
  const ids = same.map(({ id }) => id)
  const befores = new Map(same.flatMap(({ id, news }) => (news.before ? [[id, news.before]] : [])))
  const entries = entriesOf(purchase.spots, ids, befores)
  if (!entries) return null
  const said = purchase.spots.filter(({ id }) => ids.includes(id))
  return {
    purchase: saidOf(purchase),
    vendor: {
      name: purchase.vendorName,
      email: purchase.contactEmail,
      phone: purchase.contactPhone,
      telegram: purchase.contactTelegram,
    },
    entries,
    apart: entriesOf(purchase.spots, apartFrom(purchase, ids), befores) ?? [],
    spotsHeld: purchase.spots.filter(holds).length,
    owedMinor: purchase.spots.reduce((sum, spot) => sum + (isBooked(spot) ? spot.owedMinor : 0), 0),
    asksForLate: purchase.spots.some(
      (spot) => spot.attendance === 'late_cancel' && spot.owedMinor > 0,
    ),
    refundMinor: said.reduce((sum, { refundMinor }) => sum + refundMinor, 0),
    backMinor: backOf(same, said),
    forgivenMinor: same.reduce((sum, { news }) => sum + news.forgivenMinor, 0),
    paidByCard: said.some(({ isPaidByCard }) => isPaidByCard),
    backToCard: said.some(({ isBackToCard }) => isBackToCard),
    bundle: bundleOf(purchase, said),
    isByHand: purchase.source === 'vendor',
    by,
    late,
    issuedLink,
    expiresAt: firstExpiry(said)?.toISOString() ?? null,
  }
}

/** Dates of a bundle that was paid too late have one payment. */
function backOf(same: readonly OfSpot[], said: readonly Spot[]): number {
  const all = same.map(({ news }) => news.backMinor)
  const isBundle = said.some(({ isOfBundle }) => isOfBundle)
  return isBundle ? Math.max(0, ...all) : all.reduce((sum, minor) => sum + minor, 0)
}

/** Undone moves are no news, but what moved there and back may have left its entry to others. */
function apartFrom({ id: purchaseId, spots, at }: PurchaseNow, ids: readonly string[]): string[] {
  return spots
    .filter((spot) => holds(spot) && spot.endsAt > at)
    .filter(({ id, calendarId }) => ![purchaseId, id].includes(calendarId) && !ids.includes(id))
    .map(({ id }) => id)
}

/** A request may still be rejected: nothing is owed for it yet. */
const isBooked = ({ status }: Spot) => status === 'confirmed' || status === 'completed'

function bundleOf({ passes }: PurchaseNow, said: readonly Spot[]): PurchaseFacts['bundle'] {
  const [pass] = passes
  if (!pass) return null
  const isBack = (spot: Spot) => !holds(spot) && spot.attendance !== 'late_cancel'
  return { ...bundleFacts(pass), returned: said.filter(isBack).length }
}

export function saidOf(purchase: PurchaseDetails): PurchaseSaid {
  const { id: purchaseId, reference, tokenRotation } = purchase
  const { customerName, customerEmail, customerPhone, customerTelegramName } = purchase
  return {
    purchaseId,
    reference,
    tokenRotation,
    customerName,
    customerEmail,
    customerPhone,
    customerTelegramName,
  }
}

/** Whether it is known without a message: nobody can write to its reader, who has done all of this or reads nothing. */
export function isKnown({ reader, address, isErased, sections }: News): boolean {
  return address === null && (reader !== 'customer' || isErased || sections.every(isOwn))
}

/** Done by the customer, and not with a link that the vendor had sent by hand. */
export const isOwn = (section: Section): boolean =>
  section.kind !== null && section.facts.by === 'customer' && !section.facts.issuedLink

/** What is kept with the message for the mail budgets: who caused it. */
export type NewsHints = {
  by: 'customer' | 'vendor' | null
  /** of a session that the vendor changed or cancelled */
  ofSession: boolean
  /** the spots that wait for the vendor: the buttons in its chat answer these and no others */
  asked?: { bookingId: string; sessionId: string }[]
}

export function hintsOf({ reader, sections }: News): NewsHints {
  const asked = sections.flatMap(({ kind, facts }) =>
    kind === null || reader !== 'vendor'
      ? []
      : facts.entries
          .filter(({ state }) => state === 'waiting')
          .flatMap(({ bookingIds, sessionId }) =>
            bookingIds.map((bookingId) => ({ bookingId, sessionId })),
          ),
  )
  const isVendors = (section: Section) => section.kind === null || section.facts.by === 'vendor'
  const isCustomers = (section: Section) => section.kind !== null && section.facts.by === 'customer'
  return {
    by: sections.some(isVendors) ? 'vendor' : sections.some(isCustomers) ? 'customer' : null,
    ofSession: sections.some(({ kind }) => kind !== null && traitsOf(kind).ofSession === true),
    ...(asked.length > 0 && { asked }),
  }
}

/** What is stored with a message of news until it is sent. */
export type NewsFacts = NewsHints & {
  /** what its reader knows when it has arrived */
  told: AllTold
  /** what was sent, until it is known whether it arrived; `number`: of the mail, which is another one with other words */
  onItsWay?: { told: AllTold; number: number }
  /** something happened while it was on its way */
  isOvertaken?: true
}

/**
 * What readers were told; locks the rows, which makes one message at a time of what happens to a purchase. Most purchases have
 * no chat beside the customer.
 */
export async function lockTold(
  db: Db,
  purchaseIds: readonly string[],
  readers: readonly NewsReader[],
): Promise<(OfReader & AllTold)[]> {
  const { rows } = await sql<OfReader & AllTold>`
    insert into told (purchase_id, reader, vendor_id)
    select g.id, r, g.vendor_id from purchases g, unnest(${[...readers]}::text[]) as r
    where g.id = any(${[...purchaseIds]}::uuid[]) and (r <> 'chat' or linked_chat(g) is not null) order by g.id, r
    on conflict (purchase_id, reader) do update set reader = excluded.reader
    returning vendor_id, purchase_id, reader, spots, bundles`.execute(db)
  return rows
}

type OfReader = { vendorId: PurchaseDetails['vendorId']; purchaseId: string; reader: NewsReader }

/** The same for the readers of these messages, by purchase and reader. */
export async function lockReaders(
  db: Db,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, AllTold>> {
  const { rows } = await sql<{ purchaseId: string; reader: NewsReader } & AllTold>`
    insert into told (purchase_id, reader, vendor_id)
    select distinct g.id, m.audience::text, g.vendor_id from messages m
    join purchases g on g.vendor_id = m.vendor_id and g.id = m.purchase_id
    where m.id = any(${[...messageIds]}::uuid[]) and m.kind = 'news' and (m.audience <> 'chat' or linked_chat(g) is not null)
    order by 1, 2
    on conflict (purchase_id, reader) do update set reader = excluded.reader
    returning purchase_id, reader, spots, bundles`.execute(db)
  return new Map(
    rows.map(({ purchaseId, reader, spots, bundles }) => [
      `${purchaseId} ${reader}`,
      { spots, bundles },
    ]),
  )
}
