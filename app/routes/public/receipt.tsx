import { data } from 'react-router'
import { ReceiptSheet } from '#app/features/receipt/receipt-sheet.tsx'
import { openedReceipt } from '#app/features/receipt/receipt.server.ts'
import { notFound } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { findPurchaseByLink } from '#core/bookings/queries/links.ts'
import { isErased } from '#core/own-data/queries/closed.ts'
import type { Route } from './+types/receipt'

/** The receipt of a purchase, for the customer. A link for showing, which may be in a calendar that others read, has none. */
export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { reference } = params
  const token = url.searchParams.get('token') ?? ''
  const link = await findPurchaseByLink(deps, { reference, token })
  if (link === null && (await isErased(deps.db, reference))) throw data(null, { status: 410 })
  if (link === null || link.kind === 'view') throw notFound()
  const receipt = await openedReceipt(deps, { vendorId: link.vendorId, purchaseId: link.id })
  const t = translator(readerLanguage(request), 'receipt')
  return {
    receipt,
    backTo: `/booking/${reference}${url.search}`,
    title: titleOf(context, t('title', { number: receipt.number })),
  }
}

export const headers = privateHeaders

export default function CustomerReceipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptSheet {...loaderData} />
}

export function meta({ loaderData }: Route.MetaArgs) {
  return unlisted(loaderData?.title)
}
