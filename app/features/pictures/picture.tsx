import { cx } from '#app/ui/cx.ts'
import { pictureSources, type PictureShown } from '#core/pictures/rules.ts'

export type PictureProps = {
  picture: PictureShown
  /** What it shows; '' where the text beside it says so. */
  alt: string
  /** How wide it is on the page, as in the sizes attribute. */
  sizes: string
  /** `first`: the largest thing on the first screen. `early`: on the first screen. `late`: loaded when it comes near. */
  loads?: 'first' | 'early' | 'late' | undefined
  className?: string | undefined
}

/** An uploaded picture, with room for it and its colours before it has loaded. Its parent may cut it: `object-cover`. */
export function Picture({ picture, alt, sizes, loads = 'late', className }: PictureProps) {
  const { width, height, colour, placeholder } = picture
  return (
    <picture className="contents">
      {/* In a grid, Chrome gives a source that is not hidden a cell of its own. */}
      <source
        type="image/avif"
        srcSet={pictureSources(picture, 'avif')}
        sizes={sizes}
        className="hidden"
      />
      <img
        srcSet={pictureSources(picture, 'webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={loads === 'late' ? 'lazy' : 'eager'}
        decoding="async"
        {...(loads === 'first' && { fetchPriority: 'high' as const })}
        className={cx('bg-cover bg-center object-cover', className)}
        // A picture without a placeholder lets the page shine through.
        style={
          placeholder
            ? { backgroundColor: colour, backgroundImage: `url(${placeholder})` }
            : undefined
        }
      />
    </picture>
  )
}
