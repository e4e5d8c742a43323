import { askForLinks } from '#core/bookings/commands/send-links.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Feed } from '../queries/links.ts'

/**
 * Replaces the address of a customer's feed. The new one is mailed and never shown: somebody else may have the old one. If
 * too many mails were requested, the customer gets it later, with the links to the bookings.
 */
export async function renewCustomerFeed(
  deps: Deps,
  { id, email }: Pick<Feed, 'id' | 'email'>,
  { language, network }: { language: Language; network: string },
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  const renewed = await deps.db
    .updateTable('feeds')
    .set((eb) => ({ id: eb.fn<string>('gen_random_uuid'), createdAt: eb.fn<Date>('now') }))
    .where('id', '=', id)
    .where('email', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!renewed || email === null) return { ok: false, reason: 'not_found' }
  await askForLinks(deps, { contact: email, language, network })
  return { ok: true }
}
