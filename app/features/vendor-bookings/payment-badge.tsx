import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tone.ts'

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
