import BadgeCheck from 'lucide-react/icons/badge-check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Cover } from '#app/features/pictures/cover.tsx'
import { Face } from '#app/features/pictures/face.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { cx } from '#app/ui/cx.ts'
import { Folded } from '#app/ui/folded.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'
import type { Badge as BadgeName } from '#core/vendors/rules.ts'

export type ShownTrainer = {
  name: string
  fullName: string | null
  username: string
  avatarUrl: string | null
  face: PictureShown | null
  cover: PictureShown | null
  location: string | null
  description: string | null
  contactEmail: string | null
  contactPhone: string | null
  contactTelegram: string | null
  badges: readonly BadgeName[]
  /** of experience; 0: they did not say */
  years: number
  /** people who have come; 0: none was marked yet */
  students: number
}

type TrainerHeaderProps = { trainer: ShownTrainer; count: string }

/** Cover, face, name, place, contact and own words of a trainer. On phones name and contact stay at the top. */
export function TrainerHeader({ trainer, count }: TrainerHeaderProps) {
  const t = useTranslations('trainer')
  const s = useTranslations('shared')
  const { pathname, search } = useLocation()
  const panel = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    function closeElsewhere({ target }: PointerEvent) {
      const open = panel.current
      if (open && target instanceof Node && !open.contains(target)) open.open = false
    }
    // Not on pointerdown: closing moves the page up, and the finger would let go of something else.
    document.addEventListener('click', closeElsewhere)
    return () => document.removeEventListener('click', closeElsewhere)
  }, [])
  const theme = {
    toLightLabel: s('theme.light'),
    toDarkLabel: s('theme.dark'),
    returnTo: pathname + search,
  }
  const reachable = trainer.contactTelegram ?? trainer.contactEmail ?? trainer.contactPhone ?? null
  return (
    <>
      <header className="z-20 -mx-4 flex min-h-14 border-b border-line bg-paper items-center gap-3 px-4 md:hidden [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-0">
        <p aria-hidden="true" className="flex min-w-0 flex-1 items-center gap-2.5">
          <Face
            name={trainer.name}
            face={trainer.face}
            avatarUrl={trainer.avatarUrl}
            size="small"
          />
          <span className="min-w-0 truncate font-medium">
            <bdi>{trainer.name}</bdi>
          </span>
        </p>
        <ThemeToggle {...theme} className="shrink-0" />
        {reachable && (
          <details ref={panel} className="group shrink-0">
            <summary className="inline-flex size-11 list-none items-center justify-center rounded-control border border-control bg-raised [&::-webkit-details-marker]:hidden">
              <MessageCircle aria-hidden="true" className="size-5 group-open:hidden" />
              <ChevronDown
                aria-hidden="true"
                className="hidden size-5 rotate-180 group-open:block"
              />
              <span className="sr-only">{t('contact')}</span>
            </summary>
            <div className="absolute inset-x-0 top-full grid grid-flow-col gap-2 border-b border-line bg-paper p-4 shadow-float">
              <Ways trainer={trainer} />
            </div>
          </details>
        )}
      </header>
      <div className="grid gap-3">
        <Cover
          picture={trainer.cover}
          seed={trainer.username}
          sizes="(width < 68rem) 100vw, 68rem"
          className="-mx-4 block aspect-2/1 max-h-56 w-[calc(100%+2rem)] max-w-none md:mx-0 md:mt-6 md:aspect-4/1 md:max-h-72 md:w-full md:rounded-card"
        />
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3 md:px-6">
          <Face
            name={trainer.name}
            face={trainer.face}
            avatarUrl={trainer.avatarUrl}
            size="huge"
            className="relative -mt-12 shadow-[0_0_0_4px_var(--paper)]"
          />
          <div className="min-w-0 flex-1 basis-60">
            <h1
              className={cx(
                'leading-tight hyphens-auto wrap-anywhere',
                trainer.name.length > 40 ? 'text-xl' : 'text-2xl md:text-3xl',
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
          <div className="flex shrink-0 flex-wrap gap-2 max-md:hidden">
            {reachable && <Ways trainer={trainer} />}
            <ThemeToggle {...theme} className="shrink-0" />
          </div>
        </div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted md:px-6">
          {trainer.fullName && (
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {t(trainer.badges.includes('certified_trainer') ? 'certified' : 'trainer', {
                name: trainer.fullName,
              })}
            </span>
          )}
          {count && <span>{count}</span>}
          {trainer.students > 0 && <span>{t('students', { n: trainer.students })}</span>}
        </p>
        <Badges trainer={trainer} />
        {trainer.description && (
          <div className="grid md:px-6">
            <Folded text={trainer.description} className="max-w-prose" />
          </div>
        )}
      </div>
    </>
  )
}

/** The links to write and to call; what was not given is not there. */
function Ways({ trainer }: { trainer: ShownTrainer }) {
  const t = useTranslations('trainer')
  const { contactTelegram, contactEmail, contactPhone } = trainer
  const write = contactTelegram
    ? `https://t.me/${contactTelegram}`
    : contactEmail && `mailto:${contactEmail}`
  return (
    <>
      {write && (
        <a
          href={write}
          className={buttonClasses({ variant: 'secondary' })}
          {...(contactTelegram && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          <MessageCircle aria-hidden="true" />
          {t('message')}
        </a>
      )}
      {contactPhone && (
        <a href={`tel:${contactPhone}`} className={buttonClasses({ variant: 'secondary' })}>
          <Phone aria-hidden="true" />
          {t('call')}
        </a>
      )}
    </>
  )
}

/** What was proved, and the years they say themselves. */
function Badges({ trainer }: { trainer: ShownTrainer }) {
  const t = useTranslations('trainer.badge')
  const shown: { text: string; icon?: ReactNode }[] = []
  if (trainer.badges.includes('verified'))
    shown.push({ icon: <BadgeCheck aria-hidden="true" />, text: t('verified') })
  if (trainer.badges.includes('health_certified'))
    shown.push({ icon: <HeartPulse aria-hidden="true" />, text: t('health') })
  if (trainer.years > 0) shown.push({ text: t('years', { n: trainer.years }) })
  if (shown.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 md:px-6">
      {shown.map(({ icon, text }) => (
        <li key={text}>
          <Badge tone={icon ? 'good' : 'neutral'} icon={icon}>
            {text}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
