import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'
import { Menu } from '#app/ui/menu.tsx'

type SectionTabsProps = {
  /** `wide`: not on phones, which have no room for it */
  tabs: readonly { to: string; label: string; icon: ReactNode; current: boolean; wide?: boolean }[]
  /** The entries behind "More", which only the bar of a phone has. */
  more: ReactNode
}

const tabClasses = [
  // Never so large that a tab stands beside the screen, however large the reader's text is.
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 rounded-control px-1 text-[min(0.875rem,3.6vw)] font-medium text-muted',
  'hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:text-accent [&_svg]:size-5 [&_svg]:shrink-0',
  'md:min-h-11 md:flex-none md:flex-row md:px-2 md:text-base lg:px-3 md:aria-[current=page]:text-ink md:aria-[current=page]:bg-chosen',
  'md:[&_svg]:hidden',
].join(' ')

/** The sections of the workspace: in its header, on phones at the lower edge of the screen. */
export function SectionTabs({ tabs, more }: SectionTabsProps) {
  const t = useTranslations('workspace')
  return (
    <nav
      aria-label={t('sections')}
      className={cx(
        'tab-bar flex no-print md:gap-1',
        'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:overflow-x-auto max-md:px-1',
        'max-md:border-t max-md:border-line max-md:bg-raised max-md:pb-[env(safe-area-inset-bottom)]',
      )}
    >
      {tabs.map(({ to, label, icon, current, wide }) => (
        <Link
          key={to}
          to={to}
          aria-current={current ? 'page' : undefined}
          className={cx(tabClasses, wide && 'max-md:hidden')}
        >
          {icon}
          {label}
        </Link>
      ))}
      <Menu
        label={t('more.label')}
        icon={<Ellipsis aria-hidden="true" />}
        className={cx(tabClasses, 'md:hidden')}
      >
        {more}
      </Menu>
    </nav>
  )
}
