import { useTranslations } from 'use-intl'
import { Price, usePriceText } from '#app/locale/price.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { BundleOffer } from '#core/passes/queries.ts'

export type RowBundle = Omit<BundleOffer, 'classId' | 'expiryDays' | 'expiryStarts'>

type RowBundlesProps = { classId: string; title: string; bundles: readonly RowBundle[] }

/** The cheapest bundles of a class, folded. */
export function RowBundles({ classId, title, bundles }: RowBundlesProps) {
  const t = useTranslations('pages.classes')
  if (bundles.length === 0) return null
  return (
    <details className="basis-full lg:col-span-2 lg:justify-self-end">
      <summary className="-ms-1 inline-flex min-h-11 items-center px-1 text-sm underline underline-offset-4">
        {t('bundles')}
      </summary>
      <ul className="grid gap-4 pt-2 pb-1">
        {bundles.map((bundle) => (
          <li key={bundle.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
            <BundleFacts bundle={bundle} />
            <LinkButton
              to={`/book/class/${classId}?bundle=${bundle.id}`}
              variant="secondary"
              size="small"
              aria-label={t('bookBundleOf', { name: bundle.name, title })}
            >
              {t('bookBundle')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

function BundleFacts({ bundle }: { bundle: RowBundle }) {
  const t = useTranslations('pages.classes')
  const priceText = usePriceText()
  const full = priceText(bundle.fullPriceMinor, bundle.currency)
  return (
    <div className="grid min-w-0 gap-0.5">
      <p dir="auto" className="wrap-anywhere">
        {bundle.name}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">
          <Price minor={bundle.bundlePriceMinor} currency={bundle.currency} />
        </span>
        {bundle.savingMinor > 0 && (
          <s className="text-sm text-muted" suppressHydrationWarning>
            <VisuallyHidden>{t('fullPrice', { price: full })}</VisuallyHidden>
            <span aria-hidden="true">{full}</span>
          </s>
        )}
        {bundle.discountPercent > 0 && (
          <span className="text-sm font-medium text-good">
            {t('off', { percent: bundle.discountPercent })}
          </span>
        )}
      </p>
      <p className="text-sm text-muted" suppressHydrationWarning>
        {t('bundleOf', {
          n: bundle.sessionCount,
          price: priceText(bundle.perSessionMinor, bundle.currency),
        })}
      </p>
    </div>
  )
}
