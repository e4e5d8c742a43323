import { emit } from '#core/events/emit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type PhoneProblem, readPhone } from '#core/shared/phones.ts'
import { findPlan } from '../../plans/queries.ts'
import { allows } from '../../plans/rules.ts'
import type { Visitor } from '../../accounts/commands/ask-auth.ts'
import { changeContact, type ContactAddress, layoutsOf, wantedContact } from '../rules.ts'
import type { PageForm } from '../schema.ts'
import { mayAskToConfirm } from './contact-address.ts'

export type PageChanged =
  /** `asked`: the address that must be confirmed before it is published */
  | { ok: true; asked: string | null }
  | {
      ok: false
      reason: PhoneProblem | 'layout_not_in_plan' | 'colour_not_in_plan' | 'contact_rate_limited'
    }
  | Changed<PageForm>

/** Changes the look of the public page, if the vendor's plan allows it, and how customers reach the vendor. */
export async function changePage(
  deps: Deps,
  of: PageOf,
  form: PageForm,
  version: Version = null,
): Promise<PageChanged> {
  const { db, settings } = deps
  if (!(await mayEnter(deps, of, form.contactEmail)))
    return { ok: false, reason: 'contact_rate_limited' }
  return db.transaction().execute(async (tx) => {
    const { page: current, contact: before } = await lockPage(tx, of.vendorId)
    const changed = changedSince(version, current, form)
    if (changed) return changed
    const read =
      form.contactPhone === null ? { phone: null } : readPhone(form.contactPhone, of.country)
    if (typeof read === 'string') return { ok: false, reason: read }
    const plan = await findPlan({ db: tx, settings }, of.vendorId)
    // Choices from a former, higher plan are kept.
    if (form.layout && form.layout !== current.layout && !layoutsOf(plan).includes(form.layout))
      return { ok: false, reason: 'layout_not_in_plan' }
    const isSameColour = form.colour === current.colour && form.accent === current.accent
    if (form.colour === 'own' && !isSameColour && !allows(plan, 'branding'))
      return { ok: false, reason: 'colour_not_in_plan' }
    const contact = changeContact(form.contactEmail, before, of.signInAddress)
    await tx
      .updateTable('vendors')
      .set((eb) => ({
        ...(form.layout && { layout: form.layout }),
        ...(form.colour && { accent: form.colour === 'own' ? (form.accent ?? null) : null }),
        ...contact,
        contactPhone: read.phone,
        contactTelegram: form.contactTelegram,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', of.vendorId)
      .execute()
    const email = contact.pendingContactEmail
    if (email === null || email === before.pendingContactEmail) return { ok: true, asked: null }
    await emit(tx, 'vendor.contact_entered', { vendorId: of.vendorId, email })
    return { ok: true, asked: email }
  })
}

type PageOf = {
  vendorId: VendorId
  country: string
  /** of the member who edits: it is confirmed already */
  signInAddress: string
  visitor: Pick<Visitor, 'network'>
}

/** Whether an address may be entered. A new one gets a mail, and mails are counted before the page is locked. */
async function mayEnter(
  deps: Deps,
  { vendorId, signInAddress, visitor }: PageOf,
  typed: string | null,
): Promise<boolean> {
  const before = await deps.db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['contactEmail', 'pendingContactEmail'])
    .executeTakeFirstOrThrow()
  const email = changeContact(typed, before, signInAddress).pendingContactEmail
  return (
    email === null ||
    email === before.pendingContactEmail ||
    mayAskToConfirm(deps, visitor, { vendorId, email })
  )
}

type PageRow = Pick<PageForm, 'layout' | 'contactPhone' | 'contactTelegram'> &
  ContactAddress & { accent: string | null }

/** What the form of the page shows. */
export function pageValues({
  layout,
  accent,
  contactPhone,
  contactTelegram,
  ...of
}: PageRow): PageForm {
  return {
    layout,
    ...(accent === null ? { colour: 'standard' } : { colour: 'own', accent }),
    contactEmail: wantedContact(of),
    contactPhone,
    contactTelegram,
  }
}

/** The current values of the page's form; locked until the transaction ends. */
async function lockPage(
  tx: Tx,
  vendorId: VendorId,
): Promise<{ page: PageForm; contact: ContactAddress }> {
  const row = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select([
      'layout',
      'accent',
      'contactEmail',
      'pendingContactEmail',
      'contactPhone',
      'contactTelegram',
    ])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { contactEmail, pendingContactEmail } = row
  return { page: pageValues(row), contact: { contactEmail, pendingContactEmail } }
}
