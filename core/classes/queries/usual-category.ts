import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type categories, categoriesNamed, categoryAsked } from '../rules.ts'
import { foldWords } from './search-words.ts'

/** The category of the vendor's latest class, else the first one that its specialties name; null if there is none. */
export async function findUsualCategory(
  db: Db,
  vendor: { id: VendorId; specialties: readonly string[] },
): Promise<(typeof categories)[number] | null> {
  const latest = await db
    .selectFrom('classes')
    .where('vendorId', '=', vendor.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(1)
    .select('category')
    .executeTakeFirst()
  if (latest) return latest.category
  const words = await foldWords(db, vendor.specialties.join(' '))
  const [named = ''] = words.flatMap((spellings) => categoriesNamed(spellings))
  return categoryAsked(named)
}
