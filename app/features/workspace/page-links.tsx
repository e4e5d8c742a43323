import CodeXml from 'lucide-react/icons/code-xml'
import ExternalLink from 'lucide-react/icons/external-link'
import Images from 'lucide-react/icons/images'
import Palette from 'lucide-react/icons/palette'
import { useTranslations } from 'use-intl'
import { MenuLink } from '#app/ui/menu.tsx'

type PageLinksProps = { pagePath: string | null; manages: boolean }

/** What concerns the public page: the page itself, how it looks, its pictures, and its list on another site. */
export function PageLinks({ pagePath, manages }: PageLinksProps) {
  const t = useTranslations('workspace.more')
  return (
    <>
      {pagePath !== null && (
        <MenuLink to={pagePath}>
          <ExternalLink aria-hidden="true" /> {t('open')}
        </MenuLink>
      )}
      {manages && (
        <>
          <MenuLink to="/dashboard/settings/page">
            <Palette aria-hidden="true" /> {t('page')}
          </MenuLink>
          <MenuLink to="/dashboard/settings/pictures">
            <Images aria-hidden="true" /> {t('pictures')}
          </MenuLink>
          {pagePath !== null && (
            <MenuLink to="/dashboard/settings/page#embed">
              <CodeXml aria-hidden="true" /> {t('embed')}
            </MenuLink>
          )}
        </>
      )}
    </>
  )
}
