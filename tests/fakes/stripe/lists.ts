import { z } from 'zod'
import { malformed } from './errors.ts'
import { collections, type Data, type Kind } from './state.ts'

type Item = Record<string, unknown> & { id: string; created: number }

const pagingSchema = z.looseObject({
  limit: z.number().default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z
    .union([
      z.number(),
      z.object({
        gt: z.number().optional(),
        gte: z.number().optional(),
        lt: z.number().optional(),
        lte: z.number().optional(),
      }),
    ])
    .optional(),
})

/** A page, the newest first. */
export function listed(items: readonly Item[], params: unknown, url: string, kind: string) {
  const {
    limit,
    starting_after: after,
    ending_before: before,
    created,
  } = pagingSchema.parse(params)
  if (limit < 1 || limit > 100)
    throw malformed('Invalid integer: limit must be between 1 and 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  if (after !== undefined && before !== undefined)
    throw malformed(
      'You may only specify one of these parameters: starting_after, ending_before.',
      {
        code: 'parameters_exclusive',
      },
    )
  const between = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {})
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = between
  const fitting = items.toReversed()
  const cursor = after ?? before
  const at = fitting.findIndex(({ id }) => id === cursor)
  if (cursor !== undefined && at < 0)
    throw malformed(`No such ${kind}: '${cursor}'`, {
      code: 'resource_missing',
      param: after === undefined ? 'ending_before' : 'starting_after',
    })
  const beyond =
    after === undefined ? fitting.slice(0, at < 0 ? undefined : at) : fitting.slice(at + 1)
  const found = beyond.filter(
    (one) => one.created > gt && one.created >= gte && one.created < lt && one.created <= lte,
  )
  const data = before === undefined ? found.slice(0, limit) : found.slice(-limit)
  return { object: 'list', data, has_more: found.length > data.length, url }
}

const expandable: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'checkout.session': { payment_intent: 'payment_intent' },
  payment_intent: { latest_charge: 'charge' },
  charge: { payment_intent: 'payment_intent', balance_transaction: 'balance_transaction' },
  refund: {
    charge: 'charge',
    payment_intent: 'payment_intent',
    balance_transaction: 'balance_transaction',
    failure_balance_transaction: 'balance_transaction',
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
}

/** Refuses what cannot be expanded, before anything is done. Returns what would be read. */
export function checkExpand(kind: string, paths: readonly string[]): Kind[] {
  const read: Kind[] = []
  for (const path of paths) {
    const names = path.replace(/^data\./, '').split('.')
    if (names.length > 4)
      throw malformed('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    let at: string = kind
    for (const name of names) {
      const next = expandable[at]?.[name]
      if (next === undefined)
        throw malformed(`This property cannot be expanded (${path}).`, { param: 'expand' })
      read.push(next)
      at = next
    }
  }
  return read
}

/** The object with what `expand` names put in the place of its ids. The stored one is left as it is. */
export function expanded(data: Data, object: unknown, paths: readonly string[]): unknown {
  const copy: unknown = structuredClone(object)
  for (const path of paths) expand(data, copy, path.split('.'))
  return copy
}

function expand(data: Data, object: unknown, [name = '', ...rest]: string[]): void {
  if (!isObject(object)) return
  const value = object[name]
  const kind = expandable[String(object['object'])]?.[name]
  if (name === 'data' && Array.isArray(value)) for (const one of value) expand(data, one, rest)
  if (kind && typeof value === 'string') {
    const all: readonly Item[] = collections(data)[kind]
    object[name] = structuredClone(all.find(({ id }) => id === value) ?? value)
  }
  if (rest.length > 0 && name !== 'data') expand(data, object[name], rest)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
