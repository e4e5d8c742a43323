import { sql } from 'kysely'
import { returnUrl } from '#core/bookings/queries/links.ts'
import type { CheckoutRequest } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import { clockText, dateFormat } from '#core/shared/formats.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { toStripe } from '../rules.ts'

/** What Stripe is asked for: written down before the first call, and the same in every repetition. */
export async function requestFor(
  deps: Deps,
  { vendorId, id }: { vendorId: VendorId; id: string },
): Promise<CheckoutRequest> {
  const request = await compose(deps, { vendorId, id })
  const { rows } = await sql<{ request: CheckoutRequest }>`
    update checkouts set request = coalesce(request, ${JSON.stringify(request)}::jsonb)
    where vendor_id = ${vendorId} and id = ${id} returning request`.execute(deps.db)
  return rows[0]?.request ?? request
}

async function compose(
  deps: Deps,
  { vendorId, id }: { vendorId: VendorId; id: string },
): Promise<CheckoutRequest> {
  const checkout = await deps.db
    .selectFrom('checkouts as k')
    .innerJoin('purchases as g', (join) =>
      join.onRef('g.vendorId', '=', 'k.vendorId').onRef('g.id', '=', 'k.purchaseId'),
    )
    .where('k.vendorId', '=', vendorId)
    .where('k.id', '=', id)
    .select(['k.currency', 'k.expiresAt', 'g.id as purchaseId', 'g.tokenRotation', 'g.reference'])
    .select(['g.customerEmail', 'g.language'])
    .executeTakeFirstOrThrow()
  const items = await deps.db
    .selectFrom('checkoutItems as i')
    .leftJoin('bookings as b', (join) =>
      join.onRef('b.vendorId', '=', 'i.vendorId').onRef('b.id', '=', 'i.bookingId'),
    )
    .leftJoin('classSessions as s', (join) =>
      join.onRef('s.vendorId', '=', 'b.vendorId').onRef('s.id', '=', 'b.sessionId'),
    )
    .leftJoin('classes as c', (join) =>
      join.onRef('c.vendorId', '=', 'b.vendorId').onRef('c.id', '=', 'b.classId'),
    )
    .leftJoin('passes as e', (join) =>
      join.onRef('e.vendorId', '=', 'i.vendorId').onRef('e.id', '=', 'i.passId'),
    )
    .where('i.vendorId', '=', vendorId)
    .where('i.checkoutId', '=', id)
    .groupBy(['s.id', 'c.title', 'e.name', 'i.amountMinor'])
    .orderBy('s.startsAt')
    .select(['s.startsAt', 's.timeZone', 'c.title', 'e.name', 'i.amountMinor'])
    .select(sql<number>`count(*)::integer`.as('quantity'))
    .execute()
  const { currency, language } = checkout
  const url = returnUrl(deps, checkout, id)
  return {
    currency,
    lines: items.map(({ title, name, startsAt, timeZone, amountMinor, quantity }) => ({
      name: lineText({ title: name ?? title ?? '', startsAt, zone: timeZone, language }),
      amount: toStripe(amountMinor, currency),
      quantity,
    })),
    email: checkout.customerEmail,
    locale: language,
    expiresAt: Math.floor(checkout.expiresAt.getTime() / 1000),
    paidUrl: `${url}&card=paid`,
    backUrl: `${url}&card=back`,
    checkout: id,
    reference: checkout.reference,
  }
}

// Stripe takes 250 characters.
const maxTitle = 180

function lineText(of: {
  title: string
  startsAt: Date | null
  zone: string | null
  language: string
}) {
  const { title, startsAt, zone, language } = of
  const short = [...title].slice(0, maxTitle).join('')
  if (!startsAt || !zone) return short
  const day = dateFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: zone,
  })
  return `${short}, ${day.format(startsAt)}, ${clockText(startsAt, zone, language)}`
}
