import { listVendorPictures } from '#core/pictures/queries.ts'
import { vendorPicturePath } from '#core/pictures/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findStandings, listAccents } from '#core/vendors/queries.ts'
import { isProven } from '#core/vendors/rules.ts'

/** How the head of a mail shows its vendor, besides the name. */
export type SenderLook = { accent: string | null; picture: string | null }

/** The vendor of a message, as its mail has to know it. */
export type Sender = SenderLook & {
  isSuspended: boolean
  /** nobody has to fear that it invents customers */
  isProven: boolean
}

export type Senders = ReadonlyMap<VendorId, Sender>

type SenderDeps = Pick<Deps, 'db' | 'origin' | 'settings'>

/** The vendors of messages that leave together. */
export async function readSenders(
  deps: SenderDeps,
  vendorIds: readonly VendorId[],
): Promise<Senders> {
  const accents = await listAccents(deps, vendorIds)
  const standings = deps.settings.mailBudgets ? await findStandings(deps.db, vendorIds) : null
  const pictures = await listVendorPictures(deps.db, vendorIds)
  return new Map(
    [...accents].map(([id, { accent, isSuspended }]) => {
      const standing = standings?.get(id)
      const picture = pictures.get(id)
      return [
        id,
        {
          accent,
          picture: picture === undefined ? null : deps.origin + vendorPicturePath(id, picture),
          isSuspended,
          isProven: standings === null || (standing !== undefined && isProven(standing)),
        },
      ]
    }),
  )
}

const nobody: Sender = { accent: null, picture: null, isSuspended: false, isProven: false }

/** `senders`: those that were read for all messages that leave together. */
export async function findSender(
  deps: SenderDeps & { senders?: Senders },
  vendorId: VendorId,
): Promise<Sender> {
  const known = deps.senders?.get(vendorId)
  return known ?? (await readSenders(deps, [vendorId])).get(vendorId) ?? nobody
}

/** `neutral`: without the picture, because it can say anything too. */
export async function findSenderLook(
  deps: SenderDeps & { senders?: Senders },
  { vendorId }: { vendorId: VendorId | null },
  neutral: boolean,
): Promise<SenderLook> {
  if (vendorId === null) return { accent: null, picture: null }
  const { accent, picture } = await findSender(deps, vendorId)
  return { accent, picture: neutral ? null : picture }
}
