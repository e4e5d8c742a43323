import type { Visitor } from '#core/accounts/commands/ask-auth.ts'
import type { OpenIdProblem } from '#core/integrations/openid.ts'
import type { Deps } from '#core/shared/deps.ts'
import { personOf } from '#core/shared/fields.ts'
import { isId } from '#core/shared/ids.ts'
import { findPublicVendor } from '#core/vendors/queries.ts'
import { findBot, findBotOf, findChat, findClaim, loginWayOf, type StoredBot } from '../queries.ts'
import { cleanName } from '../rules.ts'
import { endProblems, noteProblem } from '../steps/bot-problem.ts'
import { loginSecretOf } from '../steps/bots.ts'
import { digestOf, newCode, newLoginId, numbersOf } from '../steps/codes.ts'
import {
  begunLoginCookie,
  type BegunLogin,
  loggedInCookie,
  loggedOutCookie,
  type LoggedIn,
  noBegunLoginCookie,
  readBegunLogin,
} from '../steps/cookies.ts'
import { findLoggedIn } from '../steps/find-logged-in.ts'
import { endLogins, keepLogin } from '../steps/keep-chat.ts'

export type LoginBegun = { cookies: string[] } & (
  | { ok: true; next: { kind: 'openid'; url: string } | { kind: 'link' } }
  /** `off`: the vendor has no bot. `misconfigured`: Telegram does not accept how the bot is set up */
  | { ok: false; reason: 'off' | 'misconfigured' | 'unreachable' }
)

/**
 * Begins a login at the vendor's bot: nothing is stored except in the browser. `to`: the path to go back to. `asksLink`: by the
 * chat; 'while_broken': unless the login works again, which one customer in a while finds out.
 */
export async function beginLogin(
  deps: Deps,
  { vendorId, to, asksLink }: { vendorId: string; to: string; asksLink: boolean | 'while_broken' },
): Promise<LoginBegun> {
  const vendor = isId(vendorId) ? await findPublicVendor(deps, vendorId) : null
  const bot = vendor && (await findBotOf(deps, vendor.id))
  if (!bot) return { ok: false, reason: 'off', cookies: [] }
  const byChat =
    asksLink === 'while_broken'
      ? bot.problem === 'login' && !(await deps.limits.telegramLoginRetries.take(String(bot.id))).ok
      : asksLink
  const way = byChat ? 'link' : loginWayOf(deps, bot)
  const begin = (held: BegunLogin['way']) => [
    begunLoginCookie(deps, { botId: bot.id, way: held, to, madeAt: Date.now() }),
  ]
  if (way === 'link') {
    const at = new Date()
    const code = newCode(deps, { kind: 'login', botId: bot.id, subject: newLoginId(), at })
    return { ok: true, next: { kind: way }, cookies: begin({ kind: way, code }) }
  }
  const asked = await openIdOf(deps, bot)?.ask()
  if (!asked) return { ok: false, reason: 'misconfigured', cookies: [] }
  if (!asked.ok) return { ok: false, reason: 'unreachable', cookies: [] }
  const cookies = begin({ kind: 'openid', ...asked.asked })
  return { ok: true, next: { kind: 'openid', url: asked.url }, cookies }
}

function openIdOf(deps: Deps, bot: StoredBot) {
  const secret = loginSecretOf(deps, bot)
  return secret === null ? null : deps.telegram.login({ botId: bot.id, secret })
}

/** The login that this browser has begun, and what a page has to show for it. Null: none. */
export async function findBegunLogin(deps: Deps, headers: Headers) {
  const begun = readBegunLogin(deps, headers)
  const bot = begun && (await findBot(deps.db, begun.botId))
  if (!begun || !bot) return null
  const { way, to } = begun
  if (way.kind === 'openid') return { kind: way.kind, to }
  const digest = digestOf(bot.id, way.code)
  return {
    kind: way.kind,
    to,
    link: linkTo(deps, bot, way.code),
    number: numbersOf(deps, digest).right,
    claim: await findClaim(deps.db, { botId: bot.id, digest }),
  }
}

/** The address that opens a chat with a bot, and sends it a code when the person presses Start. */
export const linkTo = (
  { telegram }: Pick<Deps, 'telegram'>,
  bot: { username: string },
  code: string,
) => `${telegram.api.root.links}/${bot.username}?start=${code}`

export type LoginProblem =
  | OpenIdProblem
  /** used, too old, or begun in another browser */
  | 'expired'
  /** the person has not confirmed it in the chat yet */
  | 'waiting'
  | 'rate_limited'

