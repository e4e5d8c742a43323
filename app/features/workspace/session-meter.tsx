import { useTranslations } from 'use-intl'
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

type SessionMeterProps = SpotsOf & { className?: string }

/** The spots of a session. */
export function SessionMeter({ className, ...of }: SessionMeterProps) {
  const label = useSpotsText()(of)
  return <SpotMeter taken={of.taken} capacity={of.capacity} label={label} className={className} />
}
