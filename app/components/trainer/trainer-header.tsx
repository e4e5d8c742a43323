import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClasses } from '../ui/button-classes.ts'
import { cx } from '../ui/cx.ts'
import { ThemeToggle } from '../ui/theme-toggle.tsx'

export type ShownTrainer = {
  name: string
  fullName: string | null
  avatarUrl: string | null
  location: string | null
  description: string | null
  contactEmail: string | null
  contactPhone: string | null
}

/** Who it is, where they work, and how to reach them where they said how. */
export function TrainerHeader({ trainer }: { trainer: ShownTrainer }) {
  const t = useTranslations('pages.trainer')
  const s = useTranslations('shared')
  const { pathname, search } = useLocation()
  const { contactEmail, contactPhone } = trainer
  return (
    <header className="relative grid gap-4 py-6 sm:py-10">
      <div className="flex items-start gap-3 sm:items-center sm:gap-5">
        <Avatar name={trainer.name} src={trainer.avatarUrl} size="large" />
        <div className="min-w-0 flex-1">
          <h1
            className={cx(
              'hyphens-auto wrap-anywhere sm:text-3xl',
              trainer.name.length > 24 ? 'text-xl' : 'text-2xl',
            )}
          >
            {trainer.name}
          </h1>
          <p className="flex flex-wrap gap-x-4 text-muted">
            {trainer.fullName && <span>{t('trainer', { name: trainer.fullName })}</span>}
            {trainer.location && (
              <span className="inline-flex items-center gap-1.5">
                <MapPin aria-hidden="true" className="size-4 shrink-0" />
                {trainer.location}
              </span>
            )}
          </p>
        </div>
        <ThemeToggle
          toLightLabel={s('theme.light')}
          toDarkLabel={s('theme.dark')}
          returnTo={pathname + search}
          className="self-start"
        />
      </div>
      {(contactEmail ?? contactPhone) && (
        <div className="flex gap-2">
          {contactEmail && (
            <a href={`mailto:${contactEmail}`} className={buttonClasses({ variant: 'secondary' })}>
              <Mail aria-hidden="true" />
              {t('message')}
            </a>
          )}
          {contactPhone && (
            <a href={`tel:${contactPhone}`} className={buttonClasses({ variant: 'secondary' })}>
              <Phone aria-hidden="true" />
              {t('call')}
            </a>
          )}
        </div>
      )}
      {trainer.description && (
        <p dir="auto" className="max-w-prose text-lg whitespace-pre-line">
          {trainer.description}
        </p>
      )}
    </header>
  )
}
