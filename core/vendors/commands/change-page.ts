import type { VendorId } from '#core/shared/ids.ts'
import type { Db } from '#core/shared/db.ts'
import { phoneOf } from '#core/shared/phones.ts'
import type { Layout } from '../rules.ts'
import type { PageForm } from '../schema.ts'

export type PageChanged =
  | { ok: true }
  | { ok: false; reason: 'phone_invalid' | 'layout_not_in_plan' | 'colour_not_in_plan' }

/** Changes what the public page says and how it looks; `layouts` and `ownColour` are what the vendor's plan has. */
export async function changePage(
  db: Db,
  of: { vendorId: VendorId; country: string; layouts: readonly Layout[]; ownColour: boolean },
  form: PageForm,
): Promise<PageChanged> {
  const phone = form.contactPhone === null ? null : phoneOf(form.contactPhone, of.country)
  if (form.contactPhone !== null && phone === null) return { ok: false, reason: 'phone_invalid' }
  if (form.layout && !of.layouts.includes(form.layout))
    return { ok: false, reason: 'layout_not_in_plan' }
  if (form.colour === 'own' && !of.ownColour) return { ok: false, reason: 'colour_not_in_plan' }
  await db
    .updateTable('vendors')
    .set((eb) => ({
      ...(form.layout && { layout: form.layout }),
      ...(form.colour && { accent: form.colour === 'own' ? (form.accent ?? null) : null }),
      description: form.description,
      experience_years: form.experienceYears,
      contact_email: form.contactEmail,
      contact_phone: phone,
      contact_telegram: form.contactTelegram,
      updated_at: eb.fn<Date>('now'),
    }))
    .where('id', '=', of.vendorId)
    .execute()
  return { ok: true }
}
