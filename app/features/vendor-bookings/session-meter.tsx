import { useTranslations } from 'use-intl'
import { SpotMeter } from '#app/ui/spot-meter.tsx'

type SessionMeterProps = {
  taken: number
  capacity: number
  /** how many of the taken ones wait for an answer */
  requested: number
}

/** The spots of a session. A request takes a spot too, but is no booking yet. */
export function SessionMeter({ taken, capacity, requested }: SessionMeterProps) {
  const t = useTranslations('workspace')
  const own = useTranslations('vendorBookings')
  const label =
    requested > 0
      ? own('counts', { booked: Math.max(0, taken - requested), capacity, requested })
      : t('booked', { taken, capacity })
  return <SpotMeter taken={taken} capacity={capacity} label={label} />
}
