import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { actOrWait } from './commands/act.ts'
import { pollBots, lookAfterBots } from './commands/look-after-bots.ts'
import { reseal } from '#core/shared/reseal.ts'
import { forgetOld } from './commands/forget-old.ts'
import { heldLoginSecrets, heldTokens, sealedLoginSecrets, sealedTokens } from './steps/bots.ts'
import { heardSchema } from './schema.ts'

export function telegramTasks(deps: Deps) {
  return {
    telegram_heard: (payload: unknown): Promise<void> =>
      actOrWait(deps, heardSchema.parse(payload)),
  }
}

export const telegramJobs = [
  defineJob({
    name: 'look after Telegram bots',
    every: { seconds: 10 },
    once: 'cluster',
    run: lookAfterBots,
  }),
  defineJob({
    name: 'read updates of Telegram bots',
    every: { seconds: 1 },
    once: 'process',
    run: (deps) => pollBots(deps),
  }),
  defineJob({
    name: 'forget old chats, codes and updates of Telegram',
    every: { hours: 1 },
    once: 'cluster',
    run: ({ db }) => forgetOld(db),
  }),
  defineJob({
    name: 'encrypt tokens of Telegram bots with the first secret key',
    every: { hours: 1 },
    once: 'cluster',
    run: async (deps) =>
      (await reseal(deps, sealedTokens)) +
      (await reseal(deps, sealedLoginSecrets)) +
      (await reseal(deps, heldTokens)) +
      (await reseal(deps, heldLoginSecrets)),
  }),
]
