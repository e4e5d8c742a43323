import { createStore, get, set, update, type UseStore } from 'idb-keyval'
import type { Mark } from '#core/attendance/rules.ts'

/** A mark on this device. It stays after it was stored until a kept page shows it. */
export type KeptMark = {
  bookingId: string
  sessionId: string
  mark: Mark | null
  /** on the clock of the device */
  madeAt: number
  /** on the server's clock; null: it waits for the network */
  storedAt: number | null
}

let opened: UseStore | undefined
const store = () => (opened ??= createStore('openspot-attendance', 'marks'))

const ownerKey = 'account'
const keyOf = (account: string) => `marks ${account}`

/** The account whose marks a sign-out on this device concerns. */
export const findOwner = () => get<string>(ownerKey, store())
export const setOwner = (account: string) => set(ownerKey, account, store())

/** In the order they were made. Nobody else's: each account has its own. */
export async function listKept(account: string): Promise<KeptMark[]> {
  return (await get<KeptMark[]>(keyOf(account), store())) ?? []
}

export async function keepMarks(
  account: string,
  marks: readonly Pick<KeptMark, 'bookingId' | 'sessionId' | 'mark'>[],
): Promise<void> {
  await changeKept(account, (kept) => {
    // Two marks of a spot must not have the same moment.
    const now = Math.max(Date.now(), (kept.at(-1)?.madeAt ?? 0) + 1)
    return [...kept, ...marks.map((mark, at) => ({ ...mark, madeAt: now + at, storedAt: null }))]
  })
}

export async function changeKept(
  account: string,
  change: (kept: KeptMark[]) => KeptMark[],
): Promise<void> {
  await update<KeptMark[]>(keyOf(account), (kept = []) => change(kept), store())
}

/** After signing out nothing of the account stays. */
export async function forgetKept(account: string): Promise<void> {
  await changeKept(account, () => [])
  await set(ownerKey, '', store())
}

const isSame = (one: KeptMark, other: KeptMark) =>
  one.bookingId === other.bookingId && one.madeAt === other.madeAt

export type Sending = 'done' | 'no_network' | 'signed_out'

/**
 * Sends what waits, one mark after the other, in the order they were made. Only one page of the browser sends at a time. A
 * mark whose answer was lost is sent again: storing it twice changes nothing. Returns how many were refused for good.
 */
export async function sendKept(account: string): Promise<{ sending: Sending; refused: number }> {
  return alone(async () => {
    let refused = 0
    for (;;) {
      const next = (await listKept(account)).find(({ storedAt }) => storedAt === null)
      if (!next) return { sending: 'done', refused }
      const answer = await send(account, next)
      if (answer === 'no_network' || answer === 'signed_out') return { sending: answer, refused }
      if (answer === 'refused') refused += 1
      await changeKept(account, (kept) =>
        kept.flatMap((mark) => {
          if (!isSame(mark, next)) return [mark]
          return answer === 'refused' ? [] : [{ ...mark, storedAt: answer }]
        }),
      )
    }
  })
}

function alone<T>(work: () => Promise<T>): Promise<T> {
  // Browsers have locks on secure pages only.
  return 'locks' in navigator ? navigator.locks.request('openspot-marks', work) : work()
}

/** Returns when it was stored, or why it was not. */
async function send(
  account: string,
  { bookingId, sessionId, mark, madeAt }: KeptMark,
): Promise<number | 'refused' | 'no_network' | 'signed_out'> {
  const body = new URLSearchParams({
    account,
    bookingId,
    sessionId,
    mark: mark ?? 'none',
    madeAt: String(madeAt),
    sentAt: String(Date.now()),
  })
  try {
    const answer = await fetch('/dashboard/today/marks', {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    })
    // Without a session the server redirects to the sign-in.
    if (answer.type === 'opaqueredirect') return 'signed_out'
    return readAnswer(answer.status, await answer.json())
  } catch {
    return 'no_network'
  }
}

/** A page of a hotel network is no answer of ours: then the mark stays. */
function readAnswer(
  status: number,
  answer: { more?: { storedAt?: number; refused?: string } | null } | null,
): number | 'refused' | 'no_network' | 'signed_out' {
  const { storedAt, refused } = answer?.more ?? {}
  if (storedAt !== undefined) return storedAt
  // Somebody else has signed in. The mark stays for its own account.
  if (refused === 'other_account') return 'signed_out'
  return refused !== undefined || status === 404 || status === 400 ? 'refused' : 'no_network'
}
