import type { PictureShown } from '#core/pictures/rules.ts'
import { Picture } from './picture.tsx'
import { SpotCover } from './spot-cover.tsx'

type CoverProps = {
  /** the first one there is */
  of: readonly (PictureShown | null | undefined)[]
  /** of the field of spots, where there is no picture */
  seed: string
  sizes: string
  className: string
}

/** The large picture at the top of a page; a field of spots where nothing was uploaded. */
export function Cover({ of, seed, sizes, className }: CoverProps) {
  const picture = of.find((one) => one !== null && one !== undefined)
  if (!picture) return <SpotCover seed={seed} className={className} />
  return <Picture picture={picture} alt="" sizes={sizes} loads="first" className={className} />
}
