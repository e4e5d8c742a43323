import Clock from 'lucide-react/icons/clock'
import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { type BookingStatus, isPending } from '#core/bookings/rules/status.ts'
import { paysFirst, type Pending } from '#core/bookings/rules/waiting.ts'

const tones = {
  pending: 'warn',
  confirmed: 'good',
  completed: 'good',
  cancelled: 'neutral',
  rejected: 'bad',
  expired: 'neutral',
} satisfies Record<BookingStatus, Tone>

/** Its word: a spot that waits for its payment is no request. */
export const statusWord = (booking: Pending) => (paysFirst(booking) ? 'unpaid' : booking.status)

/** The status of a booking, in one colour wherever it shows; its word is the reader's. */
export function StatusBadge({ status, label }: { status: BookingStatus; label: string }) {
  // Waiting is no warning.
  const icon = isPending(status) && <Clock aria-hidden="true" />
  return (
    <Badge tone={tones[status]} {...(icon && { icon })}>
      {label}
    </Badge>
  )
}
