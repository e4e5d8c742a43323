import type { Db } from '#core/shared/db.ts'
import { customerRefusal, type CustomerRefusal } from '../rules/offer.ts'
import { partyRefusal } from '../rules/party.ts'
import { findNewOffer } from './booking-facts.ts'

type Asked = { slotId: string; people: number; extras: readonly string[] }

export type SlotFound =
  /** with the extras */
  | { ok: true; priceMinor: number }
  | { ok: false; reason: CustomerRefusal | 'too_many_people' | 'price_changed' }

/** What a slot of this facility costs with these extras, or why this party cannot book it now. Nothing is held. */
export async function findSlot(
  db: Db,
  { slotId, people, extras }: Asked,
  classId: string,
): Promise<SlotFound> {
  const found = await findNewOffer(db, slotId, extras)
  if (found?.classId !== classId) return { ok: false, reason: 'not_found' }
  const { offer, now } = found
  const party = { people, extras, gender: null, birthDate: null }
  const refused = customerRefusal(offer, 1, now)
  if (refused !== null) return { ok: false, reason: refused }
  if (partyRefusal(offer, party) === 'too_many_people')
    return { ok: false, reason: 'too_many_people' }
  return offer.priceMinor === null
    ? { ok: false, reason: 'price_changed' }
    : { ok: true, priceMinor: offer.priceMinor }
}
