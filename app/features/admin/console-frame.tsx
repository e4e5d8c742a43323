import Download from 'lucide-react/icons/download'
import LogOut from 'lucide-react/icons/log-out'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'

type ConsoleFrameProps = {
  account: { name: string; email: string }
  /** false: two-factor sign-in is missing, and there is nothing else yet */
  isReady: boolean
  children: ReactNode
}

/** What is around every page of the operator's console. */
export function ConsoleFrame({ account, isReady, children }: ConsoleFrameProps) {
  const t = useTranslations('admin')
  const s = useTranslations('shared')
  const { pathname, search } = useLocation()
  const exported = pathname === '/super-admin/vendors' ? search : ''
  return (
    <>
      <header className="no-print border-b border-line">
        <div className="page flex min-h-16 flex-wrap items-center gap-x-1 gap-y-1 py-2 sm:gap-x-2">
          <h1 className="min-w-0 flex-1 basis-28 text-lg leading-tight font-semibold max-sm:text-base">
            <Link to="/super-admin/dashboard" className="inline-flex min-h-11 items-center">
              {t('title')}
            </Link>
          </h1>
          {isReady && (
            <>
              {/* A file, not a page: the router must not ask for its data. */}
              <a
                href={`/super-admin/vendors/export${exported}`}
                download
                className={buttonClasses({ variant: 'secondary', size: 'small' })}
              >
                <Download aria-hidden="true" />
                <span className="max-md:sr-only">{t('export')}</span>
              </a>
              <LinkButton to="/super-admin/invitations" size="small">
                <UserPlus aria-hidden="true" />
                <span className="max-md:sr-only">{t('add')}</span>
              </LinkButton>
            </>
          )}
          <ThemeToggle
            toLightLabel={s('theme.light')}
            toDarkLabel={s('theme.dark')}
            returnTo={pathname + search}
          />
          <Form method="post" action="/super-admin/signout">
            <Button variant="quiet" size="small" title={account.email}>
              <LogOut aria-hidden="true" />
              <span className="max-lg:sr-only">{t('signOut')}</span>
            </Button>
          </Form>
        </div>
      </header>
      <main id="main" className="page min-h-[60dvh] pb-12">
        {children}
      </main>
      <SiteFooter own />
    </>
  )
}
