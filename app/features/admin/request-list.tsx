import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import type { RequestListed } from '#core/admin/queries/revenue.ts'
import { useFormats } from './use-formats.ts'

/** Plans that vendors asked for; both answers lead to the vendor's billing. */
export function RequestList({ requests }: { requests: readonly RequestListed[] }) {
  const t = useTranslations('admin')
  const { day } = useFormats()
  return (
    <ul className="grid divide-y divide-line">
      {requests.map(({ id, vendorId, business, plan, term, askedAt }) => {
        const billing = `/super-admin/vendors/${vendorId}/billing`
        const offer = t('offer', { plan: t(`plans.${plan}`), term: t(`terms.${term}`) })
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p className="min-w-0 wrap-anywhere">
              {t('requests.asks', { business, offer })}
              <span className="block text-sm text-muted">{day(askedAt)}</span>
            </p>
            <span className="flex flex-wrap gap-2">
              <LinkButton size="small" to={`${billing}?do=set&plan=${plan}&term=${term}`}>
                {t('requests.grant')}
              </LinkButton>
              <LinkButton
                size="small"
                variant="secondary"
                to={`${billing}?do=decline&request=${id}`}
              >
                {t('requests.decline')}
              </LinkButton>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
