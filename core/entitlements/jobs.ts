import type { Deps } from '#core/shared/deps.ts'
import { expireCredits } from './steps/credits.ts'

/** What runs again and again; it answers how much it did. */
export const entitlementRounds = [
  { name: 'expire credits', everyMs: 60_000, run: ({ db }: Deps) => expireCredits(db) },
]
