import type { PictureShown } from '#core/pictures/rules.ts'
import { Picture } from './picture.tsx'
import { SpotCover } from './spot-cover.tsx'

type CoverProps = {
  picture: PictureShown | null
  /** of the field of spots, where there is no picture */
  seed: string
  sizes: string
  className: string
}

/** The large picture at the top of a page; a field of spots where nothing was uploaded. */
export function Cover({ picture, seed, sizes, className }: CoverProps) {
  if (!picture) return <SpotCover seed={seed} className={className} />
  return <Picture picture={picture} alt="" sizes={sizes} loads="first" className={className} />
}
