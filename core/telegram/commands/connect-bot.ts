import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { dropConnection, noteConnection } from '#core/vendors/steps/connections.ts'
import { findOwnBot, type StoredBot } from '../queries.ts'
import { botIdIn } from '../rules.ts'
import type { BotForm } from '../schema.ts'
import { sealLoginSecret, sealToken, unsealToken } from '../steps/bots.ts'

export type BotConnected =
  | { ok: true; username: string }
  | {
      ok: false
      reason:
        | 'token_missing'
        | 'token_refused'
        | 'secret_missing'
        /** another vendor's, or the installation's */
        | 'bot_taken'
        | 'unreachable'
        | 'rate_limited'
    }

type Member = { vendorId: VendorId; userId: string }

/**
 * Connects a vendor's own bot: Telegram says whose token it is, and it is stored encrypted. What is left empty in the form
 * stays as it is.
 */
export async function connectBot(
  deps: Deps,
  member: Member,
  { botToken: typed, login, loginSecret }: BotForm,
): Promise<BotConnected> {
  const own = await findOwnBot(deps.db, member.vendorId)
  const kept = own && unsealToken(deps, own.id, own.sealedToken ?? '')
  const token = typed || kept
  if (!token) return { ok: false, reason: 'token_missing' }
  if (botIdIn(token) === null) return { ok: false, reason: 'token_refused' }
  if (!(await deps.limits.botChecksPerVendor.take(member.vendorId)).ok)
    return { ok: false, reason: 'rate_limited' }
  const named = await deps.telegram.api.identify(token)
  if (!named.ok) {
    const reason = named.reason === 'unauthorized' ? 'token_refused' : 'unreachable'
    return { ok: false, reason }
  }
  const { id, username } = named.result
  if (botIdIn(token) !== id) return { ok: false, reason: 'token_refused' }
  const keepsSecret = loginSecret === '' && own?.id === id && own.sealedLoginSecret !== null
  if (login === 'openid' && loginSecret === '' && !keepsSecret)
    return { ok: false, reason: 'secret_missing' }
  const sealedLoginSecret =
    login !== 'openid'
      ? null
      : keepsSecret
        ? own.sealedLoginSecret
        : sealLoginSecret(deps, id, loginSecret)
  if (deps.telegram.bot?.id === id) return { ok: false, reason: 'bot_taken' }
  const values = {
    username,
    sealedToken: sealToken(deps, id, token),
    sealedLoginSecret,
    problem: null,
    // The worker looks after it at once.
    checkedAt: null,
  }
  try {
    await deps.db.transaction().execute(async (tx) => {
      if (!(await isUnchanged(tx, member.vendorId, own))) throw new BotChanged()
      if (own && own.id !== id) await dropTokens(tx, own)
      const written = await tx
        .insertInto('telegramBots')
        .values({ id, vendorId: member.vendorId, ...values })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(values)
            .where('telegramBots.vendorId', '=', member.vendorId),
        )
        .returning('id')
        .executeTakeFirst()
      if (!written) throw new BotTaken()
      if (typed) await noteConnection(tx, { ...member, kind: 'bot', name: `@${username}` })
      await writeAudit(tx, {
        ...member,
        action: 'telegram.connected',
        subject: ['vendor', member.vendorId],
        details: { username },
      })
    })
  } catch (error) {
    if (error instanceof BotTaken) return { ok: false, reason: 'bot_taken' }
    if (!(error instanceof BotChanged)) throw error
    return connectBot(deps, member, { botToken: typed, login, loginSecret })
  }
  return { ok: true, username }
}

/** Another vendor has connected this bot, and has chats there, also if it has disconnected it since. */
class BotTaken extends Error {}

/** Somebody has changed the vendor's bot while Telegram was asked. */
class BotChanged extends Error {}

async function isUnchanged(tx: Tx, vendorId: VendorId, before: StoredBot | null): Promise<boolean> {
  const now = await lockOwnBot(tx, vendorId)
  return now?.sealedToken === before?.sealedToken
}

/** The vendor's bot, which nobody else connects or disconnects until the end of the transaction. */
async function lockOwnBot(tx: Tx, vendorId: VendorId): Promise<StoredBot | null> {
  await tx.selectFrom('vendors').where('id', '=', vendorId).select('id').forNoKeyUpdate().execute()
  return findOwnBot(tx, vendorId)
}

/** The row stays with its chats, for the day when the bot is connected again. */
const dropTokens = (tx: Tx, { id, vendorId }: StoredBot) =>
  tx
    .updateTable('telegramBots')
    .set({
      sealedToken: null,
      sealedLoginSecret: null,
      webhookUrl: null,
      problem: null,
      checkedAt: null,
    })
    .where('id', '=', id)
    .where('vendorId', '=', vendorId)
    .execute()

/** Disconnects the vendor's own bot. Customers who used it get email again, or what the vendor sends by hand. */
export async function disconnectBot(deps: Deps, member: Member): Promise<{ ok: true }> {
  const own = await deps.db.transaction().execute(async (tx) => {
    const bot = await lockOwnBot(tx, member.vendorId)
    if (!bot) return null
    await dropTokens(tx, bot)
    await dropConnection(tx, { vendorId: member.vendorId, kind: 'bot' })
    await writeAudit(tx, {
      ...member,
      action: 'telegram.disconnected',
      subject: ['vendor', member.vendorId],
      details: { username: bot.username },
    })
    return bot
  })
  const token = own && unsealToken(deps, own.id, own.sealedToken ?? '')
  // Telegram would go on sending us what nobody reads. If it cannot be reached, it gives up by itself.
  if (token && own.webhookUrl !== null) await deps.telegram.api.stopListening(token)
  return { ok: true }
}
