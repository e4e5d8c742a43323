import type { FormAnswer } from '#app/http/form-answer.ts'

/** Details of a refused booking besides its message. */
export type RefusedSession = {
  about: 'session'
  /** another time or number of spots is needed, and the sentence says so already */
  isLost: boolean
  /** nothing can be booked online by this person now: the vendor is asked */
  asksVendor: boolean
  /** what the same person has booked already */
  earlier: { to: string; next: number } | null
}

export type BookingAnswer = FormAnswer<RefusedSession | null> | undefined
