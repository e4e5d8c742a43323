import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Face } from '#app/features/pictures/face.tsx'
import { DashboardLink } from '#app/features/site/dashboard-link.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'

type TrainerBarProps = {
  username: string
  name: string
  avatarUrl: string | null
  face?: PictureShown | null
}

/** The header of a trainer's class pages, instead of the product's own. */
export function TrainerBar({ username, name, avatarUrl, face = null }: TrainerBarProps) {
  const t = useTranslations('shared')
  const { pathname, search } = useLocation()
  return (
    <header className="@container border-b border-line">
      <div className="page flex min-h-16 items-center gap-3 py-2">
        <Link
          to={`/${username}`}
          className="me-auto inline-flex min-h-11 min-w-0 items-center gap-3"
        >
          {/* Large text needs the room for the name. */}
          <span className="flex shrink-0 @max-[16rem]:hidden">
            <Face name={name} face={face} avatarUrl={avatarUrl} />
          </span>
          <span className="line-clamp-2 min-w-0 leading-tight font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
        </Link>
        <DashboardLink brief />
        <ThemeToggle
          toLightLabel={t('theme.light')}
          toDarkLabel={t('theme.dark')}
          returnTo={pathname + search}
        />
      </div>
    </header>
  )
}
