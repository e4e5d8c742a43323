import type { ReactNode } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'

const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['ru', 'Русский'],
] as const

type Root = { plansOn: boolean; mayBeSignedIn: boolean; hasLegalNotice: boolean }

type SiteFooterProps = {
  /** The content above extends its own background to the edge. */
  flush?: boolean
  /** On the product's own pages: ways to the rest of it. A trainer's pages lead to no other trainer. */
  product?: boolean
  /** In the trainer's own area: nothing that is meant for visitors. */
  own?: boolean
}

export function SiteFooter({ flush = false, product = false, own = false }: SiteFooterProps) {
  const t = useTranslations('shared')
  const root = useRouteLoaderData<Root>('root')
  const plansOn = root?.plansOn ?? false
  return (
    <footer className={cx('border-t border-line text-muted', !flush && 'mt-16')}>
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-1 py-6 text-sm">
        {product && <FooterLink to="/classes">{t('nav.classes')}</FooterLink>}
        {product && plansOn && <FooterLink to="/pricing">{t('nav.pricing')}</FooterLink>}
        {product && <FooterLink to="/contact">{t('nav.contact')}</FooterLink>}
        {!own && root?.mayBeSignedIn && (
          <FooterLink to="/dashboard">{t('nav.dashboard')}</FooterLink>
        )}
        {!own && <FooterLink to="/my-spots">{t('nav.mySpots')}</FooterLink>}
        <FooterLink to="/privacy-policy">{t('nav.privacy')}</FooterLink>
        <FooterLink to="/terms-of-service">{t('nav.terms')}</FooterLink>
        {root?.hasLegalNotice && (
          <FooterLink to="/privacy-policy#operator">{t('nav.legalNotice')}</FooterLink>
        )}
        <Languages />
      </div>
    </footer>
  )
}

function Languages() {
  const t = useTranslations('shared')
  const language = useLocale()
  const { pathname, search } = useLocation()
  return (
    <form
      method="post"
      action="/language"
      className="-mx-3 flex flex-wrap max-sm:basis-full sm:ms-auto"
      aria-label={t('language')}
    >
      <input type="hidden" name="returnTo" value={pathname + search} />
      {languages.map(([code, name]) => (
        <button
          key={code}
          name="language"
          value={code}
          lang={code}
          aria-pressed={code === language}
          className="min-h-11 rounded-control px-3 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </form>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center hover:text-ink">
      {children}
    </Link>
  )
}
