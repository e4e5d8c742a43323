import { redirect } from 'react-router'
import { readPicture, stockPicture } from '#app/features/booking/telegram-picture.server.ts'
import { managerOf, orNotFound } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { findOwnBooking } from '#core/bookings/queries/own-bookings.ts'
import type { Route } from './+types/booking-face'

/** The picture of a customer on Telegram, for those who see the customer's contacts. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const deps = depsOf(context)
  const booking = orNotFound(
    await findOwnBooking(deps.db, { vendorId: vendor.id, bookingId: params.bookingId }),
  )
  return booking.customerTelegram === null
    ? redirect(stockPicture(0))
    : readPicture(deps, booking.customerTelegram)
}
