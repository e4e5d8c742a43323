import { useTranslations } from 'use-intl'
import { Price, usePriceText } from '#app/locale/price.tsx'
import { wayToPay } from '#core/classes/rules.ts'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { Bundle } from './bundle-step.ts'

/** What a bundle costs, against its sessions one by one, and where it is paid. */
export function BundlePrice({ bundle }: { bundle: Bundle }) {
  const t = useTranslations('bundles')
  const priceText = usePriceText()
  const { currency } = bundle
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <strong className="text-lg">
          <Price minor={bundle.bundlePriceMinor} currency={currency} />
        </strong>
        {bundle.savingMinor > 0 && (
          <s className="text-muted" suppressHydrationWarning>
            <VisuallyHidden>
              {t('full', { price: priceText(bundle.fullPriceMinor, currency) })}
            </VisuallyHidden>
            <span aria-hidden="true">{priceText(bundle.fullPriceMinor, currency)}</span>
          </s>
        )}
        {bundle.discountPercent > 0 && (
          <span className="text-sm font-medium text-good">
            {t('off', { percent: bundle.discountPercent })}
          </span>
        )}
      </p>
      <p className="text-sm text-muted" suppressHydrationWarning>
        {t('sessions', { n: bundle.sessionCount })}
        {' · '}
        {t('each', { price: priceText(bundle.perSessionMinor, currency) })}
      </p>
      <p className="text-sm text-muted">
        {t(`valid.${bundle.expiryStarts}`, { n: bundle.expiryDays })}
      </p>
      {bundle.bundlePriceMinor > 0 && (
        <p className="text-sm text-muted">
          {t(`paid.${wayToPay(bundle.cards, bundle.bundlePriceMinor)}`)}
        </p>
      )}
    </div>
  )
}
