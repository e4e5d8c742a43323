export const bookingStatuses = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'rejected',
  'expired',
] as const

export type BookingStatus = (typeof bookingStatuses)[number]

/** Whom a pending booking waits for. */
export type WaitsFor = 'vendor' | 'payment'

/** A seat is held by these; every other status gave it back. */
export function holdsSeat(status: BookingStatus): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'completed'
}

const allowed: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['confirmed', 'rejected', 'cancelled', 'expired'],
  confirmed: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  rejected: [],
  expired: [],
}

/** What may still end, by cancelling or with its session. */
export const endable = ['pending', 'confirmed'] as const satisfies readonly BookingStatus[]

export function mayEnd(status: BookingStatus): boolean {
  return status === 'pending' || status === 'confirmed'
}

/** Not confirmed yet, whether it waits for the vendor or for its payment. */
export function isPending(status: BookingStatus): boolean {
  return status === 'pending'
}

/** What the vendor can set by hand; a booking may also keep the status it has. */
export const settableStatuses = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
] as const satisfies readonly BookingStatus[]

export function maySet(from: BookingStatus, to: BookingStatus): boolean {
  return from === to || settableStatuses.some((status) => status === to)
}

/** False: the change is a correction, allowed to the vendor and logged. */
export function mayBecome(from: BookingStatus, to: BookingStatus): boolean {
  return allowed[from].includes(to)
}
