import { z } from 'zod'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { type EventName, type EventOf, eventNames, parsePayload } from './catalogue.ts'

type Handler<Name extends EventName> = (deps: Deps, event: EventOf<Name>) => Promise<void>
type Handlers = { [Name in EventName]?: Handler<Name> }

/**
 * What is noted of several events at once, in the transaction that takes them out of the outbox: marks, and nothing slow. It must
 * not fail for what an event holds: that would stop all others.
 */
type Noting = {
  events: readonly EventName[]
  note: (db: Db, payloads: readonly unknown[]) => Promise<void>
}

/** A feature, its event handlers, and what it notes of events without a job of its own. */
export type Subscriber = { name: string; handlers: Handlers; noting: Noting | null }

/**
 * Each handler runs as a separate job, which fails and is retried separately. It may run twice for the same event; the
 * second run must have no effect.
 */
export function defineSubscriptions(
  name: string,
  handlers: Handlers,
  noting: Noting | null = null,
): Subscriber {
  return { name, handlers, noting }
}

/** Pairs of subscriber and event. */
export function listSubscriptions(subscribers: readonly Subscriber[]) {
  return subscribers.flatMap(({ name, handlers }) =>
    eventNames
      .filter((event) => handlers[event] !== undefined)
      .map((event) => ({ subscriber: name, event })),
  )
}

/**
 * Of the jobs of account events and account mails; jobs with a lower number run first. The mails that let somebody sign in
 * must not wait behind those of bookings, which strangers can make in any number.
 */
export const accountPriority = -1

/**
 * Of the jobs and mails of a vendor's own words to its customers: one vendor writes to hundreds at once, and nobody else's
 * mail should wait for them.
 */
export const notePriority = 1

/** The payload of a subscriber's job; `at` is the time of the event. */
export const eventJobSchema = z.object({
  eventId: z.uuid(),
  kind: z.string(),
  payload: z.unknown(),
  at: z.iso.datetime({ offset: true }),
})

type Task = (payload: unknown) => Promise<void>

/** One task per event and subscriber, named `<subscriber>:<event>`. */
export function subscriberTasks(
  deps: Deps,
  subscribers: readonly Subscriber[],
): Record<string, Task> {
  return Object.fromEntries(
    subscribers.flatMap(({ name, handlers }) =>
      eventNames.flatMap((event): [string, Task][] => {
        const task = taskFor(deps, event, handlers)
        return task ? [[`${name}:${event}`, task]] : []
      }),
    ),
  )
}

function taskFor<Name extends EventName>(deps: Deps, name: Name, handlers: Handlers): Task | null {
  const handle = handlers[name]
  if (!handle) return null
  return (job) => {
    const { eventId, payload, at } = eventJobSchema.parse(job)
    return handle(deps, {
      id: eventId,
      name,
      at: new Date(at),
      payload: parsePayload(name, payload),
    })
  }
}
