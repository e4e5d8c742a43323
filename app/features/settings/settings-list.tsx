import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'
import { type MemberRole, mayManage, ownsVendor } from '#core/vendors/rules.ts'
import { settingsGroups } from './settings-entries.tsx'

type SettingsListProps = { role: MemberRole }

/** Every page of the settings. On phones it is a page of its own, at /settings. */
export function SettingsList({ role }: SettingsListProps) {
  const t = useTranslations('settings')
  const { pathname } = useLocation()
  const isHome = pathname === '/settings'
  // A page below an entry belongs to it.
  const current = isHome
    ? '/settings/profile'
    : pathname
        .replace(/^(\/settings\/\w+)\/.*/, '$1')
        .replace(/^\/dashboard\/settings$/, '/settings/rules')
  const groups = settingsGroups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ of = 'managers' }) => isFor[of](role)),
    }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <nav aria-label={t('sections')} className={cx('py-3 sm:py-5', !isHome && 'max-md:hidden')}>
      <Link
        to="/dashboard"
        className="-ms-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('back')}
      </Link>
      <h2 className="text-xl md:sr-only">{t('title')}</h2>
      {groups.map(({ name, entries }) => (
        <div key={name} className="mt-4">
          <h3 className="px-3 py-1 text-sm font-normal text-muted max-md:px-0">
            {t(`groups.${name}`)}
          </h3>
          <ul className="max-md:divide-y max-md:divide-line max-md:border-y max-md:border-line">
            {entries.map(({ key, to, icon }) => (
              <li key={key}>
                <Entry to={to} icon={icon} current={to === current}>
                  {t(`entries.${key}`)}
                </Entry>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const isFor = {
  everyone: () => true,
  managers: mayManage,
  owner: ownsVendor,
}

type EntryProps = { to: string; icon: ReactNode; current: boolean; children: ReactNode }

function Entry({ to, icon, current, children }: EntryProps) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'flex min-h-11 items-center gap-3 py-2 max-md:min-h-14 md:rounded-control md:px-3 md:hover:bg-sunken',
        'md:aria-[current=page]:bg-chosen md:aria-[current=page]:font-medium [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-muted',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <ChevronRight aria-hidden="true" className="md:hidden" />
    </Link>
  )
}
