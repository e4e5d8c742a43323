import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { MailContent } from '../../integrations/mailer.ts'
import type { Messages } from '#core/shared/database.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Senders } from '../queries/sender.ts'
import type { ChatDraft } from './chat.ts'

export type Audience = Messages['audience']

/** What has to be read of a message to write its mail. */
export const letterColumns = [
  'kind',
  'audience',
  'recipient',
  'facts',
  'purchaseId',
  'id',
  'vendorId',
  'language',
  'createdAt',
  'channel',
  'lastError',
] as const satisfies readonly (keyof Messages)[]

export type StoredMessage = Omit<
  Pick<Selectable<Messages>, (typeof letterColumns)[number]>,
  'facts'
> & { facts: unknown }

export type Writer = Pick<Deps, 'db' | 'origin' | 'secretKeys' | 'settings' | 'auth'> & {
  senders?: Senders
}

/** What a letter says by email, and in a chat. */
export type Written = MailContent & { chat: ChatDraft }

export type Addressed<Facts, To extends Audience> = Omit<StoredMessage, 'facts' | 'audience'> & {
  audience: To
  facts: Facts
}

type LetterParts<Schema extends z.ZodType, To extends Audience, Said> = {
  to: readonly To[]
  /** what is stored when the message is queued */
  facts: Schema
  write: (deps: Writer, message: Pick<Addressed<Said, To>, Known>) => Promise<Written>
  /** The test writes each of them in every language. */
  examples: readonly { audience: To; facts: Said }[]
}

/**
 * The last look before the mail is sent, which may be days after it was queued: what it says now, or null when it is
 * not worth sending any more.
 */
type LastLook<Schema extends z.ZodType, To extends Audience, Said> = {
  lookAgain: (deps: Writer, message: Addressed<z.output<Schema>, To>) => Promise<Said | null>
}

type Known = 'audience' | 'recipient' | 'language' | 'createdAt' | 'facts'

export type Letter<Schema extends z.ZodType, To extends Audience> = {
  to: readonly To[]
  facts: Schema
  /** Null: it is not worth sending any more. Throws when the stored facts are not what the letter needs. */
  write: (deps: Writer, stored: StoredMessage) => Promise<Written | null>
  /** each writes one example; there is at least one */
  examples: readonly ((deps: Writer, language: Language) => Promise<Written>)[]
}

/** One kind of mail that nothing can overtake: it says what it said when it was queued. `letters.ts` lists them all. */
export function defineLetter<Schema extends z.ZodType, const To extends Audience>(
  parts: LetterParts<Schema, To, z.output<Schema>>,
): Letter<Schema, To> {
  return defineCheckedLetter({ ...parts, lookAgain: async (_deps, { facts }) => facts })
}

/** One kind of mail whose news may be over, or another, by the time it is sent. */
export function defineCheckedLetter<Schema extends z.ZodType, const To extends Audience, Said>({
  to,
  facts: schema,
  lookAgain,
  write,
  examples,
}: LetterParts<Schema, To, Said> & LastLook<Schema, To, Said>): Letter<Schema, To> {
  return {
    to,
    facts: schema,
    async write(deps, stored) {
      const audience = to.find((known) => known === stored.audience)
      if (!audience) throw new Error(`${stored.kind} is not for ${stored.audience}`)
      const message = { ...stored, audience, facts: schema.parse(stored.facts) }
      const facts = await lookAgain(deps, message)
      return facts === null ? null : write(deps, { ...message, facts })
    },
    examples: examples.map(
      (example) => (deps, language) =>
        write(deps, {
          ...example,
          recipient: 'carla@example.com',
          language,
          createdAt: new Date(0),
        }),
    ),
  }
}
