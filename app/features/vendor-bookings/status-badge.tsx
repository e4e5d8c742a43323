import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { BookingStatus } from '#core/bookings/rules.ts'

const statusTones = {
  pending: 'warn',
  confirmed: 'good',
  completed: 'neutral',
  cancelled: 'bad',
  rejected: 'bad',
  expired: 'neutral',
} satisfies Record<BookingStatus, Tone>

export function StatusBadge({ status }: { status: BookingStatus }) {
  const t = useTranslations('workspace.bookings')
  return <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>
}

type Payment = 'pending' | 'paid' | 'failed' | 'refunded'

const paymentTones = {
  pending: 'warn',
  paid: 'good',
  failed: 'bad',
  refunded: 'neutral',
} satisfies Record<Payment, Tone>

export function PaymentBadge({ payment }: { payment: Payment }) {
  const t = useTranslations('workspace.bookings')
  return <Badge tone={paymentTones[payment]}>{t(`payment.${payment}`)}</Badge>
}
