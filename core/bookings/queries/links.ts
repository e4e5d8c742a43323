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

/** The purchase a link opens, or null: a wrong token and an unknown reference are the same nothing. */
export async function findGroupByLink(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  purpose: 'manage' | 'answer',
  link: { reference: string; token: string },
): Promise<(OpenedLink & { vendorId: VendorId }) | null> {
  if (!/^[0-9A-Za-z]{10}$/.test(link.reference)) return null
  const group = await db
    .selectFrom('bookingGroups')
    .where('reference', '=', link.reference.toUpperCase())
    .select(['id', 'vendorId', 'tokenRotation'])
    .executeTakeFirst()
  if (!group) return null
  const text =
    purpose === 'answer'
      ? answerText(group.id)
      : linkText({ groupId: group.id, tokenRotation: group.tokenRotation })
  return verify(secretKeys, purpose, text, link.token) ? group : null
}
