import { useTranslations } from 'use-intl'
import type { SoldPack } from '#core/entitlements/queries.ts'

/** Says that a list ends before all of it is shown. */
export function FirstOf({ packs }: { packs: readonly SoldPack[] }) {
  const t = useTranslations('workspace.bundles')
  const total = packs[0]?.inAll ?? 0
  if (total <= packs.length) return null
  return <p className="text-muted">{t('firstOf', { n: packs.length, total })}</p>
}
