import { useTranslations } from 'use-intl'
import { Face } from '#app/features/pictures/face.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'

type InstructorCardProps = {
  name: string
  business: string | null
  username: string
  avatarUrl: string | null
  face: PictureShown | null
  /** sessions that took place */
  taught: number
}

export function InstructorCard(props: InstructorCardProps) {
  const { name, business, username, avatarUrl, face, taught } = props
  const t = useTranslations('pages.class')
  return (
    <section
      aria-labelledby="instructor"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-8"
    >
      <h2 id="instructor" className="text-xl">
        {t('instructor')}
      </h2>
      <div className="flex flex-wrap items-center gap-4">
        <Face name={name} face={face} avatarUrl={avatarUrl} size="large" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-lg font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          {business && business !== name && (
            <p className="wrap-anywhere text-muted">
              <bdi>{business}</bdi>
            </p>
          )}
          {taught > 0 && <p className="text-muted">{t('taught', { n: taught })}</p>}
        </div>
        <LinkButton to={`/${username}`} variant="secondary" className="wrap-anywhere">
          {t('moreOf', { name: business ?? name })}
        </LinkButton>
      </div>
    </section>
  )
}
