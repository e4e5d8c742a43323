import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { findBot } from '../queries.ts'
import { languageIn } from '../rules.ts'
import { type Heard, type Person, type Update, updateSchema } from '../schema.ts'
import { openCode } from '../steps/codes.ts'

const attempts = 5

/**
 * Takes in what a bot has heard, once, and leaves the work to the worker. Codes are read here and not stored. False: it is
 * nothing that Telegram sends.
 */
export async function receiveUpdate(deps: Deps, botId: number, update: unknown): Promise<boolean> {
  const { data } = updateSchema.safeParse(update)
  if (!data) return false
  // A bot that was disconnected.
  if ((await findBot(deps.db, botId)) === null) return true
  const heard = heardIn(deps, botId, data)
  await deps.db.transaction().execute(async (tx) => {
    const isNew = await tx
      .insertInto('telegramUpdates')
      .values({ botId, updateId: data.update_id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('updateId')
      .executeTakeFirst()
    if (!isNew || heard === null) return
    await sql`select graphile_worker.add_job('telegram_heard', ${JSON.stringify(heard)}::json,
      max_attempts => ${attempts}::integer)`.execute(tx)
  })
  return true
}

/** Null: nothing that concerns us, such as what is said in a group. */
function heardIn(deps: Deps, botId: number, update: Update): Heard | null {
  const { message, callback_query: tap, my_chat_member: member } = update
  if (message?.from && message.chat.type === 'private') {
    const [, command, parameter = ''] =
      /^\/(\w+)(?:@\w+)?(?: (\S+))?/.exec(message.text ?? '') ?? []
    const person = personOf(message.from)
    if (command === 'spots' || (command === 'start' && parameter === 'spots'))
      return { botId, person, heard: { what: 'asked_for_spots' } }
    if (command !== 'start') return { botId, person, heard: { what: 'wrote' } }
    const code = openCode(deps, { code: parameter, botId, at: new Date() })
    const isOver = parameter !== '' && code === null
    return { botId, person, heard: { what: 'started', code, isOver } }
  }
  if (tap) {
    const heard = {
      what: 'tapped' as const,
      query: tap.id,
      message: tap.message?.message_id ?? null,
      act: tap.data ?? '',
    }
    return { botId, person: personOf(tap.from), heard }
  }
  if (member?.chat.type !== 'private') return null
  const { status } = member.new_chat_member
  if (status !== 'kicked' && status !== 'member') return null
  const what = status === 'kicked' ? ('blocked' as const) : ('unblocked' as const)
  return { botId, person: personOf(member.from), heard: { what } }
}

const longestName = 120

function personOf(from: NonNullable<Update['callback_query']>['from']): Person {
  const name = [from.first_name, from.last_name].filter(Boolean).join(' ')
  return {
    id: from.id,
    name: (name.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim() || '—').slice(0, longestName),
    username: from.username ?? null,
    language: languageIn(from.language_code),
  }
}
