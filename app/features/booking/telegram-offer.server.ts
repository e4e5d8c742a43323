import type { RouterContextProvider } from 'react-router'
import { depsOf } from '#app/http/request.ts'
import { findSessionUser } from '#app/http/session.ts'
import type { FormContact } from '#core/bookings/steps/contact.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findBotOf, type StoredBot } from '#core/telegram/queries.ts'
import { chatAddress, shownName } from '#core/telegram/rules.ts'
import { findLoggedIn } from '#core/telegram/steps/find-logged-in.ts'
import { keepLogin } from '#core/telegram/steps/keep-chat.ts'
import { findWorkplace } from '#core/vendors/queries.ts'
import { mayManage } from '#core/vendors/rules.ts'
import { type OwnerSees, telegramContact, type TelegramOffer } from './booking-offer.ts'

type Asked = { request: Request; context: Readonly<RouterContextProvider> }

/** What the booking forms of a vendor say about Telegram. Without a bot, only members who can connect one see a notice. */
export async function telegramOffer(
  { request, context }: Asked,
  vendorId: VendorId,
): Promise<TelegramOffer | null> {
  const deps = depsOf(context)
  const bot = await findBotOf(deps, vendorId)
  const isManager = await manages({ request, context }, vendorId)
  if (!bot && !isManager) return null
  const person = bot && (await findLoggedIn(deps, request.headers, bot.id))
  // Customers log in by the chat until the login works again; a manager tries the login itself.
  const byChat = bot?.problem === 'login' && !isManager ? '&chat=while_broken' : ''
  return {
    loginTo: bot && `/telegram/login?vendor=${vendorId}${byChat}`,
    person: person && {
      name: person.name,
      username: person.username,
      picture: `/telegram/picture?bot=${person.botId}`,
    },
    switchTo: `/telegram/switch?vendor=${vendorId}`,
    ownerSees: isManager ? ownerSees(deps, bot) : null,
  }
}

function ownerSees(
  { origin }: Deps,
  bot: Pick<StoredBot, 'problem' | 'vendorId'> | null,
): OwnerSees | null {
  const address = `${origin}/telegram/login`
  if (bot === null) return { problem: 'missing', address }
  // Only the operator can set the site's bot right.
  return bot.problem === 'login' && bot.vendorId !== null ? { problem: 'broken', address } : null
}

async function manages({ request, context }: Asked, vendorId: VendorId): Promise<boolean> {
  const user = await findSessionUser(request, context)
  const workplace = user && (await findWorkplace(depsOf(context).db, user.id))
  return workplace?.id === vendorId && mayManage(workplace.role)
}

/**
 * What the form's contact stands for: what was typed, or who is logged in. Null: nobody is logged in any more. A form without
 * Telegram asks the database for nothing here.
 */
export async function contactGiven(
  deps: Deps,
  request: Request,
  { contact, findVendor }: { contact: string; findVendor: () => Promise<VendorId | null> },
): Promise<FormContact | null> {
  if (contact !== telegramContact) return contact
  const vendorId = await findVendor()
  const bot = vendorId && (await findBotOf(deps, vendorId))
  const person = bot && (await findLoggedIn(deps, request.headers, bot.id))
  if (!person) return null
  await keepLogin(deps.db, person)
  return {
    telegram: { address: chatAddress(person.botId, person.telegramId), name: shownName(person) },
  }
}
