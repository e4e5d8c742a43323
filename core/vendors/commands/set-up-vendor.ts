import type { VendorId } from '#core/shared/ids.ts'
import { lockAccount } from '#core/accounts/steps/end-sessions.ts'
import { emit } from '#core/events/emit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Visitor } from '../../accounts/commands/ask-auth.ts'
import { changeContact, usernameProblem, type UsernameProblem } from '../rules.ts'
import { draftOf, type SetUp } from '../schema.ts'
import { claimUsername } from '../steps/claim-username.ts'
import { knowsZone } from '../steps/knows-zone.ts'
import { mayAskToConfirm } from './contact-address.ts'
import { profileColumns } from '../steps/profile-columns.ts'

export type SetUpDone =
  | { ok: true; username: string; askedToConfirm: string | null }
  | { ok: false; reason: UsernameProblem | 'username_taken' | 'timeZone' | 'contact_rate_limited' }

type Newcomer = {
  vendorId: VendorId
  userId: string
  email: string
  visitor: Pick<Visitor, 'network'>
}

/** Keeps what was typed in the setup so far, so that it can go on later and on another device. */
export async function saveSetUpDraft(
  db: Db,
  vendorId: VendorId,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  await db
    .updateTable('vendors')
    .set({ setUpDraft: JSON.stringify(draftOf(typed)) })
    .where('id', '=', vendorId)
    .where('setUpAt', 'is', null)
    .execute()
}

/** The end of the setup: after it the vendor has a public page. Of two that are sent at once the first one counts. */
export async function setUpVendor(
  deps: Pick<Deps, 'db' | 'limits' | 'log' | 'secretKeys'>,
  member: Newcomer,
  input: SetUp,
): Promise<SetUpDone> {
  const problem = usernameProblem(input.username)
  if (problem) return { ok: false, reason: problem }
  const { vendorId } = member
  const contact = firstContact(member, input)
  const email = contact.pendingContactEmail
  if (email !== null && !(await mayAskToConfirm(deps, member.visitor, { vendorId, email })))
    return { ok: false, reason: 'contact_rate_limited' }
  return deps.db.transaction().execute(async (tx) => {
    const done = await findSetUp(tx, member.vendorId)
    if (done !== null) return { ok: true, username: done, askedToConfirm: null }
    // Before the row in the operator's list, which the update below writes.
    await lockAccount(tx, member.userId)
    if (!(await knowsZone(tx, input.timeZone))) return { ok: false, reason: 'timeZone' }
    if (!(await claimUsername(tx, member.vendorId, input.username)))
      return { ok: false, reason: 'username_taken' }
    await tx
      .updateTable('vendors')
      .set((eb) => ({
        username: input.username,
        ...profileColumns(input),
        timeZone: input.timeZone,
        country: input.country,
        currency: input.currency,
        language: input.language,
        ...contact,
        contactTelegram: input.contactTelegram,
        telegramBotUsername: input.telegramBot === 'on' ? input.telegramBotUsername : null,
        setUpDraft: null,
        setUpAt: eb.fn<Date>('now'),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', member.vendorId)
      .execute()
    await tx
      .updateTable('profiles')
      .set((eb) => ({ fullName: input.fullName, updatedAt: eb.fn<Date>('now') }))
      .where('userId', '=', member.userId)
      .execute()
    await tx
      .updateTable('users')
      .set({ name: input.fullName, language: input.language })
      .where('id', '=', member.userId)
      .execute()
    if (email !== null) await emit(tx, 'vendor.contact_entered', { vendorId, email })
    return { ok: true, username: input.username, askedToConfirm: email }
  })
}

function firstContact(member: Newcomer, { contact, contactEmail }: SetUp) {
  const wanted = { signIn: member.email.toLowerCase(), other: contactEmail, none: null }[contact]
  return changeContact(wanted, { contactEmail: null, pendingContactEmail: null }, member.email)
}

/** The username that this vendor's setup has already claimed, read under the lock. */
async function findSetUp(tx: Tx, vendorId: VendorId): Promise<string | null> {
  const vendor = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['setUpAt', 'username'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return vendor.setUpAt && vendor.username
}
