import { findVendorPicture } from '#core/pictures/queries.ts'
import { vendorPicturePath } from '#core/pictures/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findAccent } from '#core/vendors/queries.ts'

/** How the head of a mail shows its vendor, besides the name. */
export type SenderLook = { accent: string | null; picture: string | null }

/** `neutral`: without the picture, because it can say anything too. */
export async function findSenderLook(
  deps: Pick<Deps, 'db' | 'origin' | 'settings'>,
  { vendorId }: { vendorId: VendorId | null },
  neutral: boolean,
): Promise<SenderLook> {
  if (vendorId === null) return { accent: null, picture: null }
  const accent = await findAccent(deps, vendorId)
  const picture = neutral ? null : await findVendorPicture(deps.db, vendorId)
  return {
    accent,
    picture: picture && deps.origin + vendorPicturePath(vendorId, picture.name),
  }
}
