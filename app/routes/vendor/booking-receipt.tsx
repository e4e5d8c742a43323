import { ReceiptSheet } from '#app/features/receipt/receipt-sheet.tsx'
import { openedReceipt } from '#app/features/receipt/receipt.server.ts'
import { managerOf, orNotFound } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { findEditable } from '#core/bookings/queries/editable-booking.ts'
import type { Route } from './+types/booking-receipt'

/** The receipt of the purchase of a booking, for who sees the vendor's money. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const deps = depsOf(context)
  const { bookingId } = params
  const { purchaseId } = orNotFound(await findEditable(deps.db, { vendorId: vendor.id, bookingId }))
  const receipt = await openedReceipt(deps, { vendorId: vendor.id, purchaseId })
  const t = translator(pageLanguage(request, context), 'receipt')
  return {
    receipt,
    backTo: `/dashboard/bookings/${bookingId}`,
    title: titleOf(context, t('title', { number: receipt.number })),
  }
}

export const headers = privateHeaders

export default function VendorReceipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptSheet {...loaderData} />
}

export function meta({ loaderData }: Route.MetaArgs) {
  return unlisted(loaderData?.title)
}
