import ExternalLink from 'lucide-react/icons/external-link'
import LogOut from 'lucide-react/icons/log-out'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { fromMenu } from '#app/features/accounts/signed-out.ts'
import { Face } from '#app/features/pictures/face.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import type { PictureShown } from '#core/pictures/rules.ts'
import { initialsOf } from '#core/shared/initials.ts'
import { CopyLink } from './copy-link.tsx'
import type { PlanShown } from '#core/plans/rules.ts'
import { PlanBadge } from './plan-badge.tsx'

type WorkspaceBarProps = {
  business: string
  face: PictureShown | null
  avatarUrl: string | null
  plan: PlanShown | null
  pageUrl: string | null
  account: { name: string; email: string }
  tabs: ReactNode
  /** what the account menu offers besides signing out, where no other bar does */
  links: ReactNode
}

/** One line above every page of the workspace: whose it is, where one is, the public link, the account. */
export function WorkspaceBar({
  business,
  face,
  avatarUrl,
  plan,
  pageUrl,
  account,
  tabs,
  links,
}: WorkspaceBarProps) {
  const t = useTranslations('workspace')
  return (
    <header className="no-print border-b border-line">
      {/* Large text moves the buttons below the name, which needs the line. */}
      <div className="page flex min-h-14 items-center gap-1 py-1 max-md:flex-wrap max-md:justify-end lg:gap-2">
        <div className="relative me-auto flex min-w-0 items-center gap-3 rounded-control max-md:grow max-md:basis-44 [&>:first-child]:shrink-0">
          <Face name={business} face={face} avatarUrl={avatarUrl} size="small" />
          {/* Beside the tabs of a tablet there is no room for more than a letter of it. */}
          <div className="min-w-0 leading-tight md:max-lg:sr-only">
            <Link
              to="/dashboard"
              className="font-semibold wrap-anywhere after:absolute after:inset-0 max-md:line-clamp-2 md:block md:truncate"
            >
              <bdi>{business}</bdi>
            </Link>
            <div className="flex items-center gap-2 text-muted">
              <h1 className="truncate text-sm font-normal">{t('title')}</h1>
              {/* Over the link of the name, which fills the whole head. */}
              {plan && <PlanBadge plan={plan} className="relative z-1 max-lg:hidden" />}
            </div>
          </div>
        </div>
        {tabs}
        {pageUrl !== null && <PublicLink pageUrl={pageUrl} />}
        <AccountMenu {...account} plan={plan}>
          {links}
        </AccountMenu>
      </div>
    </header>
  )
}

/** Copies the public link; without JavaScript it opens the page. */
function PublicLink({ pageUrl }: { pageUrl: string }) {
  const t = useTranslations('workspace')
  return (
    <CopyLink
      href={pageUrl}
      withoutScript={
        <a href={pageUrl} className={buttonClasses({ variant: 'quiet', size: 'small' })}>
          <ExternalLink aria-hidden="true" />
          <span className="max-2xl:sr-only">{t('more.open')}</span>
        </a>
      }
      labelClassName="max-2xl:sr-only"
    />
  )
}

type AccountMenuProps = {
  name: string
  email: string
  plan: PlanShown | null
  children: ReactNode
}

function AccountMenu({ name, email, plan, children }: AccountMenuProps) {
  const t = useTranslations('workspace')
  const s = useTranslations('shared')
  const { pathname, search } = useLocation()
  return (
    <Menu
      iconOnly
      label={t('account', { initials: initialsOf(name) })}
      icon={<Avatar name={name} size="small" />}
    >
      <div className="flex items-start gap-2 border-b border-line pb-1.5 ps-3">
        <p className="min-w-0 flex-1 py-2">
          <bdi className="block font-medium wrap-anywhere">{name}</bdi>
          <span className="block text-sm text-muted wrap-anywhere">{email}</span>
          {plan && <PlanBadge plan={plan} className="min-h-11! lg:hidden" />}
        </p>
        <ThemeToggle
          toLightLabel={s('theme.light')}
          toDarkLabel={s('theme.dark')}
          returnTo={pathname + search}
        />
      </div>
      <div className="pt-1.5 max-md:hidden">{children}</div>
      <MenuLink to="/signout" state={fromMenu}>
        <LogOut aria-hidden="true" /> {t('signOut')}
      </MenuLink>
    </Menu>
  )
}
