import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { BookingStatus } from '#core/bookings/rules.ts'

const tones = {
  pending: 'warn',
  confirmed: 'good',
  completed: 'good',
  cancelled: 'neutral',
  rejected: 'bad',
  expired: 'bad',
} satisfies Record<BookingStatus, Tone>

export function StatusBadge({ status }: { status: BookingStatus }) {
  const t = useTranslations('booking')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}
