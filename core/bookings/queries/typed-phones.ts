import type { Db } from '#core/shared/db.ts'
import { phonesOf } from '#core/shared/phones.ts'

/** What a typed phone can be at whose bookings: a number without a country is read by the countries of all vendors. */
export async function listTypedPhones(
  db: Db,
  typed: string,
): Promise<{ country: string; phone: string }[]> {
  const rows = await db.selectFrom('vendors').select('country').distinct().execute()
  return rows.flatMap(({ country }) =>
    phonesOf(typed, country).map((phone) => ({ country, phone })),
  )
}
