import { useTranslations } from 'use-intl'
import type { BookingOffer } from './booking-offer.ts'

/** Who is paid, and until when cancelling is free. */
export function Terms({ offer }: { offer: BookingOffer }) {
  const t = useTranslations('booking.form')
  if (offer.priceMinor === 0) return null
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {t('payDirectly', { name: offer.business })}{' '}
      {t('cancelFree', { hours: Math.ceil(offer.noticeMinutes / 60) })}
    </p>
  )
}
