import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { EndOfMail } from '../queries/unsubscribe.ts'

type Ended = { ok: true } | { ok: false; reason: 'not_found' }

/** Ends a mail for its reader. Doing it again changes nothing. */
export async function endMail(db: Db, end: EndOfMail): Promise<Ended> {
  if (end.what === 'agenda') return setAgenda(db, end, false)
  await addWishes(db, end.vendorId, [end.mark])
  return { ok: true }
}

/** Takes that back. */
export async function resumeMail(db: Db, end: EndOfMail): Promise<Ended> {
  if (end.what === 'agenda') return setAgenda(db, end, true)
  await dropWishes(db, end.vendorId, [end.mark])
  return { ok: true }
}

async function setAgenda(
  db: Db,
  { vendorId, userId }: Extract<EndOfMail, { what: 'agenda' }>,
  wantsAgenda: boolean,
): Promise<Ended> {
  const { rows } = await sql`
    update vendor_members set wants_agenda = ${wantsAgenda} where vendor_id = ${vendorId} and user_id = ${userId}
    returning user_id`.execute(db)
  return rows.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}

/** Notes that no reminders of the vendor may go to the addresses of these marks. A vendor that is erased sends none. */
export async function addWishes(db: Db, vendorId: string, marks: readonly string[]): Promise<void> {
  await sql`
    insert into mail_wishes (vendor_id, mark)
    select v.id, mark from vendors v cross join unnest(${marks}::text[]) as mark where v.id = ${vendorId}
    on conflict do nothing`.execute(db)
}

export async function dropWishes(
  db: Db,
  vendorId: string,
  marks: readonly string[],
): Promise<void> {
  await sql`
    delete from mail_wishes where vendor_id = ${vendorId} and mark = any(${marks}::text[])`.execute(
    db,
  )
}
