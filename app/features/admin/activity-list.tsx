import { Link } from 'react-router'
import { useMessages, useTranslations } from 'use-intl'
import type { ActivityEntry } from '#core/admin/queries/activity.ts'
import { useFormats } from './use-formats.ts'

type ActivityListProps = {
  entries: readonly ActivityEntry[]
  /** On a vendor's own page its name would be said every time. */
  withVendor?: boolean
}

/** The audit log, in sentences. */
export function ActivityList({ entries, withVendor = true }: ActivityListProps) {
  const t = useTranslations('admin')
  const known = useMessages().admin.actions
  const { moment } = useFormats()
  const isKnown = (key: string): key is keyof typeof known => Object.hasOwn(known, key)
  if (entries.length === 0) return <p className="text-muted">{t('activity.empty')}</p>
  return (
    <ol className="grid divide-y divide-line">
      {entries.map(({ id, at, action, vendorId, business, actor, byOperator, reason }) => {
        const key = action.replaceAll('.', '_')
        return (
          <li key={id} className="grid gap-x-4 py-2.5 sm:grid-cols-[1fr_auto]">
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <span className="font-medium">{isKnown(key) ? t(`actions.${key}`) : action}</span>
                {withVendor && business !== null && (
                  <>
                    {' · '}
                    <Link
                      to={`/super-admin/vendors/${vendorId}`}
                      className="underline underline-offset-4"
                    >
                      <bdi>{business}</bdi>
                    </Link>
                  </>
                )}
              </p>
              {reason !== null && (
                <p dir="auto" className="text-muted wrap-anywhere">
                  {reason}
                </p>
              )}
            </div>
            <p className="text-sm text-muted sm:text-end">
              <bdi>{actor ?? t('activity.system')}</bdi>
              {byOperator && ` (${t('activity.operator')})`}
              <br className="max-sm:hidden" /> {moment(at)}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
