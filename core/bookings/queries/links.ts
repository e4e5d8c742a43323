import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { type SecretKeys, sign, verify } from '#core/shared/signing.ts'
import { mayManage } from '#core/vendors/rules.ts'
import { isReadOnly, type LinkKind } from '../rules/links.ts'

/** A purchase and the token rotation that opened it; a replaced link has another rotation. */
export type OpenedLink = { id: string; tokenRotation: number }

/** A link that may change its purchase; commands require it. `issuedBy`: the member who sent it by hand, if any. */
export type ChangingLink = OpenedLink & { isReadOnly: false; issuedBy: string | null }

type Purchase = { purchaseId: string; tokenRotation: number; reference: string }
type Signer = Pick<Deps, 'origin' | 'secretKeys'>

const linkText = ({ purchaseId, tokenRotation }: Omit<Purchase, 'reference'>) =>
  `${purchaseId}.${tokenRotation}`
// The vendor's link stays the same when the customer's is replaced.
const answerText = (purchaseId: string) => linkText({ purchaseId, tokenRotation: 0 })

const issuedText = (purchase: Omit<Purchase, 'reference'>, userId: string) =>
  `${linkText(purchase)}.${userId}`

const bookingUrl =
  (kind: 'manage' | 'view', page = '') =>
  (signer: Signer, purchase: Purchase) =>
    `${signer.origin}/booking/${purchase.reference}${page}?token=${sign(signer.secretKeys, kind, linkText(purchase))}`

/** The customer's link: the same for every message about a purchase, until it is replaced. */
export const manageUrl = bookingUrl('manage')

/** The customer's link to the receipt of a purchase. */
export const receiptUrl = bookingUrl('manage', '/receipt')

/** A link for places that others may see, such as a shared calendar. It shows the booking and cannot change it. */
export const viewUrl = bookingUrl('view')

/** A link that a member of the vendor sends by hand. The member can use it too, so we cannot know who used it. */
export function issuedUrl(
  { origin, secretKeys }: Signer,
  purchase: Purchase,
  userId: string,
): string {
  const signature = sign(secretKeys, 'issued', issuedText(purchase, userId))
  return `${origin}/booking/${purchase.reference}?token=${userId}.${signature}`
}

const returnText = (purchase: Omit<Purchase, 'reference'>, checkout: string) =>
  `${linkText(purchase)}.${checkout}`

/** Where Stripe sends the customer back to: it brings the payment up to date, and opens nothing that is not shown to others. */
export function returnUrl(
  { origin, secretKeys }: Signer,
  purchase: Purchase,
  checkout: string,
): string {
  const signature = sign(secretKeys, 'return', returnText(purchase, checkout))
  return `${origin}/booking/${purchase.reference}?back=${checkout}.${purchase.tokenRotation}.${signature}`
}

/** The purchase that a customer comes back to, and the checkout they left for. `isReplaced`: its links have been replaced since. */
export async function findReturn(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  { reference, back }: { reference: string; back: string },
): Promise<(OpenedLink & { vendorId: VendorId; checkout: string; isReplaced: boolean }) | null> {
  const [, checkout = '', rotation = '', signature = ''] =
    /^([0-9a-f-]{36})\.(\d{1,9})\.(.+)$/.exec(back) ?? []
  const purchase = await withReference(db, reference)
    .where('g.erasedAt', 'is', null)
    .select(['g.id', 'g.vendorId', 'g.tokenRotation'])
    .executeTakeFirst()
  if (!purchase) return null
  const signed = returnText({ purchaseId: purchase.id, tokenRotation: Number(rotation) }, checkout)
  if (!verify(secretKeys, 'return', signed, signature)) return null
  return { ...purchase, checkout, isReplaced: purchase.tokenRotation !== Number(rotation) }
}

/** The link in the vendor's email to the page where a request is answered, in the language of the email. */
export function requestUrl(
  { origin, secretKeys }: Signer,
  { purchaseId, reference }: Purchase,
  language: Language,
): string {
  return `${origin}/request/${reference}?token=${sign(secretKeys, 'answer', answerText(purchaseId))}&language=${language}`
}

