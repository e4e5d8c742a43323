import { createHash } from 'node:crypto'
import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const spotSchema = z.object({ id: z.string(), status: z.string() })

const argsSchema = z.object({
  sessionId: z.string().optional(),
  classId: z.string().optional(),
  bundleId: z.string().optional(),
  /** the dates of a bundle */
  sessionIds: z.array(z.string()).optional(),
  priceMinor: z.number().optional(),
  /** what is left of a bundle */
  passId: z.string().optional(),
  spots: z.number().optional(),
  /** of a court: the party, and what it books with the slot */
  people: z.number().optional(),
  extras: z.array(z.string()).optional(),
  /** of a court: its price without extras */
  slotMinor: z.number().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  reference: z.string().optional(),
  purchaseId: z.string().optional(),
  bookingIds: z.array(z.string()).optional(),
  toSessionId: z.string().optional(),
  maxStudents: z.number().optional(),
  location: z.string().optional(),
})

const answerSchema = z.object({
  status: z.number().optional(),
  /** a problem's code or a command's reason */
  code: z.string().optional(),
  reference: z.string().optional(),
  bookings: z.array(spotSchema).optional(),
  /** how many spots or rows the command says it changed */
  changed: z.number().optional(),
})

const entrySchema = z.object({
  /** ms since the epoch */
  t: z.number(),
  client: z.string(),
  /** what somebody wants; its tries share it */
  op: z.string(),
  attempt: z.number(),
  kind: z.enum([
    'book',
    'book_again',
    'book_other',
    'cancel',
    // by the pages
    'buy',
    'buy_again',
    'redeem',
    'cancel_form',
    'open',
    // by the vendor
    'cancel_by_vendor',
    'confirm',
    'reject',
    'move',
    'cancel_own',
    'edit',
    'correct',
    'give',
    'edit_class',
    'resize',
    'reschedule',
    'cancel_session',
    'expire',
  ]),
  key: z.string().nullable(),
  args: argsSchema,
  phase: z.enum(['invoke', 'ok', 'fail', 'unknown']),
  answer: answerSchema,
})

export type Entry = z.output<typeof entrySchema>
export type Kind = Entry['kind']
export type Args = z.output<typeof argsSchema>
export type Answer = z.output<typeof answerSchema>

/** Appends to the file, each line at once: what was written stays when the writer is killed. */
export function appendTo(file: string): (line: unknown) => void {
  const descriptor = openSync(file, 'a')
  return (line) => void writeSync(descriptor, `${JSON.stringify(line)}\n`)
}

/** Everything that clients and vendors wrote into the folder, in the order of time. */
export function readHistory(folder: string): Entry[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith('history-'))
    .flatMap((file) => readLines(path.join(folder, file), entrySchema))
    .toSorted((one, other) => one.t - other.t)
}

export function readLines<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema>[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => schema.parse(JSON.parse(line)))
}

/** A try of an operation: what was asked, and what came back. */
export type Try = { asked: Entry; answered: Entry | null }

/** Pairs each invocation with its outcome; a writer that was killed left none. */
export function triesOf(history: readonly Entry[]): Try[] {
  const nameOf = ({ op, attempt }: Entry) => `${op} ${attempt}`
  const outcomes = new Map(
    history.filter(({ phase }) => phase !== 'invoke').map((entry) => [nameOf(entry), entry]),
  )
  return history
    .filter(({ phase }) => phase === 'invoke')
    .map((asked) => ({ asked, answered: outcomes.get(nameOf(asked)) ?? null }))
}

/** A substitute for a form's key: the server computes its own from the typed values, and no two requests share a name. */
export const formKey = (name: string) => `form:${name}`

/** What the server keeps of the key of an API client. */
export const apiKey = (key: string) => `api-${createHash('sha256').update(key).digest('base64url')}`

/** How the names begin under which the vendors give spots away. */
export const givenName = 'given '
