import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { sealedPrefix } from '#core/shared/sealing.ts'
import {
  loginPurpose,
  sealLoginSecret,
  sealToken,
  tokenPurpose,
  unsealLoginSecret,
  unsealToken,
} from '../steps/bots.ts'

/** Deletes used codes, updates of days ago, chats that nobody's bookings or messages need, and disconnected bots without chats. Returns how many. */
export async function forgetOld(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with codes as (
      delete from telegram_codes where expires_at < now() - interval '1 day' returning 1
    ), updates as (
      delete from telegram_updates where heard_at < now() - interval '3 days' returning 1
    ), chats as (
      delete from telegram_chats c where c.seen_at < now() - interval '7 days'
        and not exists (select from purchases g where g.customer_telegram = c.address)
        and not exists (select from vendor_members m where m.telegram = c.address)
      returning 1
    ), bots as (
      delete from telegram_bots t where t.vendor_id is not null and t.sealed_token is null
        and not exists (select from telegram_chats c where c.bot_id = t.id)
      returning 1
    )
    select (select count(*) from codes)::integer + (select count(*) from updates)::integer
      + (select count(*) from chats)::integer + (select count(*) from bots)::integer as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Encrypts tokens and login secrets with the first secret key, so that an older one can be removed. Returns their number. */
export async function resealTokens(deps: Deps): Promise<number> {
  const { db, secretKeys, log } = deps
  const isOld = (column: string, purpose: string) =>
    sql<boolean>`${sql.ref(column)} not like ${`${sealedPrefix(secretKeys, purpose).replaceAll('_', '\\_')}%`}`
  const rows = await db
    .selectFrom('telegramBots')
    .where((eb) =>
      eb.or([isOld('sealed_token', tokenPurpose), isOld('sealed_login_secret', loginPurpose)]),
    )
    .select(['id', 'sealedToken', 'sealedLoginSecret'])
    .execute()
  for (const { id, sealedToken, sealedLoginSecret } of rows) {
    const token = sealedToken && unsealToken(deps, id, sealedToken)
    const secret = sealedLoginSecret && unsealLoginSecret(deps, id, sealedLoginSecret)
    if ((sealedToken && !token) || (sealedLoginSecret && !secret))
      log.error({ botId: id }, 'no secret key opens the token of a bot')
    await db
      .updateTable('telegramBots')
      .set({
        ...(token && { sealedToken: sealToken(deps, id, token) }),
        ...(secret && { sealedLoginSecret: sealLoginSecret(deps, id, secret) }),
      })
      .where('id', '=', id)
      .where(sql<boolean>`sealed_token is not distinct from ${sealedToken}`)
      .$if(!token && !secret, (none) => none.where(sql<boolean>`false`))
      .execute()
  }
  return rows.length
}
