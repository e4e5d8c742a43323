import type { Db } from '#core/shared/db.ts'
import type { EventName, NewPayload } from './catalogue.ts'

/**
 * Says that something happened, in the transaction that made it happen. Only a row: a job or a
 * notice from here would take a lock of the whole cluster at commit.
 */
export async function emit<Name extends EventName>(
  db: Db,
  name: Name,
  payload: NewPayload<Name>,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ kind: name, payload: JSON.stringify(payload) })
    .execute()
}

/** Emits the parts of an event under ids of their own, which the caller chooses: the same again when it is split again. */
export async function emitParts<Name extends EventName>(
  db: Db,
  name: Name,
  parts: readonly { id: string; payload: NewPayload<Name> }[],
): Promise<void> {
  if (parts.length === 0) return
  await db
    .insertInto('outbox')
    .values(
      parts.map(({ id, payload }) => ({
        eventId: id,
        kind: name,
        payload: JSON.stringify(payload),
      })),
    )
    .execute()
}
