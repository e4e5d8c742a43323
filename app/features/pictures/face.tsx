import { Avatar } from '#app/ui/avatar.tsx'
import { cx } from '#app/ui/cx.ts'
import type { PictureShown } from '#core/pictures/rules.ts'
import { Picture } from './picture.tsx'

export type FaceProps = {
  name: string
  /** what the vendor uploaded */
  face: PictureShown | null
  /** one of the drawings given at sign-up */
  avatarUrl: string | null
  size?: 'small' | 'medium' | 'large' | 'huge' | undefined
  className?: string | undefined
}

const sizes = { small: 'size-8', medium: 'size-11', large: 'size-16', huge: 'size-24' } as const

/** A vendor's profile photo or its placeholder. The name is beside it. */
export function Face({ name, face, avatarUrl, size = 'medium', className }: FaceProps) {
  if (!face) return <Avatar name={name} src={avatarUrl} size={size} className={className} />
  return (
    <Picture
      picture={face}
      alt=""
      sizes="6rem"
      loads="early"
      className={cx('shrink-0 rounded-full', sizes[size], className)}
    />
  )
}
