import { useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { BundlePrice } from './bundle-price.tsx'
import { type Bundle, bundleTo, inDialog } from './bundle-step.ts'

type BundleListProps = { classId: string; bundles: readonly Bundle[] }

/** The bundles of a class, the cheapest first. */
export function BundleList({ classId, bundles }: BundleListProps) {
  const t = useTranslations('bundles')
  if (bundles.length === 0)
    return <EmptyState level={3} title={t('none')} text={t('noneText')} className="py-8" />
  return (
    <ul className="grid">
      {bundles.map((bundle) => (
        <li
          key={bundle.id}
          className="grid gap-3 border-b border-line py-5 first:pt-0 last:border-0 last:pb-0"
        >
          <h3 dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {bundle.name}
          </h3>
          <BundlePrice bundle={bundle} />
          <LinkButton
            to={bundleTo(classId, { bundle: bundle.id })}
            state={inDialog}
            preventScrollReset
            variant="secondary"
            wide
            aria-label={t('bookOf', { name: bundle.name })}
          >
            {t('book')}
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
