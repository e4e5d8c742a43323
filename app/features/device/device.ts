import { forgetDay, keepDay } from './kept-day.ts'
import { findOwner, forgetKept, listKept, sendKept, setOwner } from './kept-marks.ts'

let claimed: { account: string; done: Promise<void> } | undefined

/** Runs before anything is kept: the list of the account that used this device before is forgotten. Its marks stay for it. */
export function claimDevice(account: string): Promise<void> {
  if (claimed?.account !== account) claimed = { account, done: claim(account) }
  return claimed.done
}

async function claim(account: string): Promise<void> {
  if ((await findOwner()) === account) return
  await forgetDay()
  await setOwner(account)
}

export async function keepDayOf(account: string, date: string): Promise<boolean> {
  await claimDevice(account)
  const isKept = await keepDay(date)
  if ((await findOwner()) === account) return isKept
  // The account has signed out in between.
  await forgetDay()
  return false
}

/** The worker shows what is kept. Its scope is the workspace, so public pages have none. */
export async function startWorker(): Promise<void> {
  if ('serviceWorker' in navigator)
    await navigator.serviceWorker.register('/workspace-worker.js', { scope: '/dashboard' })
}

/** Sends the marks that wait before a sign-out. Returns how many are still only on this device. */
export async function countUnsent(): Promise<number> {
  const owner = await findOwner()
  if (!owner) return 0
  if (navigator.onLine) await sendKept(owner)
  return (await listKept(owner)).filter(({ storedAt }) => storedAt === null).length
}

/** After signing out nothing of the account stays on this device. Theme and language live in cookies as well and stay. */
export function forgetAccount(): void {
  localStorage.clear()
  sessionStorage.clear()
  // A browser without a store kept nothing.
  void forgetDevice().catch(() => {})
}

async function forgetDevice(): Promise<void> {
  const owner = await findOwner()
  if (owner) await forgetKept(owner)
  await forgetDay()
}
