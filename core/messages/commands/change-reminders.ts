import type { Deps } from '#core/shared/deps.ts'
import { marksOf, openWishKey } from '../steps/wish-key.ts'
import { addWishes, dropWishes } from './end-mail.ts'

type Changed = { ok: true } | { ok: false; reason: 'no_address' }
type ReadersOfPurchase = {
  vendorId: string
  customerAddresses: readonly string[]
  linkedChat: string | null
}
type Holder = Pick<Deps, 'db' | 'secretKeys'>

/** The customer of a purchase wants no reminders of its vendor, by mail or in a chat. */
export const stopReminders = (deps: Holder, of: ReadersOfPurchase) => change(deps, of, addWishes)

/** The customer wants them again. */
export const resumeReminders = (deps: Holder, of: ReadersOfPurchase) => change(deps, of, dropWishes)

async function change(
  deps: Holder,
  { vendorId, customerAddresses, linkedChat }: ReadersOfPurchase,
  write: typeof addWishes,
): Promise<Changed> {
  const key = await openWishKey(deps)
  const addresses = [...customerAddresses, ...(linkedChat === null ? [] : [linkedChat])]
  if (key === null || addresses.length === 0) return { ok: false, reason: 'no_address' }
  await write(deps.db, vendorId, await marksOf(deps.db, { key, vendorId, addresses }))
  return { ok: true }
}
