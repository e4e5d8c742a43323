// What a booking that is paid by card costs: Stripe is asked before the answer, and takes 150 ms.
import { sql } from 'kysely'
import { openDatabase } from '#core/shared/db.ts'
import { seal } from '#core/shared/sealing.ts'
import { startFakeStripe } from '#tests/fakes/stripe/stripe.ts'
import { secretKey } from './services.ts'

const stripeMs = 150

/** Lets all vendors of the world take cards at a simulated Stripe. `root`: for the web process. `letPay`: where all classes are paid. */
export async function takeCards(databaseUrl: string): Promise<{
  root: string
  letPay(at: 'card' | 'studio'): Promise<void>
  end(): Promise<void>
}> {
  const fake = await startFakeStripe()
  fake.state.delayMs = stripeMs
  const account = fake.addAccount({ name: 'Bench', currency: 'eur' })
  const key = fake.addKey(account)
  const { db, close } = openDatabase({ url: databaseUrl, max: 1 })
  const vendors = await db.selectFrom('vendors').select('id').execute()
  await db
    .insertInto('cardAccounts')
    .values(
      vendors.map(({ id }) => ({
        vendorId: id,
        account: account.id,
        livemode: false,
        apiKey: seal({ keys: [secretKey], purpose: 'stripe key', owner: id }, key),
      })),
    )
    .execute()
  return {
    root: fake.url,
    async letPay(at) {
      await sql`update classes set pays = ${at}`.execute(db)
    },
    async end() {
      await close()
      await fake.close()
    },
  }
}
