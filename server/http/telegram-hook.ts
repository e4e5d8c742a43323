import { Hono } from 'hono'
import { limitBody } from '#api/body-limit.ts'
import type { Deps } from '#core/shared/deps.ts'
import { receiveUpdate } from '#core/telegram/commands/receive-update.ts'
import { isWebhookSecret } from '#core/telegram/steps/codes.ts'

const largestUpdate = 256 * 1024

/**
 * Where Telegram sends what a bot hears. It only writes it down, because Telegram sends everything again that is not answered
 * at once.
 */
export function createTelegramHook(deps: Deps) {
  const app = new Hono()
  app.post(
    '/:botId{[0-9]+}',
    limitBody(largestUpdate, (c) => c.text('Too large.', 413)),
    async (c) => {
      const botId = Number(c.req.param('botId'))
      const secret = c.req.header('x-telegram-bot-api-secret-token') ?? ''
      if (!isWebhookSecret(deps, botId, secret)) return c.text('secret token is wrong', 401)
      const update: unknown = await c.req.json().catch(() => null)
      const isKnown = await receiveUpdate(deps, botId, update)
      return isKnown ? c.text('ok') : c.text('This is no update.', 400)
    },
  )
  return app
}
