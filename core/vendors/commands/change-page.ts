import type { Tx } from '#core/shared/db.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type PhoneProblem, readPhone } from '#core/shared/phones.ts'
import { findPlan, type PlanDeps } from '../../plans/queries.ts'
import { allows } from '../../plans/rules.ts'
import { layoutsOf } from '../rules.ts'
import type { PageForm } from '../schema.ts'

export type PageChanged =
  | { ok: true }
  | { ok: false; reason: PhoneProblem | 'layout_not_in_plan' | 'colour_not_in_plan' }
  | { ok: false; reason: 'conflict'; conflicts: Conflict<PageForm>[] }

/**
 * Changes what the public page says, and how it looks as far as the vendor's plan has it.
 * `shown`: what the form held when it was opened; null: not known, everything counts as changed on purpose.
 */
export async function changePage(
  { db, settings }: PlanDeps,
  of: { vendorId: VendorId; country: string },
  typed: PageForm,
  shown: PageForm | null = null,
): Promise<PageChanged> {
  return db.transaction().execute(async (tx) => {
    const current = await lockPage(tx, of.vendorId)
    // Nobody picked the colour that stands in the field while the page has none of its own.
    const accent = current.accent ?? shown?.accent
    const merged = mergeEdit({ shown, typed, current: { ...current, ...(accent && { accent }) } })
    if (!merged.ok) return { ok: false, reason: 'conflict', conflicts: merged.conflicts }
    const form = merged.values
    const read =
      form.contactPhone === null ? { phone: null } : readPhone(form.contactPhone, of.country)
    if (typeof read === 'string') return { ok: false, reason: read }
    const plan = await findPlan({ db: tx, settings }, of.vendorId)
    // What was chosen before the plan fell is kept.
    if (form.layout && form.layout !== current.layout && !layoutsOf(plan).includes(form.layout))
      return { ok: false, reason: 'layout_not_in_plan' }
    const isSameColour = form.colour === current.colour && form.accent === current.accent
    if (form.colour === 'own' && !isSameColour && !allows(plan, 'branding'))
      return { ok: false, reason: 'colour_not_in_plan' }
    await tx
      .updateTable('vendors')
      .set((eb) => ({
        ...(form.layout && { layout: form.layout }),
        ...(form.colour && { accent: form.colour === 'own' ? (form.accent ?? null) : null }),
        description: form.description,
        experienceYears: form.experienceYears,
        contactEmail: form.contactEmail,
        contactPhone: read.phone,
        contactTelegram: form.contactTelegram,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', of.vendorId)
      .execute()
    return { ok: true }
  })
}

/** The page as its form would hold it if it were opened now; nobody else changes it until the transaction ends. */
async function lockPage(tx: Tx, vendorId: VendorId): Promise<PageForm> {
  const row = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select([
      'layout',
      'accent',
      'description',
      'experienceYears',
      'contactEmail',
      'contactPhone',
      'contactTelegram',
    ])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { accent, ...page } = row
  return accent === null ? { ...page, colour: 'standard' } : { ...page, colour: 'own', accent }
}
