import MapPin from 'lucide-react/icons/map-pin'
import BadgeCheck from 'lucide-react/icons/badge-check'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Cover } from '#app/features/pictures/cover.tsx'
import { Face } from '#app/features/pictures/face.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { Folded } from '#app/ui/folded.tsx'
import type { ShownTrainer } from './trainer-header.tsx'

type TrainerIntroProps = {
  trainer: Omit<ShownTrainer, 'contactEmail' | 'contactPhone' | 'contactTelegram'>
  /** beside the name, where there is room */
  children?: ReactNode
}

// Fewer would speak against a trainer who has just begun.
const worthSaying = 25

/** Cover, face, name, place and own words of a trainer; as wide as what it stands in, also in the drawing of a phone. */
export function TrainerIntro({ trainer, children }: TrainerIntroProps) {
  const t = useTranslations('trainer')
  // Beside the face it would push that down, out of the cover.
  const isLong = trainer.name.length > 40
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Cover
          picture={trainer.cover}
          seed={trainer.username}
          sizes="(width < 68rem) 100vw, 68rem"
          className="-mx-4 block aspect-3/1 max-h-56 w-[calc(100%+2rem)] max-w-none @min-[46rem]:mx-0 @min-[46rem]:mt-6 @min-[46rem]:aspect-5/1 @min-[46rem]:max-h-none @min-[46rem]:w-full @min-[46rem]:rounded-card"
        />
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
          <Face
            name={trainer.name}
            face={trainer.face}
            avatarUrl={trainer.avatarUrl}
            size="huge"
            className="relative -mt-12 shadow-[0_0_0_4px_var(--paper)]"
          />
          <div
            className={cx(
              'min-w-0 flex-1',
              isLong ? 'basis-full @min-[46rem]:basis-60' : 'basis-60',
            )}
          >
            <h1
              className={cx(
                'leading-tight hyphens-auto wrap-anywhere',
                isLong ? 'text-xl' : 'text-2xl @min-[46rem]:text-3xl',
              )}
            >
              <bdi>{trainer.name}</bdi>
            </h1>
            {trainer.location && (
              <p className="flex items-start gap-1 text-muted">
                <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">
                  <bdi>{trainer.location}</bdi>
                </span>
              </p>
            )}
          </div>
          {children && (
            <div className="flex shrink-0 flex-wrap gap-2 @max-[46rem]:hidden">{children}</div>
          )}
        </div>
        {trainer.description && (
          <div className="grid">
            <Folded text={trainer.description} className="max-w-prose" />
          </div>
        )}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted @max-[46rem]:text-sm">
          {trainer.fullName && (
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {t(trainer.badges.includes('certified_trainer') ? 'certified' : 'trainer', {
                name: trainer.fullName,
              })}
            </span>
          )}
          {trainer.classes > 0 && <span>{t('countClasses', { n: trainer.classes })}</span>}
          {trainer.students >= worthSaying && <span>{t('students', { n: trainer.students })}</span>}
        </p>
        <Badges trainer={trainer} />
      </div>
    </div>
  )
}

/** What was proved, the years they say themselves, and what they teach. */
function Badges({ trainer }: Pick<TrainerIntroProps, 'trainer'>) {
  const t = useTranslations('trainer')
  const shown: { text: string; icon?: ReactNode }[] = []
  if (trainer.badges.includes('verified'))
    shown.push({ icon: <BadgeCheck aria-hidden="true" />, text: t('badge.verified') })
  if (trainer.badges.includes('health_certified'))
    shown.push({ icon: <HeartPulse aria-hidden="true" />, text: t('badge.health') })
  if (trainer.years > 0) shown.push({ text: t('badge.years', { n: trainer.years }) })
  if (shown.length + trainer.specialties.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {shown.map(({ icon, text }) => (
        <li key={text}>
          <Badge tone={icon ? 'good' : 'neutral'} icon={icon}>
            {text}
          </Badge>
        </li>
      ))}
      {trainer.specialties.map((specialty) => (
        <li key={`of ${specialty}`} className="min-w-0">
          <Badge>
            <bdi>{specialty}</bdi>
          </Badge>
        </li>
      ))}
    </ul>
  )
}
