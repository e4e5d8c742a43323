import { sql } from 'kysely'
import type { Slot } from '#core/events/catalogue.ts'
import type { Tx } from '#core/shared/db.ts'
import { beforesIn, listNewsToTell, newsColumns } from '../queries/current-news.ts'
import type { Befores } from '../queries/entries.ts'
import { listLastTold } from '../queries/last-told.ts'
import { customerLetter, type PurchaseKind } from '../rules.ts'
import { type PurchaseFacts, purchaseFactsSchema } from '../schema.ts'

export type NewLetter = {
  kind: PurchaseKind
  groupId: string
  audience: 'customer' | 'vendor'
  recipient: string
  tokenRotation: number
  /** the first rotation of whom the purchase belongs to now */
  holderRotation: number
  bookingIds: readonly string[]
  before: Slot | null
  by: PurchaseFacts['by']
  late: boolean
  issuedLink?: boolean | undefined
}

/**
 * Withdraws waiting messages with the same letter to the same person, and merges their spots into the new one. The new
 * message compares with the last time and place sent to that person. Returns its spots and where they were.
 */
export async function mergeWaiting(
  tx: Tx,
  letter: NewLetter,
): Promise<{ bookingIds: readonly string[]; befores: Befores }> {
  const waiting = await listWaiting(tx, letter)
  const ids = waiting.map(({ id }) => id)
  const stillSo = await listNewsToTell(tx, waiting)
  await supersede(tx, ids)
  return {
    bookingIds: [
      ...new Set([
        ...stillSo.flatMap(({ facts }) => facts.entries.flatMap(({ bookingIds }) => bookingIds)),
        ...letter.bookingIds,
      ]),
    ],
    befores: await readBefores(tx, letter, waiting),
  }
}

/**
 * What the person last read: the time and place in the last sent mail, not those before the first change. Nothing if
 * uncertain; then even an undone change is sent.
 */
async function readBefores(
  tx: Tx,
  letter: NewLetter,
  waiting: readonly { facts: PurchaseFacts }[],
): Promise<Befores> {
  const own = beforesOf(letter)
  if (waiting.length === 0) return own
  const first = new Map([
    ...own,
    ...waiting.toReversed().flatMap(({ facts }) => [...beforesIn(facts)]),
  ])
  const told = await listLastTold(tx, letter)
  return new Map(
    [...first].flatMap(([id, before]) => {
      const last = told.get(id)
      // Vendors get no messages about their own changes.
      return last ? [[id, letter.audience === 'vendor' ? before : last]] : []
    }),
  )
}

function beforesOf({ before, bookingIds }: NewLetter): Befores {
  return new Map(before === null ? [] : bookingIds.map((id) => [id, before]))
}

async function listWaiting(tx: Tx, letter: NewLetter) {
  const rows = await tx
    .selectFrom('messages')
    .where('groupId', '=', letter.groupId)
    .where('audience', '=', letter.audience)
    .where('recipient', '=', letter.recipient)
    .where('kind', '=', letter.kind)
    .where('status', 'in', ['queued', 'held'])
    // A message with an earlier attempt may have arrived.
    .where('attempts', '=', 0)
    .orderBy('createdAt')
    .select([...newsColumns, 'id'])
    .forUpdate()
    .execute()
  return rows.flatMap((row) => {
    const { data: facts } = purchaseFactsSchema.safeParse(row.facts)
    return facts && isSameLetter(letter, facts) ? [{ ...row, facts }] : []
  })
}

function isSameLetter(letter: NewLetter, facts: PurchaseFacts): boolean {
  return (
    isSameHolder(letter, facts.purchase.tokenRotation) &&
    facts.issuedLink === (letter.issuedLink ?? false) &&
    customerLetter(letter.kind, facts) === customerLetter(letter.kind, letter)
  )
}

/** The customer may have had the link replaced in between. */
function isSameHolder({ tokenRotation, holderRotation }: NewLetter, other: number): boolean {
  return tokenRotation === other || (tokenRotation >= holderRotation && other >= holderRotation)
}

/** Their jobs stay and find nothing to send: a job that a worker holds cannot be removed, and would be left as failed. */
async function supersede(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('messages')
    // The transaction may have begun long before, waiting for the purchase.
    .set({ status: 'superseded', finishedAt: sql<Date>`clock_timestamp()` })
    .where('id', 'in', [...ids])
    .execute()
}
