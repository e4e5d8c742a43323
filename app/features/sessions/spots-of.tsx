import { useTranslations } from 'use-intl'
import { SpotMeter } from '#app/ui/spot-meter.tsx'

type SpotsOfProps = {
  session: { currentStudents: number; maxStudents: number }
  className?: string
}

/** The spots of a session, as customers see them: as long as nobody has booked, its room instead of “0/10 booked”. */
export function SpotsOf({ session, className }: SpotsOfProps) {
  const t = useTranslations('booking')
  const { currentStudents: taken, maxStudents: capacity } = session
  return (
    <SpotMeter
      taken={taken}
      capacity={capacity}
      label={t('taken', { taken, capacity })}
      shown={taken === 0 ? t('spots', { n: capacity }) : undefined}
      className={className}
    />
  )
}
