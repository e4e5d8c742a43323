import { useTranslations } from 'use-intl'
import type { PictureShown } from '#core/pictures/rules.ts'
import { Picture } from './picture.tsx'

/** A vendor's other pictures: the room, the equipment, the classes. */
export function Gallery({ pictures, name }: { pictures: readonly PictureShown[]; name: string }) {
  const t = useTranslations('trainer')
  if (pictures.length === 0) return null
  return (
    <ul
      aria-label={t('gallery', { name })}
      className="mt-10 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4"
    >
      {pictures.map((picture) => (
        <li key={picture.name}>
          <Picture
            picture={picture}
            alt=""
            sizes="(width < 40rem) 50vw, 17rem"
            className="aspect-4/3 w-full rounded-card"
          />
        </li>
      ))}
    </ul>
  )
}
