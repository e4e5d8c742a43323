import { sql } from 'kysely'
import type { ChangingLink } from '#core/bookings/queries/links.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { dropConnection } from '#core/vendors/steps/connections.ts'
import { findBot, findBotOf, findSiteBot } from '../queries.ts'
import { newCode } from '../steps/codes.ts'
import { listLoggedIn } from '../steps/cookies.ts'
import { linkTo } from './log-in.ts'

type Member = { vendorId: VendorId; userId: string }

/** The link by which a member gets the vendor's messages on Telegram. Null: there is no bot. */
export async function memberLink(deps: Deps, { vendorId, userId }: Member): Promise<string | null> {
  const bot = await findBotOf(deps, vendorId)
  if (!bot) return null
  const code = newCode(deps, { kind: 'member', botId: bot.id, subject: userId, at: new Date() })
  return linkTo(deps, bot, code)
}

/** Messages go by email again. */
export async function stopMemberChat(
  { db }: Pick<Deps, 'db'>,
  { vendorId, userId }: Member,
): Promise<{ ok: true }> {
  return db.transaction().execute(async (tx) => {
    await tx
      .updateTable('vendorMembers')
      .set({ telegram: null })
      .where('vendorId', '=', vendorId)
      .where('userId', '=', userId)
      .execute()
    await dropConnection(tx, { vendorId, userId, kind: 'chat' })
    return { ok: true }
  })
}

/** The link by which the customer of a purchase gets its messages on Telegram, while its own link counts. Null: no bot. */
export async function purchaseLink(
  deps: Deps,
  { vendorId, purchaseId, rotation }: { vendorId: VendorId; purchaseId: string; rotation: number },
): Promise<string | null> {
  const bot = await findBotOf(deps, vendorId)
  if (!bot) return null
  const code = newCode(deps, {
    kind: 'purchase',
    botId: bot.id,
    subject: purchaseId,
    rotation,
    at: new Date(),
  })
  return linkTo(deps, bot, code)
}

/** A chat that a link of the purchase has connected gets no more of its news. */
export async function disconnectPurchase(
  { db }: Pick<Deps, 'db'>,
  { id, tokenRotation }: ChangingLink,
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  const ended = await db
    .updateTable('purchases')
    .set((eb) => ({
      customerTelegram: null,
      customerTelegramName: null,
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('id', '=', id)
    .where('tokenRotation', '=', tokenRotation)
    .where('customerTelegram', 'is not', null)
    .where(sql<boolean>`booking_method is distinct from 'telegram'`)
    .returning('id')
    .executeTakeFirst()
  return ended ? { ok: true } : { ok: false, reason: 'not_found' }
}

/**
 * The links by which people get the links of their bookings from a bot: from the installation's, and from each bot at which
 * this browser has logged in. Somebody who has only logged in has neither an email nor a phone to ask with.
 */
export async function listSpotsLinks(
  deps: Deps,
  headers: Headers,
): Promise<{ username: string; href: string }[]> {
  const bots = await Promise.all([
    findSiteBot(deps),
    ...listLoggedIn(deps, headers).map(({ botId }) => findBot(deps.db, botId)),
  ])
  const open = bots.flatMap((bot) => (bot === null || bot.problem === 'unauthorized' ? [] : [bot]))
  return [...new Map(open.map((bot) => [bot.id, bot])).values()].map((bot) => ({
    username: bot.username,
    href: linkTo(deps, bot, 'spots'),
  }))
}

/** Whether anybody can have booked with Telegram. */
export async function hasBots({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return (await db.selectFrom('telegramBots').select('id').limit(1).execute()).length > 0
}
