import type { Deps } from '#core/shared/deps.ts'
import { findBot } from '../queries.ts'
import { cleanName, languageIn } from '../rules.ts'
import { type Heard, numberedSchema, type Person, type Update, updateSchema } from '../schema.ts'
import { addHeardJob } from '../steps/add-heard-job.ts'
import { openCode } from '../steps/codes.ts'

/**
 * Takes in what a bot has heard, once, and leaves the work to the worker. Codes are read here and not stored. What we cannot
 * read is noted as heard: Telegram would send it again for a day. False: it is no update.
 */
export async function receiveUpdate(deps: Deps, botId: number, update: unknown): Promise<boolean> {
  const { data: numbered } = numberedSchema.safeParse(update)
  if (!numbered) return false
  const { data } = updateSchema.safeParse(update)
  // A bot that was disconnected.
  if ((await findBot(deps.db, botId)) === null) return true
  const heard = data ? heardIn(deps, botId, data) : null
  await deps.db.transaction().execute(async (tx) => {
    const isNew = await tx
      .insertInto('telegramUpdates')
      .values({ botId, updateId: numbered.update_id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('updateId')
      .executeTakeFirst()
    if (!isNew || heard === null) return
    await addHeardJob(tx, heard)
  })
  return true
}

/** Null: nothing that concerns us, such as what is said in a group. */
function heardIn(deps: Deps, botId: number, update: Update): Heard | null {
  const { update_id: number, message, callback_query: tap, my_chat_member: member } = update
  const by = (from: NonNullable<Update['callback_query']>['from'], at: number) => ({
    botId,
    person: personOf(from),
    at,
    update: number,
  })
  if (message?.from && message.chat.type === 'private') {
    const [, command, parameter = ''] =
      /^\/(\w+)(?:@\w+)?(?: (\S+))?/.exec(message.text ?? '') ?? []
    const said = by(message.from, message.date)
    if (message.text === undefined) return { ...said, heard: { what: 'opened' } }
    if (command === 'spots' || (command === 'start' && parameter === 'spots'))
      return { ...said, heard: { what: 'asked_for_spots' } }
    if (command === 'logout') return { ...said, heard: { what: 'logged_out' } }
    if (command !== 'start') return { ...said, heard: { what: 'wrote' } }
    const code = openCode(deps, { code: parameter, botId, at: new Date() })
    const isOver = parameter !== '' && code === null
    return { ...said, heard: { what: 'started', code, isOver } }
  }
  if (tap) {
    const heard = {
      what: 'tapped' as const,
      query: tap.id,
      message: tap.message?.message_id ?? null,
      act: tap.data ?? '',
    }
    return { ...by(tap.from, Math.floor(Date.now() / 1000)), heard }
  }
  if (member?.chat.type !== 'private') return null
  const { status } = member.new_chat_member
  if (status !== 'kicked' && status !== 'member') return null
  const what = status === 'kicked' ? ('blocked' as const) : ('unblocked' as const)
  return { ...by(member.from, member.date), heard: { what } }
}

function personOf(from: NonNullable<Update['callback_query']>['from']): Person {
  return {
    id: from.id,
    name: cleanName([from.first_name, from.last_name].filter(Boolean).join(' ')),
    username: from.username ?? null,
    language: languageIn(from.language_code),
  }
}
