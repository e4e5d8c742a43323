import { useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'
import { SpotMeter } from '#app/ui/spot-meter.tsx'

export type SpotsOf = {
  taken: number
  capacity: number
  /** how many of the taken ones wait for an answer */
  requested: number
}

/** The spots of a session in words. A request takes a spot too, but is no booking yet. */
export function useSpotsText(): (of: SpotsOf) => string {
  const t = useTranslations('workspace')
  return ({ taken, capacity, requested }) =>
    requested > 0
      ? t('bookedAndRequested', { booked: Math.max(0, taken - requested), capacity, requested })
      : t('booked', { taken, capacity })
}

type SessionMeterProps = SpotsOf & { isSlot?: boolean | undefined; className?: string }

/** The spots of a session. A slot of a court has none: somebody has it or not. */
export function SessionMeter({ className, isSlot, ...of }: SessionMeterProps) {
  const t = useTranslations('workspace.slot')
  const label = useSpotsText()(of)
  if (isSlot) {
    const state = of.taken === 0 ? 'free' : of.requested > 0 ? 'requested' : 'booked'
    return <span className={cx('text-sm text-muted', className)}>{t(state)}</span>
  }
  return <SpotMeter taken={of.taken} capacity={of.capacity} label={label} className={className} />
}
