import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test as base, inject } from 'vitest'
import { createAuth } from '#core/integrations/better-auth.ts'
import { createDiskFiles } from '#core/integrations/disk-files.ts'
import { createStripe } from '#core/integrations/stripe.ts'
import { createLimits } from '#core/integrations/rate-limits.ts'
import type { openDatabase } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createLog } from '#core/shared/log.ts'
import { createTelegramDeps } from '#server/deps.ts'
import { takeDatabase } from '#tests/support/database-server.ts'
import { expectInvariants } from '#tests/support/invariants.ts'

export { expect } from 'vitest'

/**
 * A test with a database of its own, as it is after the migrations, whose seats are recounted at the end: `databaseUrl`, the
 * open `db`, and `deps` as a process has them.
 */
export const test = base
  .extend('server', () => inject('databaseServer'))
  .extend('taken', async ({ server }, { onCleanup }) => {
    const taken = await takeDatabase(server)
    onCleanup(taken.giveBack)
    return taken
  })
  .extend('databaseUrl', ({ taken }) => taken.url)
  .extend('opened', ({ taken }, { onCleanup }) => {
    const opened = taken.open()
    onCleanup(() => expectInvariants(opened.db))
    return opened
  })
  .extend('db', ({ opened }) => opened.db)
  .extend('deps', ({ opened }, { onCleanup }): Deps => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'openspot-files-'))
    onCleanup(() => rmSync(folder, { recursive: true, force: true }))
    return depsFor(opened, folder)
  })

function depsFor({ db, pool }: ReturnType<typeof openDatabase>, folder: string): Deps {
  const log = createLog('silent')
  const origin = 'http://localhost:3000'
  const secretKeys = ['a key for tests that protects nothing at all'] as const
  return {
    db,
    searches: db,
    log,
    origin,
    secretKeys,
    settings: {
      plans: true,
      signUp: 'open',
      home: null,
      showcase: null,
      operatorName: 'Openspot',
      operatorEmail: null,
      senderEmail: 'openspot@example.com',
      operatorAddress: null,
      operatorLogo: null,
      legalTexts: { terms: null, privacy: null },
      bookingRateLimit: true,
      mailBudgets: true,
      hstsSubdomains: false,
      pictures: 'disk',
    },
    auth: createAuth({ db, origin, secretKeys, log }),
    openId: { google: null },
    googleCalendar: null,
    // Nothing answers there.
    stripe: createStripe({ base: 'http://127.0.0.1:9' }),
    telegram: createTelegramDeps({
      // Nothing answers there.
      root: { api: 'http://127.0.0.1:9', links: 'https://t.me', login: 'http://127.0.0.1:9' },
      bot: null,
      origin,
      log,
    }),
    limits: createLimits(pool, secretKeys),
    files: createDiskFiles(folder),
  }
}
