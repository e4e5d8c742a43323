/** What the vendor's list shows. */
export const bookingsShown = ['upcoming', 'past', 'all'] as const

export type BookingsShown = (typeof bookingsShown)[number]

/** How the vendor's list is sorted. */
export const bookingOrders = ['session', 'booked'] as const

export type BookingOrder = (typeof bookingOrders)[number]

/** The money of a booking, as the vendor's list can be filtered by it. */
export const paymentsShown = ['due', 'paid', 'refunded', 'bundle'] as const

export type PaymentShown = (typeof paymentsShown)[number]

export const hoursUntilCompleted = 12

/** The most spots the vendor adds at once by hand. */
export const maxSpotsByHand = 20

/** The most bookings that the vendor changes together. */
export const maxChosen = 500
