import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { TabLinks } from '#app/ui/tab-links.tsx'
import { bookingPath } from '#core/classes/rules.ts'
import { SectionHeader } from './section-header.tsx'

type Page = 'sessions' | 'bundles' | 'edit'

type ClassHeaderProps = {
  of: {
    id: string
    kind: 'class' | 'facility'
    title: string
    visibility: 'public' | 'link' | 'closed'
  }
  page: Page
  /** what the browser's tab says */
  name: string
  /** instructors see the sessions only */
  manages: boolean
  actions?: ReactNode
}

/** The form of a class, or of a facility. */
export const editPath = ({ id, kind }: { id: string; kind: 'class' | 'facility' }) =>
  kind === 'facility' ? `/dashboard/facilities/${id}` : `/dashboard/classes/${id}`

/** The head of the pages of one class: its name, the way to what customers see, and a tab for each page. */
export function ClassHeader({ of, page, name, manages, actions }: ClassHeaderProps) {
  const t = useTranslations('vendorClasses')
  const bundleTexts = useTranslations('vendorBundles')
  const o = useTranslations('ownClasses')
  const at = `/dashboard/classes/${of.id}`
  const tabs = {
    sessions: { to: `${at}/sessions`, label: t('list.sessions') },
    bundles: { to: `${at}/bundles`, label: bundleTexts('link') },
    edit: { to: editPath(of), label: t('list.edit') },
  }
  const pages: readonly Page[] =
    of.kind === 'facility' ? ['sessions', 'edit'] : ['sessions', 'bundles', 'edit']
  return (
    <>
      <SectionHeader
        title={of.title}
        name={name}
        back={{ to: '/dashboard/classes', label: t('list.title') }}
        actions={
          <>
            {of.visibility !== 'closed' && (
              <LinkButton
                variant="quiet"
                size="small"
                to={bookingPath(of)}
                className="max-sm:order-1"
              >
                <ExternalLink aria-hidden="true" /> {o('page')}
              </LinkButton>
            )}
            {actions}
          </>
        }
      />
      {manages && (
        // All of them can be seen at large text too.
        <div className="*:flex-wrap">
          <TabLinks
            label={o('parts')}
            tabs={pages.map((part) => ({
              ...tabs[part],
              current: part === page,
            }))}
          />
        </div>
      )}
    </>
  )
}
