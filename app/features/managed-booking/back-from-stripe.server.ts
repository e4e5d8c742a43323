import { type LoaderFunctionArgs, redirect } from 'react-router'
import { orNotFound } from '#app/http/managing.ts'
import { leftFrom } from '#app/http/paying.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { findPurchaseByLink, findReturn, viewUrl } from '#core/bookings/queries/links.ts'
import { findOpenedPurchase } from '#core/bookings/queries/purchase-details.ts'
import { paysFirst } from '#core/bookings/rules/waiting.ts'
import { settlePurchase } from '#core/cards/commands/pay.ts'
import { isPaymentKept } from '#core/cards/queries.ts'

type Back = Pick<LoaderFunctionArgs, 'request' | 'context' | 'url'> & {
  params: { reference: string }
}

/**
 * A customer comes from Stripe: what was paid is written before the page shows it. The browser that left for Stripe gets the page
 * it left from; any other one, the page that shows the booking.
 */
export async function backFromStripe({ request, context, url, params }: Back): Promise<Response> {
  const deps = depsOf(context)
  const t = translator(readerLanguage(request), 'booking')
  const { reference } = params
  const back = url.searchParams.get('back') ?? ''
  const opened = orNotFound(await findReturn(deps, { reference, back }))
  const { id: purchaseId, vendorId, checkout, tokenRotation, isReplaced } = opened
  const left = leftFrom(request, { origin: deps.origin, reference })
  const isOwn = left !== null && (await findPurchaseByLink(deps, { ...left, reference })) !== null
  const shown = new URL(viewUrl(deps, { purchaseId, reference, tokenRotation }))
  const to = isOwn ? left.to : isReplaced ? '/my-spots' : shown.pathname + shown.search
  const isPaid = await settlePurchase(deps, { vendorId, purchaseId })
  if (url.searchParams.get('card') !== 'paid') return redirect(to)
  const details = await findOpenedPurchase(deps.db, opened)
  const spots = details?.spots ?? []
  if (!isPaid || spots.some(paysFirst))
    return redirectWithToast(deps, to, {
      tone: 'neutral',
      title: t('paying.checking'),
      text: t('paying.checkingText'),
    })
  // What was paid for nothing, or not at all, is said by the page itself.
  if (!(await isPaymentKept(deps.db, { vendorId, id: checkout }))) return redirect(to)
  const isNew = spots.some(
    ({ confirmedAt, bookedAt }) => confirmedAt !== null && confirmedAt > bookedAt,
  )
  return redirectWithToast(deps, to, {
    title: t(isNew ? 'done.confirmed' : 'paying.done'),
    text: t('paying.paidText'),
  })
}
