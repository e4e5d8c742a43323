import CreditCard from 'lucide-react/icons/credit-card'
import ExternalLink from 'lucide-react/icons/external-link'
import Gift from 'lucide-react/icons/gift'
import QrCode from 'lucide-react/icons/qr-code'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslations } from 'use-intl'
import { MenuLink } from '#app/ui/menu.tsx'

type PageLinksProps = {
  pagePath: string | null
  manages: boolean
  /** where there are plans, whose months can be earned */
  hasPlans: boolean
}

/** The public page, and what the vendor can change. */
export function PageLinks({ pagePath, manages, hasPlans }: PageLinksProps) {
  const t = useTranslations('workspace.more')
  const o = useTranslations('overview.share')
  const r = useTranslations('referrals')
  const u = useTranslations('subscription')
  return (
    <>
      {pagePath !== null && (
        <MenuLink to={pagePath}>
          <ExternalLink aria-hidden="true" /> {t('open')}
        </MenuLink>
      )}
      {pagePath !== null && (
        <MenuLink to="/dashboard/share">
          <QrCode aria-hidden="true" /> {o('menu')}
        </MenuLink>
      )}
      {manages && (
        <>
          <MenuLink to="/settings">
            <UserRound aria-hidden="true" /> {t('profile')}
          </MenuLink>
          <MenuLink to="/settings">
            <Settings aria-hidden="true" /> {t('settings')}
          </MenuLink>
          {hasPlans && (
            <MenuLink to="/subscription">
              <CreditCard aria-hidden="true" /> {u('title')}
            </MenuLink>
          )}
          {hasPlans && (
            <MenuLink to="/referrals">
              <Gift aria-hidden="true" /> {r('menu')}
            </MenuLink>
          )}
        </>
      )}
    </>
  )
}
