import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { connectCards } from '#core/cards/commands/connect-cards.ts'
import { createStripe } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import { startFakeStripe } from '#tests/fakes/stripe/stripe.ts'
import { aClass, aSession, aVendor } from './factories.ts'

type Wanted = Parameters<typeof aClass>[1] & { pays?: 'studio' | 'card' | 'choice' }

/** A vendor who takes cards at a simulated Stripe, with a session of a class of 20.00 for three. */
export async function aCardStudio(deps: Deps, { pays = 'card', ...more }: Wanted = {}) {
  const fake = await startFakeStripe({})
  onTestFinished(() => fake.close())
  const account = fake.addAccount({ name: 'Studio Vera', currency: 'eur' })
  const here: Deps = { ...deps, stripe: createStripe({ base: fake.url }) }
  const vendor = await aVendor(deps.db, { currency: 'EUR' })
  const key = fake.addKey(account)
  const connected = await connectCards(here, { vendorId: vendor.id, userId: vendor.userId }, key)
  if (!connected.ok) throw new Error(connected.reason)
  const of = await aClass(deps.db, { priceMinor: 2000, maxStudents: 3, ...more, vendor })
  await sql`update classes set pays = ${pays} where id = ${of.id}`.execute(deps.db)
  const session = await aSession(deps.db, { class: of })
  return { fake, account, key, deps: here, vendor, class: of, session }
}

/** Stripe's number of the session that a page of it is for. */
export const sessionAt = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? ''

export const goodCard = { number: '4242424242424242' }
export const declinedCard = { number: '4000000000000002' }
