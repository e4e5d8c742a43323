import ChevronDown from 'lucide-react/icons/chevron-down'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Face } from '#app/features/pictures/face.tsx'
import { DashboardLink } from '#app/features/site/dashboard-link.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'
import type { Badge as BadgeName } from '#core/vendors/rules.ts'
import { type Way, waysTo } from './ways-to.ts'
import { TrainerIntro } from './trainer-intro.tsx'

export type ShownTrainer = {
  name: string
  fullName: string | null
  username: string
  avatarUrl: string | null
  face: PictureShown | null
  cover: PictureShown | null
  location: string | null
  description: string | null
  specialties: readonly string[]
  contactEmail: string | null
  contactPhone: string | null
  contactTelegram: string | null
  badges: readonly BadgeName[]
  /** of experience; 0: they did not say */
  years: number
  /** people who have come; 0: none was marked yet */
  students: number
  /** that one can book; 0: none yet */
  classes: number
}

/** Who this is and how to reach them. On phones name and contact stay at the top. */
export function TrainerHeader({ trainer }: { trainer: ShownTrainer }) {
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
  const ways = waysTo(trainer)
  const [first, second] = ways
  return (
    <>
      <header className="@container z-20 -mx-4 flex min-h-14 border-b border-line bg-paper items-center gap-3 px-4 min-[50rem]:hidden [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-0">
        <p aria-hidden="true" className="flex min-w-0 flex-1 items-center gap-2.5">
          {/* A long name would squeeze it. */}
          <span className="flex shrink-0 @max-[16rem]:hidden">
            <Face
              name={trainer.name}
              face={trainer.face}
              avatarUrl={trainer.avatarUrl}
              size="small"
            />
          </span>
          <span className="line-clamp-2 min-w-0 leading-tight font-medium wrap-anywhere">
            <bdi>{trainer.name}</bdi>
          </span>
        </p>
        <DashboardLink brief />
        <ThemeToggle {...theme} className="shrink-0" />
        {first && !second && (
          <WayLink way={first} className="size-11 shrink-0 px-0!">
            <span className="sr-only">{t(first.name)}</span>
          </WayLink>
        )}
        {second && (
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
              <Ways ways={ways} />
            </div>
          </details>
        )}
      </header>
      <TrainerIntro trainer={trainer}>
        <DashboardLink />
        <Ways ways={ways} />
        <ThemeToggle {...theme} className="shrink-0" />
      </TrainerIntro>
    </>
  )
}

function Ways({ ways }: { ways: readonly Way[] }) {
  const t = useTranslations('trainer')
  return ways.map((way) => (
    <WayLink key={way.name} way={way}>
      {t(way.name)}
    </WayLink>
  ))
}

type WayLinkProps = { way: Way; children: ReactNode; className?: string }

function WayLink({ way: { name, href, external }, children, className }: WayLinkProps) {
  return (
    <a
      href={href}
      className={buttonClasses({ variant: 'secondary', className })}
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {name === 'call' ? <Phone aria-hidden="true" /> : <MessageCircle aria-hidden="true" />}
      {children}
    </a>
  )
}
