import BadgeCheck from 'lucide-react/icons/badge-check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { cx } from '#app/ui/cx.ts'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import type { Badge as BadgeName } from '#core/vendors/rules.ts'

export type ShownTrainer = {
  name: string
  fullName: string | null
  avatarUrl: string | null
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

/** Name, place and contact of a trainer. On phones it stays at the top, and the contact links open below it. */
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
  const reachable = trainer.contactTelegram ?? trainer.contactEmail ?? trainer.contactPhone ?? null
  return (
    <>
      <header className="z-20 -mx-4 border-b border-line bg-paper px-4 max-md:has-[details[open]]:mb-19 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-0 md:static! md:mx-0 md:border-0 md:px-0 md:pt-8">
        <div className="flex min-h-16 items-center gap-3 py-2 md:gap-5">
          <Avatar
            name={trainer.name}
            src={trainer.avatarUrl}
            size="medium"
            className="md:size-16 md:text-xl"
          />
          <div className="min-w-0 flex-1">
            <h1
              className={cx(
                'hyphens-auto wrap-anywhere max-md:line-clamp-3 max-md:leading-tight',
                trainer.name.length > 40 ? 'text-sm md:text-xl' : 'text-lg md:text-3xl',
              )}
            >
              <bdi>{trainer.name}</bdi>
            </h1>
            {trainer.location && (
              <p className="flex items-start gap-1 text-muted max-md:text-sm md:mt-1">
                <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 md:mt-1" />
                <span className="min-w-0 wrap-anywhere max-md:line-clamp-2">
                  <bdi>{trainer.location}</bdi>
                </span>
              </p>
            )}
          </div>
          {reachable && (
            <div className="flex shrink-0 flex-wrap gap-2 max-md:hidden">
              <Ways trainer={trainer} />
            </div>
          )}
          <ThemeToggle
            toLightLabel={s('theme.light')}
            toDarkLabel={s('theme.dark')}
            returnTo={pathname + search}
            className="shrink-0"
          />
          {reachable && (
            <details ref={panel} className="group shrink-0 md:hidden">
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
        </div>
      </header>
      <div className="grid gap-3 pt-3 md:pt-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
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
          <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line max-md:hidden">
            {trainer.description}
          </p>
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
    <ul className="flex flex-wrap gap-2">
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
