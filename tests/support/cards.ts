import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { BookBundle } from '#core/bookings/commands/book-bundle.ts'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { connectCards } from '#core/cards/commands/connect-cards.ts'
import { readAllNews, receiveNews } from '#core/cards/commands/read-news.ts'
import { settleCheckout } from '#core/cards/commands/settle-checkout.ts'
import { createStripe } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import { type FakeStripeOptions, startFakeStripe } from '#tests/fakes/stripe/stripe.ts'
import { aBundle, aClass, aSession, aVendor, weeklySessions } from './factories.ts'
import { bought, inDays, order } from './series.ts'

/** A card that pays, and one that is declined. */
export const good = { card: { number: '4242424242424242' } }
export const declined = { card: { number: '4000000000000002' } }

type Send = NonNullable<FakeStripeOptions['send']>
type OfClass = Pick<NonNullable<Parameters<typeof aClass>[1]>, 'maxStudents' | 'confirmationMode'>
type StudioOptions = OfClass & {
  pays?: 'studio' | 'card' | 'choice'
  price?: number
  isPublic?: boolean
  currency?: string
  send?: Send
}

/** A vendor who takes cards at a simulated Stripe, with a session for three of a class of 20.00. `isPublic`: Stripe sends its news. */
export async function aStudio(
  deps: Deps,
  {
    pays = 'card',
    price = 2000,
    isPublic = false,
    currency = 'EUR',
    send,
    ...ofClass
  }: StudioOptions = {},
) {
  const receive: Send = async (url, headers, body) => {
    const id = url.slice(url.lastIndexOf('/') + 1)
    const signature = headers['stripe-signature'] ?? ''
    return (await receiveNews(here, { id, body, signature })) ? 200 : 400
  }
  const fake = await startFakeStripe({ send: send ?? receive })
  onTestFinished(() => fake.close())
  const account = fake.addAccount({ name: 'Studio Vera', currency: currency.toLowerCase() })
  const here: Deps = {
    ...deps,
    stripe: createStripe({ base: fake.url }),
    // Stripe tells a public address of its news.
    ...(isPublic && { origin: 'https://studio.example.com' }),
  }
  const vendor = await aVendor(deps.db, { currency })
  const owner = { vendorId: vendor.id, userId: vendor.userId }
  const apiKey = fake.addKey(account)
  const connected = await connectCards(here, owner, apiKey)
  expect(connected).toEqual({ ok: true })
  const of = await aClass(deps.db, {
    vendor,
    pays,
    priceMinor: price,
    maxStudents: 3,
    ...ofClass,
  })
  const session = await aSession(deps.db, { class: of })
  return { fake, account, apiKey, deps: here, vendor, owner, class: of, session }
}

export type Studio = Awaited<ReturnType<typeof aStudio>>

export async function book(
  { deps, session }: Studio,
  {
    spots = 1,
    key = 'one',
    again = '',
    wantsCard = false,
    network = null,
  }: {
    spots?: number
    key?: string
    again?: string
    wantsCard?: boolean
    network?: string | null
  } = {},
) {
  const booked = await bookSession(deps, {
    sessionId: session.id,
    spots,
    name: 'Carla Customer',
    contact: `${key}@example.com`,
    idempotencyKey: `the key of ${key}${again}`,
    source: 'public',
    accepted: [],
    language: 'en',
    network,
    wantsCard,
  })
  if (!booked.ok) throw new Error(booked.reason)
  return booked.purchase
}

export const of = ({ vendor }: Studio, { purchaseId }: { purchaseId: string }) => ({
  vendorId: vendor.id,
  purchaseId,
})

export const linkOf = ({ vendor }: Studio, { purchaseId }: { purchaseId: string }) =>
  ({
    id: purchaseId,
    vendorId: vendor.id,
    tokenRotation: 0,
    isReadOnly: false,
    issuedBy: null,
  }) as const

export const sessionIn = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? ''

export const settleAll = async ({ deps, vendor }: Studio) => {
  await sql`update checkouts set due_at = now() where vendor_id = ${vendor.id}`.execute(deps.db)
  for (const one of await deps.db
    .selectFrom('checkouts')
    .where('vendorId', '=', vendor.id)
    .select(['vendorId', 'id'])
    .execute())
    await settleCheckout(deps, one)
}

export const readNow = async ({ deps, vendor }: Studio) => {
  await sql`update card_accounts set due_at = now() where vendor_id = ${vendor.id}`.execute(deps.db)
  await readAllNews(deps)
}

/** A studio with a bundle of three weekly dates for 48.00, which is paid as `pays` says, and its class as `classPays`. */
export async function aBundleStudio(
  deps: Deps,
  {
    pays = 'card',
    classPays = pays === 'studio' ? 'card' : 'studio',
    ...of
  }: StudioOptions & { classPays?: 'studio' | 'card' | 'choice' } = {},
) {
  const studio = await aStudio(deps, { ...of, pays: classPays })
  const later = await weeklySessions(deps.db, studio.class, {
    date: inDays(10),
    capacities: [3, 3],
  })
  const bundle = await aBundle(deps.db, { class: studio.class, sessionCount: 3, pays })
  return { ...studio, bundle, dates: [studio.session, ...later] }
}

export type BundleStudio = Awaited<ReturnType<typeof aBundleStudio>>

/** The bundle with its first two dates; the third session is for later. */
export const bundleOrder = (
  { bundle, dates }: Pick<BundleStudio, 'bundle' | 'dates'>,
  { key = 'one', ...more }: { key?: string } & Partial<BookBundle> = {},
) =>
  order(bundle, dates.slice(0, 2), {
    contact: `${key}@example.com`,
    idempotencyKey: `the key of ${key}`,
    leaveRest: true,
    ...more,
  })

export const buy = (studio: BundleStudio, asked: Parameters<typeof bundleOrder>[1] = {}) =>
  bought(studio.deps, bundleOrder(studio, asked))

/** Where Stripe sends who has paid at this page. */
export function wayBack({ account }: Pick<Studio, 'account'>, to: string): string {
  const session = account.test.sessions.find(({ id }) => id === sessionIn(to))
  const url = new URL(session?.success_url ?? '')
  return url.pathname + url.search
}

/** The spots of a studio, the first booked first: 'pending payment', 'confirmed'. */
export async function states({ deps }: Studio) {
  const rows = await deps.db
    .selectFrom('bookings')
    .orderBy('bookedAt')
    .orderBy('id')
    .select(['status', 'waitsFor'])
    .execute()
  return rows.map(({ status, waitsFor }) => (waitsFor ? `${status} ${waitsFor}` : status))
}

/** Its payments in their order: 'paid done 2000'. */
export async function money({ deps }: Studio) {
  const rows = await deps.db
    .selectFrom('payments')
    .orderBy('at')
    .select(['kind', 'state', 'amountMinor'])
    .execute()
  return rows.map(({ kind, state, amountMinor }) => `${kind} ${state} ${amountMinor}`)
}
