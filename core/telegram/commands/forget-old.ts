import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/**
 * Deletes used codes, updates of days ago, chats that nobody's bookings or messages need, and disconnected bots without
 * chats. What is only stopped may go on. Returns how many.
 */
export async function forgetOld(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with codes as (
      delete from telegram_codes where expires_at < now() - interval '1 day' returning 1
    ), updates as (
      delete from telegram_updates where heard_at < now() - interval '3 days' returning 1
    ), chats as (
      delete from telegram_chats c where c.seen_at < now() - interval '7 days'
        -- Longer than a browser keeps a login.
        and (c.logged_out_at is null or c.logged_out_at < now() - interval '91 days')
        and not exists (select from purchases g where g.customer_telegram = c.address)
        and not exists (select from vendor_members m where m.telegram = c.address)
        and not exists (select from connections o where o.kind = 'chat' and o.saved ->> 'telegram' = c.address)
      returning 1
    ), bots as (
      delete from telegram_bots t where t.vendor_id is not null and t.sealed_token is null
        and not exists (select from telegram_chats c where c.bot_id = t.id)
        and not exists (select from connections o where o.vendor_id = t.vendor_id and o.kind = 'bot' and o.saved ->> 'id' = t.id::text)
      returning 1
    )
    select (select count(*) from codes)::integer + (select count(*) from updates)::integer
      + (select count(*) from chats)::integer + (select count(*) from bots)::integer as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
