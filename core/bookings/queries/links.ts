import type { VendorId } from '#core/shared/ids.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { sign, verify } from '#core/shared/signing.ts'

/** A purchase as its manage link opened it: after a hand-over the same rotation does not come back. */
export type OpenedLink = { id: string; tokenRotation: number }

type LinkParts = { groupId: string; tokenRotation: number }

const linkText = ({ groupId, tokenRotation }: LinkParts) => `${groupId}.${tokenRotation}`
// The vendor's link stays the same when the customer's is replaced.
const answerText = (groupId: string) => linkText({ groupId, tokenRotation: 0 })

/** The customer's link: the same for every message about a purchase, until it is rotated. */
export function manageUrl(
  { origin, secretKeys }: Pick<Deps, 'origin' | 'secretKeys'>,
  group: LinkParts & { reference: string },
): string {
  return `${origin}/booking/${group.reference}?token=${sign(secretKeys, 'manage', linkText(group))}`
}

/** The link in the vendor's email to the page where a request is answered, in the language of the email. */
export function requestUrl(
  { origin, secretKeys }: Pick<Deps, 'origin' | 'secretKeys'>,
  group: LinkParts & { reference: string },
  language: Language,
): string {
  return `${origin}/request/${group.reference}?token=${sign(secretKeys, 'answer', answerText(group.groupId))}&language=${language}`
}

type AskedLink = { reference: string; token: string }

/** The purchase a manage link opens, or null: a wrong token and an unknown reference are the same nothing. */
export async function findGroupByLink(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  { reference, token }: AskedLink,
): Promise<(OpenedLink & { vendorId: VendorId }) | null> {
  const group = await withReference(db, reference)
    .select(['g.id', 'g.vendorId', 'g.tokenRotation'])
    .executeTakeFirst()
  if (!group) return null
  const text = linkText({ groupId: group.id, tokenRotation: group.tokenRotation })
  return verify(secretKeys, 'manage', text, token) ? group : null
}

/** The purchase that waits behind the link in a vendor's e-mail. A suspended vendor answers nothing. */
export async function findRequestByLink(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  { reference, token }: AskedLink,
): Promise<{ id: string } | null> {
  const group = await withReference(db, reference)
    .innerJoin('vendors as v', 'v.id', 'g.vendorId')
    .where('v.suspendedAt', 'is', null)
    .select('g.id')
    .executeTakeFirst()
  return group && verify(secretKeys, 'answer', answerText(group.id), token) ? group : null
}

/** Nothing for what cannot be a reference. */
const withReference = (db: Deps['db'], reference: string) =>
  db
    .selectFrom('bookingGroups as g')
    .where('g.reference', '=', /^[0-9A-Za-z]{10}$/.test(reference) ? reference.toUpperCase() : '')
