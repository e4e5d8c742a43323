import { useTranslations } from 'use-intl'
import { Price, usePriceText } from '#app/locale/price.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { PickableClass } from './trainer-page.server.ts'

type ShownBundle = PickableClass['bundles'][number]

type BundleOffersProps = {
  of: { id: string; title: string; currency: string; bundles: readonly ShownBundle[] }
  /** how many are shown; the page of the class has them all */
  most?: number
  /** what the button says */
  action: string
  /** a link beside the bundle, where the button is for something else */
  isBeside?: boolean
}

/** Bundles of a class: what they hold, what they cost together and each, and what that saves. */
export function BundleOffers({ of, most, action, isBeside = false }: BundleOffersProps) {
  const t = useTranslations('trainer.bundles')
  if (of.bundles.length === 0) return null
  return (
    <ul aria-label={t('of', { title: of.title })} className="grid gap-3">
      {of.bundles.slice(0, most).map((bundle) => (
        <li key={bundle.id} className="grid border-t border-line pt-3">
          <Terms bundle={bundle} currency={of.currency} />
          <LinkButton
            to={`/book/class/${of.id}?bundle=${bundle.id}#book`}
            viewTransition
            {...(isBeside
              ? { variant: 'quiet', className: beside }
              : { variant: 'secondary', wide: true, className: 'mt-2' })}
            size="small"
            aria-label={t('bookOf', { action, name: bundle.name, title: of.title })}
          >
            {action}
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

const beside = 'justify-self-start px-0! underline underline-offset-4'

function Terms({ bundle, currency }: { bundle: ShownBundle; currency: string }) {
  const t = useTranslations('trainer.bundles')
  const priceText = usePriceText()
  const saves = bundle.discountPercent > 0
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-medium wrap-anywhere">
          <bdi>{bundle.name}</bdi>
        </p>
        <p className="flex flex-wrap items-baseline gap-x-2">
          {saves && (
            <s className="text-sm text-muted">
              <Price minor={bundle.fullPriceMinor} currency={currency} />
            </s>
          )}
          <strong className="font-semibold">
            <Price minor={bundle.bundlePriceMinor} currency={currency} />
          </strong>
        </p>
      </div>
      <p className="text-sm text-muted" suppressHydrationWarning>
        {[
          t('sessions', { n: bundle.sessionCount }),
          t('perSession', { price: priceText(bundle.perSessionMinor, currency) }),
          t('valid', { n: bundle.expiryDays }),
        ].join(' · ')}{' '}
        {saves && (
          <span className="font-medium text-good">{t('off', { n: bundle.discountPercent })}</span>
        )}
      </p>
    </div>
  )
}
