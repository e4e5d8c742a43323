import { cx } from '#app/ui/cx.ts'
import type { PictureShown } from '#core/pictures/rules.ts'
import { Picture } from './picture.tsx'
import { SpotCover } from './spot-cover.tsx'

type ClassThumbProps = {
  of: { id: string; picture: PictureShown | null }
  sizes: string
  className: string
}

/** The picture of a class in a list. */
export function ClassThumb({ of, sizes, className }: ClassThumbProps) {
  if (of.picture) return <Picture picture={of.picture} alt="" sizes={sizes} className={className} />
  return <SpotCover seed={of.id} className={cx('block', className)} />
}
