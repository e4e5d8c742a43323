import { z } from 'zod'

const id = z.number().int().positive()

const person = z.object({
  id,
  first_name: z.string(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
})
const chat = z.object({ id: z.number().int(), type: z.string() })
const date = z.number().int()

/** Every update has a number, whatever else Telegram may send. */
export const numberedSchema = z.looseObject({ update_id: z.number().int() })

/** What a bot hears, as far as we read it. Everything else that Telegram may send is ignored. */
export const updateSchema = z.object({
  update_id: z.number().int(),
  message: z
    .object({ message_id: id, date, from: person.optional(), chat, text: z.string().optional() })
    .optional(),
  callback_query: z
    .object({
      id: z.string().max(64),
      from: person,
      data: z.string().max(64).optional(),
      message: z.object({ message_id: z.number().int(), chat }).optional(),
    })
    .optional(),
  my_chat_member: z
    .object({ date, from: person, chat, new_chat_member: z.object({ status: z.string() }) })
    .optional(),
})
export type Update = z.output<typeof updateSchema>

const heardPerson = z.object({
  id,
  name: z.string(),
  username: z.string().nullable(),
  language: z.enum(['en', 'de', 'ru']),
})
export type Person = z.output<typeof heardPerson>

const codeSchema = z.object({
  kind: z.enum(['login', 'purchase', 'member']),
  subject: z.uuid(),
  rotation: z.number().int(),
  digest: z.string(),
})
export type OpenedCode = z.output<typeof codeSchema>

/** The job of the worker for something that a bot has heard. No code is in it, only what it stood for. */
export const heardSchema = z.object({
  botId: id,
  person: heardPerson,
  /** when they did it, in seconds, and the number of the update */
  at: z.number(),
  update: z.number(),
  heard: z.discriminatedUnion('what', [
    z.object({
      what: z.literal('started'),
      code: codeSchema.nullable(),
      /** it had a code, which is too old or none of ours */
      isOver: z.boolean(),
    }),
    z.object({ what: z.literal('asked_for_spots') }),
    z.object({ what: z.literal('logged_out') }),
    z.object({ what: z.literal('wrote') }),
    /** something that nobody wrote, such as a message that was pinned: the chat is open */
    z.object({ what: z.literal('opened') }),
    z.object({
      what: z.literal('tapped'),
      query: z.string(),
      message: z.number().nullable(),
      act: z.string(),
    }),
    z.object({ what: z.literal('blocked') }),
    z.object({ what: z.literal('unblocked') }),
  ]),
})
export type Heard = z.output<typeof heardSchema>

/** The form that connects a vendor's own bot. An empty token keeps the one that is stored. */
export const botFormSchema = z.object({
  botToken: z.string().trim().max(200).default(''),
  login: z.enum(['link', 'openid']).default('link'),
  loginSecret: z.string().trim().max(200).default(''),
})
export type BotForm = z.output<typeof botFormSchema>