type AskedLink = { reference: string; token: string }
export type FoundLink = OpenedLink & { kind: LinkKind; vendorId: VendorId } & (
    | ChangingLink
    | { isReadOnly: true; issuedBy: string | null }
  )

/** The purchase a link opens. Null for a wrong token and for an unknown reference, so that they look the same. */
export async function findPurchaseByLink(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  { reference, token }: AskedLink,
): Promise<FoundLink | null> {
  const purchase = await withReference(db, reference)
    .select(['g.id', 'g.vendorId', 'g.tokenRotation'])
    .select([
      // Includes ended spots and the bundle that pays for further ones.
      sql<Date>`coalesce(greatest(
        (select max(s.ends_at) from bookings b join class_sessions s on s.id = b.session_id
          where b.purchase_id = g.id and b.deleted_at is null),
        (select max(e.expires_at) from passes e where e.purchase_id = g.id)), g.created_at)`.as(
        'endsAt',
      ),
      sql<Date>`now()`.as('now'),
    ])
    .executeTakeFirst()
  if (!purchase) return null
  const { id, vendorId, tokenRotation, endsAt, now } = purchase
  const read = readToken(secretKeys, { purchaseId: id, tokenRotation }, token)
  const isOver = read.issuedBy !== null && !(await isManagedBy(db, vendorId, read.issuedBy))
  const { kind, issuedBy } = isOver ? shownOnly : read
  if (!kind) return null
  const readOnly = isReadOnly({ kind, endsAt }, now)
  return { id, vendorId, tokenRotation, kind, issuedBy, isReadOnly: readOnly }
}

async function isManagedBy(db: Deps['db'], vendorId: VendorId, userId: string): Promise<boolean> {
  const member = await db
    .selectFrom('vendorMembers as m')
    .innerJoin('vendors as v', 'v.id', 'm.vendorId')
    .where('m.vendorId', '=', vendorId)
    .where('m.userId', '=', userId)
    .where('v.suspendedAt', 'is', null)
    .where('v.closedAt', 'is', null)
    .select('m.role')
    .executeTakeFirst()
  return member !== undefined && mayManage(member.role)
}

// The customer also has this link and must still be able to open the booking.
const shownOnly: Read = { kind: 'view', issuedBy: null }

type Read = { kind: LinkKind | null; issuedBy: string | null }

/** Which kind of link to the purchase the token was signed for; a token that a member issued starts with its id. */
function readToken(keys: SecretKeys, purchase: Omit<Purchase, 'reference'>, token: string): Read {
  const [, userId, signature] = /^([0-9a-f-]{36})\.(.+)$/.exec(token) ?? []
  if (userId !== undefined && signature !== undefined)
    return verify(keys, 'issued', issuedText(purchase, userId), signature)
      ? { kind: 'issued', issuedBy: userId }
      : { kind: null, issuedBy: null }
  const kinds = ['manage', 'view'] as const
  const kind = kinds.find((one) => verify(keys, one, linkText(purchase), token)) ?? null
  return { kind, issuedBy: null }
}

/** The purchase to answer by the link in a vendor's email. Null for a suspended or closed vendor. */
export async function findRequestByLink(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  { reference, token }: AskedLink,
): Promise<{ id: string } | null> {
  const purchase = await withReference(db, reference)
    .innerJoin('vendors as v', 'v.id', 'g.vendorId')
    .where('v.suspendedAt', 'is', null)
    .where('v.closedAt', 'is', null)
    .select('g.id')
    .executeTakeFirst()
  return purchase && verify(secretKeys, 'answer', answerText(purchase.id), token) ? purchase : null
}

/** Null for text that cannot be a reference. */
const withReference = (db: Deps['db'], reference: string) =>
  db
    .selectFrom('purchases as g')
    .where('g.reference', '=', /^[0-9A-Za-z]{10}$/.test(reference) ? reference.toUpperCase() : '')
