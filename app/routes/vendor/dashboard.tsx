import ExternalLink from 'lucide-react/icons/external-link'
import LogOut from 'lucide-react/icons/log-out'
import { Outlet, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { signingOut } from '#app/features/accounts/signed-out.ts'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { CopyLink } from '#app/features/workspace/copy-link.tsx'
import { EmbedCode } from '#app/features/workspace/embed-code.tsx'
import { PlanBadge, type PlanShown } from '#app/features/workspace/plan-badge.tsx'
import type { Member } from '#app/http/context.ts'
import { memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { initialsOf } from '#app/ui/initials.ts'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { isOnTrial, planInForce } from '#core/plans/rules.ts'
import { mayManage } from '#core/vendors/rules.ts'
import type { Route } from './+types/dashboard'

const dayMs = 86_400_000

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, origin } = depsOf(context)
  const member = memberOf(context)
  const { vendor } = member
  return {
    plan: settings.plans ? planShown(vendor, new Date()) : null,
    pageUrl: vendor.username === null ? null : `${origin}/${vendor.username}`,
    name: member.fullName,
    email: member.email,
    avatarUrl: member.avatarUrl,
    manages: mayManage(vendor.role),
  }
}

function planShown({ plan, trialEndsAt }: Member['vendor'], now: Date): PlanShown {
  const facts = { plan, trialEndsAt }
  if (isOnTrial(facts, now))
    return { kind: 'trial', daysLeft: Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs) }
  return { kind: planInForce(facts, now, true) }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('workspace')
  const s = useTranslations('shared')
  const { pathname, search } = useLocation()
  const under = (to: string) => pathname === to || pathname.startsWith(`${to}/`)
  const tab = (to: string, label: string, current = under(to)) => ({ to, label, current })
  const { plan, pageUrl, name, email, avatarUrl, manages } = loaderData
  return (
    <>
      <header className="page">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
          <h1 className="text-xl">{t('title')}</h1>
          {plan && <PlanBadge plan={plan} />}
          <div className="ms-auto flex flex-wrap items-center justify-end">
            {pageUrl && (
              <>
                <CopyLink href={pageUrl} />
                <EmbedCode pageUrl={pageUrl} />
                <a
                  href={pageUrl}
                  className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium hover:bg-sunken"
                >
                  {t('publicPage')}
                  <ExternalLink aria-hidden="true" className="size-4" />
                </a>
              </>
            )}
            <ThemeToggle
              toLightLabel={s('theme.light')}
              toDarkLabel={s('theme.dark')}
              returnTo={pathname + search}
            />
            <Menu
              iconOnly
              label={t('menu', { initials: initialsOf(name) })}
              icon={<Avatar name={name} src={avatarUrl} size="small" />}
            >
              <p className="px-3 py-2">
                <bdi className="block font-medium wrap-anywhere">{name}</bdi>
                <span className="block text-sm text-muted wrap-anywhere">{email}</span>
              </p>
              <MenuLink to="/signout" state={signingOut}>
                <LogOut aria-hidden="true" /> {t('signOut')}
              </MenuLink>
            </Menu>
          </div>
        </div>
        <TabLinks
          label={t('sections')}
          tabs={[
            tab('/dashboard', t('tabs.overview'), pathname === '/dashboard'),
            tab(
              '/dashboard/classes',
              t('tabs.classes'),
              under('/dashboard/classes') || under('/dashboard/sessions'),
            ),
            tab('/dashboard/bookings', t('tabs.bookings')),
            ...(manages ? [tab('/dashboard/settings', t('tabs.settings'))] : []),
          ]}
        />
      </header>
      <main id="main" className="page min-h-[60dvh]">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}
