import { formAction, noFields } from '#app/http/form-action.ts'
import type { Member } from '#app/http/context.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { manager } from '#app/http/managing.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import type { Deps } from '#core/shared/deps.ts'
import { connectBot, disconnectBot } from '#core/telegram/commands/connect-bot.ts'
import { memberLink, stopMemberChat } from '#core/telegram/commands/links.ts'
import { findMemberChat, findOwnBot, findSiteBot, loginWayOf } from '#core/telegram/queries.ts'
import { shownName } from '#core/telegram/rules.ts'
import { botFormSchema } from '#core/telegram/schema.ts'
import { listConnections } from '#core/vendors/queries.ts'
import type { TelegramState } from './telegram-section.tsx'

const here = '/settings/integrations'
const { field } = refusalsIn('telegram')

/** What the settings say about Telegram. No token is in it. */
export async function telegramState(deps: Deps, member: Member): Promise<TelegramState> {
  const of = { vendorId: member.vendor.id, userId: member.userId }
  const [own, site, chat, link, connections] = await Promise.all([
    findOwnBot(deps.db, of.vendorId),
    findSiteBot(deps),
    findMemberChat(deps.db, of),
    memberLink(deps, of),
    listConnections(deps.db, { ...of, isOwner: true }),
  ])
  const stopped = connections.filter(({ stoppedAt }) => stoppedAt !== null)
  const shown = own ?? site
  return {
    bot: shown && {
      username: shown.username,
      isOwn: shown === own,
      problem: shown.problem,
      checkedAt: shown.checkedAt,
      login: loginWayOf(deps, shown),
    },
    chat: chat && { name: shownName(chat), isBlocked: !chat.isReached },
    stopped: {
      chat: stopped.some(({ kind, isOwn }) => kind === 'chat' && isOwn),
      bot: stopped.find(({ kind }) => kind === 'bot')?.name ?? null,
    },
    connectTo: link,
    loginAddress: `${deps.origin}/telegram/login`,
  }
}

const memberOf = ({ vendor, userId }: Member) => ({ vendorId: vendor.id, userId })

export const connectTelegram = formAction({
  allow: manager,
  texts: 'telegram',
  schema: () => botFormSchema,
  run: ({ deps, member, form }) => connectBot(deps, memberOf(member), form),
  refusals: {
    token_missing: field('botToken', 'form.problems.token_missing', 400),
    token_refused: field('botToken', 'form.problems.token_refused', 400),
    secret_missing: field('loginSecret', 'form.problems.secret_missing', 400),
    bot_taken: field('botToken', 'form.problems.bot_taken'),
    unreachable: field('botToken', 'form.problems.unreachable', 503),
    rate_limited: field('botToken', 'form.problems.rate_limited', 429),
  },
  failures: ({ t }) => ({ failed: { title: t('form.failed'), text: t('form.failedText') } }),
  done: ({ deps, t, result: { username } }) =>
    redirectWithToast(deps, here, {
      title: t('form.saved'),
      text: t('form.savedText', { bot: username }),
    }),
})

export const disconnectTelegram = formAction({
  allow: manager,
  texts: 'telegram',
  schema: () => noFields,
  run: ({ deps, member }) => disconnectBot(deps, memberOf(member)),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('form.failed'), text: t('form.failedText') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, here, {
      title: t('form.disconnected'),
      text: t('form.disconnectedText'),
    }),
})

export const stopTelegram = formAction({
  allow: manager,
  texts: 'telegram',
  schema: () => noFields,
  run: ({ deps, member }) => stopMemberChat(deps, memberOf(member)),
  refusals: {},
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('own.stopped') }),
})
