import { initialsOf } from '#core/shared/initials.ts'
import { findVendorPicture } from '#core/pictures/queries.ts'
import { jpegFile } from '#core/pictures/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findPublicVendor } from '#core/vendors/queries.ts'
import { accentColours } from './colour.ts'
import { drawable, drawing, escaped } from './drawing.ts'

/** What the head of an email shows of a vendor: a picture or, where it was removed since, initials. */
export type FaceFacts = {
  name: string
  accent: string | null
  /** `file`: the key of its JPEG */
  picture: { kind: 'face' | 'logo'; file: string } | null
}

export async function faceOf(deps: Deps, vendorId: string): Promise<FaceFacts | null> {
  const vendor = await findPublicVendor(deps, vendorId)
  if (!vendor) return null
  const picture = await findVendorPicture(deps.db, vendor.id)
  return {
    name: vendor.name,
    accent: vendor.accent,
    picture: picture && { kind: picture.kind, file: jpegFile(picture.name) },
  }
}

/** Emails show it half as large. */
const sizeInMails = 96
/** A logo fits into the circle that mail programs cut out of it. */
const logoShare = 68 / 96
const white = '#ffffff'

/** A square JPEG. Mail programs know no newer format. */
export async function drawFace(
  { files }: Pick<Deps, 'files'>,
  { name, accent, picture }: FaceFacts,
  size = sizeInMails,
): Promise<Buffer> {
  const sharp = await drawing()
  const bytes = picture && (await files.read(picture.file))
  const inside = picture?.kind === 'logo' ? 2 * Math.round((size * logoShare) / 2) : size
  const border = (size - inside) / 2
  const image = bytes
    ? sharp(bytes)
        .resize(inside, inside, { fit: 'contain', background: white })
        .extend({ top: border, bottom: border, left: border, right: border, background: white })
    : sharp(Buffer.from(initials(name, accent))).resize(size, size)
  return image.jpeg({ quality: 85, mozjpeg: true }).toBuffer()
}

function initials(name: string, chosen: string | null): string {
  const { accent, ink } = accentColours(chosen)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${4 * sizeInMails}" height="${4 * sizeInMails}" viewBox="0 0 96 96">
    <rect width="96" height="96" fill="${accent}"/>
    <text x="48" y="61" text-anchor="middle" font-family="Onest" font-size="36" font-weight="700" fill="${ink}">${escaped(drawable(initialsOf(name)))}</text>
  </svg>`
}
