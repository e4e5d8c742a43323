import { useTranslations } from 'use-intl'
import type { BookingStatus } from '#core/bookings/rules.ts'
import { Badge } from '../ui/badge.tsx'
import type { Tone } from '../ui/tone.ts'

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
