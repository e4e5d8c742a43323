import type { Call } from './actions.ts'

/** What a run may point at, in the order it came into being; both the model and the database side know it by index. */
export type Known = {
  sessions: { id: string; ofClass: number; isWeekly: boolean }[]
  groups: {
    id: string
    ofClass: number
    order: Order | null
    bought: BundleOrder | null
    spots: number[]
  }[]
  spots: { id: string; ofClass: number }[]
  /** what is left of the bundles that were bought; `group` is an index */
  passes: { id: string; ofClass: number; group: number }[]
  /** what a visitor has open: forms say later what they showed */
  pages: object[]
  /** every request, which may be sent again */
  sent: Call[]
}

/** What was asked for under a key; `session` and `contact` are indexes. */
export type Order = { key: string; session: number; spots: number; name: string; contact: number }

/** A bundle that was asked for under a key: its class, whose only one it is, and its dates. */
export type BundleOrder = {
  key: string
  ofClass: number
  sessions: readonly number[]
  name: string
  /** one of those with a single address: the form has one field */
  contact: number
  leaveRest: boolean
}

export type Contact = { phone: string | null; email: string | null }

/** The last one has the email of the first: the phone beside it is a note, and not the address of the third. */
export const contacts: readonly Contact[] = [
  { phone: null, email: 'one@example.com' },
  { phone: null, email: 'regular@example.com' },
  { phone: '+4915112345678', email: null },
  { phone: '+4915112345678', email: 'one@example.com' },
]

/** What identifies somebody: the email, else the phone. */
export function addressOf({ phone, email }: Contact): string {
  return email ?? phone ?? ''
}

/** The contact that holds many upcoming spots from the start, so that its limit is near. */
export const regular = 1

/** The last of the contacts a form with one field can name. */
export const lastSingle = 2

/** The name that every edit writes. */
export const edited = 'Customer'

/** The element at an index that is known to be there. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index]
  if (element === undefined) throw new Error(`nothing at ${index} of ${list.length}`)
  return element
}

/** An index counted from the latest, around and around. */
export function latest(length: number, pick: number): number {
  return length - 1 - (pick % length)
}