export type LoginFinished = { cookies: string[]; to: string | null } & (
  | { ok: true; person: LoggedIn }
  | { ok: false; reason: LoginProblem }
)

/** Takes what the browser brings back from Telegram, and keeps in the browser who it is. */
export async function finishLogin(
  deps: Deps,
  visitor: Visitor,
  query: URLSearchParams,
): Promise<LoginFinished> {
  const begun = readBegunLogin(deps, visitor.headers)
  const bot = begun && (await findBot(deps.db, begun.botId))
  if (!begun || !bot) return { ok: false, reason: 'expired', cookies: [], to: null }
  const { to } = begun
  const limit = deps.limits.telegramLoginPerNetwork
  if (!(await limit.take(visitor.network)).ok)
    return { ok: false, reason: 'rate_limited', cookies: [], to }
  const named = await identify(deps, { bot, begun, query })
  if (typeof named !== 'string' || named === 'waiting') await limit.giveBack(visitor.network)
  if (typeof named === 'string') {
    const gone = named === 'waiting' ? [] : [noBegunLoginCookie(deps)]
    return { ok: false, reason: named, cookies: gone, to }
  }
  const name = personOf(120).safeParse(cleanName(named.name)).data ?? named.username ?? ''
  const known = { ...named, name, botId: bot.id }
  const person = { ...known, at: await keepLogin(deps.db, known) }
  const cookies = [loggedInCookie(deps, visitor.headers, person), noBegunLoginCookie(deps)]
  return { ok: true, person, cookies, to }
}

type Named = Omit<LoggedIn, 'botId' | 'at'>
type Coming = { bot: StoredBot; begun: BegunLogin; query: URLSearchParams }

async function identify(
  deps: Deps,
  { bot, begun: { way }, query }: Coming,
): Promise<Named | LoginProblem> {
  if (way.kind === 'link') return pickUp(deps, bot.id, way.code)
  if (query.get('state') !== way.state) return 'expired'
  if (!(await deps.limits.openIdPerState.take(way.state)).ok) return 'expired'
  const identified = await openIdOf(deps, bot)?.identify(query, way)
  if (!identified) return 'refused'
  if (!identified.ok) {
    // The vendor has to see that its login is not set up as Telegram wants it.
    if (identified.isMisconfigured) await noteProblem(deps.db, bot, 'login')
    return identified.reason
  }
  if (bot.problem === 'login') await endProblems(deps.db, bot, ['login'])
  // The subject is another number.
  const { number, name, username } = identified.identity
  const telegramId = Number(number)
  if (!Number.isSafeInteger(telegramId) || telegramId <= 0) return 'refused'
  return { telegramId, name: name ?? '', username }
}

/** The person who has confirmed the login in the chat. It counts once. */
async function pickUp(deps: Deps, botId: number, code: string): Promise<Named | LoginProblem> {
  const digest = digestOf(botId, code)
  const claim = await findClaim(deps.db, { botId, digest })
  if (!claim) return (await isUsed(deps, digest)) ? 'expired' : 'waiting'
  const picked = await deps.db
    .updateTable('telegramCodes')
    .set((eb) => ({ pickedUpAt: eb.fn<Date>('now') }))
    .where('digest', '=', digest)
    .where('claimedBy', '=', claim.address)
    .where('pickedUpAt', 'is', null)
    .returning('claimedBy')
    .executeTakeFirst()
  const chat = picked ? await findChat(deps.db, claim.address) : null
  return chat
    ? { telegramId: chat.telegramId, name: chat.name, username: chat.username }
    : 'expired'
}

async function isUsed({ db }: Deps, digest: string): Promise<boolean> {
  const used = await db
    .selectFrom('telegramCodes')
    .where('digest', '=', digest)
    .where('pickedUpAt', 'is not', null)
    .select('digest')
    .executeTakeFirst()
  return used !== undefined
}

/** Ends all logins of the person who is logged in at the vendor's bot. Set-Cookie lines with which this browser forgets them. */
export async function logOut(deps: Deps, headers: Headers, vendorId: string): Promise<string[]> {
  const vendor = isId(vendorId) ? await findPublicVendor(deps, vendorId) : null
  const bot = vendor && (await findBotOf(deps, vendor.id))
  if (!bot) return []
  const person = await findLoggedIn(deps, headers, bot.id)
  if (person) await endLogins(deps.db, person)
  return [loggedOutCookie(deps, headers, bot.id)]
}
