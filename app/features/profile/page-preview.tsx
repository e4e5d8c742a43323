import { useTranslations } from 'use-intl'
import { Phone } from '#app/features/example/phone.tsx'
import { TrainerIntro } from '#app/features/trainer/trainer-intro.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'
import { wordsIn } from '#core/vendors/rules.ts'

type PagePreviewProps = {
  /** what stands in the form now */
  fields: Readonly<Record<string, string>>
  avatarUrl: string | null
  face: PictureShown | null
  cover?: PictureShown | null
  host: string
  /** The page has sessions already, which the preview leaves out. */
  running?: boolean
}

/** The top of the public page as the form would make it, in the frame of a phone. */
export function PagePreview({
  fields,
  avatarUrl,
  face,
  cover = null,
  host,
  running,
}: PagePreviewProps) {
  const t = useTranslations('profile.steps')
  const text = (name: string) => fields[name]?.trim() ?? ''
  const username = text('username').toLowerCase()
  const years = Number(text('experienceYears'))
  return (
    <figure className="mx-auto w-full max-w-80">
      {/* An img element could not hold a page. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="img" aria-label={t('preview')}>
        <Phone>
          <p dir="ltr" className="px-4 pt-2.5 pb-2">
            <span className="block truncate rounded-full bg-sunken px-3 py-1 text-center text-sm text-muted">
              {host}/{username || '…'}
            </span>
          </p>
          <div inert className="min-h-0 flex-1 overflow-hidden px-4">
            <TrainerIntro
              trainer={{
                name: text('businessName') || text('fullName') || '…',
                fullName: text('fullName') || null,
                username,
                avatarUrl,
                face,
                cover,
                location: text('location') || null,
                description: text('description') || null,
                specialties: wordsIn(text('specialties')).slice(0, 10),
                badges: [],
                years: Number.isInteger(years) ? Math.min(Math.max(years, 0), 80) : 0,
                students: 0,
                classes: 0,
              }}
            />
            {!running && (
              <p className="mt-6 border-t border-line pt-4 text-muted">{t('noSessions')}</p>
            )}
          </div>
        </Phone>
      </div>
      <figcaption className="mt-3 text-center text-sm text-muted">{t('previewText')}</figcaption>
    </figure>
  )
}
