import { useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { initialsOf } from '#core/shared/initials.ts'

type AvatarProps = {
  name: string
  src?: string | null | undefined
  size?: 'small' | 'medium' | 'large' | 'huge' | undefined
  /** The name for screen readers, if no text next to it says who this is. */
  label?: string | undefined
  className?: string | undefined
}

const sizes = {
  small: 'size-8 text-sm',
  medium: 'size-11 text-base',
  large: 'size-16 text-xl',
  huge: 'size-24 text-2xl',
} as const

export function Avatar({ name, src, size = 'medium', label, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const picture = useRef<HTMLImageElement>(null)

  // A picture that failed before the script ran has no error event left to give.
  useEffect(() => {
    const image = picture.current
    if (src && image?.complete && image.naturalWidth === 0) setBroken(src)
  }, [src])

  const look = cx('inline-grid shrink-0 place-items-center rounded-full', sizes[size], className)

  if (src && src !== broken) {
    return (
      <img
        ref={picture}
        src={src}
        alt={label ?? ''}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className={cx(look, 'bg-sunken object-cover')}
      />
    )
  }

  return (
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={cx(look, 'border border-accent/25 bg-accent-soft font-semibold text-accent')}
    >
      {initialsOf(name)}
    </span>
  )
}
