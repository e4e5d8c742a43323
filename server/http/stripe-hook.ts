import { Hono } from 'hono'
import type { Context } from 'hono'
import { limitBody } from '#api/body-limit.ts'
import { hasEndpoint, receiveNews } from '#core/cards/commands/read-news.ts'
import type { Deps } from '#core/shared/deps.ts'

const largestEvent = 256 * 1024

/** Where Stripe tells of payments. The body is read as it came: its signature is over the bytes. */
export function createStripeHook(deps: Deps, { addressOf }: { addressOf: (c: Context) => string }) {
  const app = new Hono()
  app.post(
    '/:id',
    limitBody(largestEvent, (c) => c.text('Too large.', 413)),
    async (c) => {
      const { newsPerNetwork } = deps.limits
      const id = c.req.param('id')
      // Stripe sends the news of all vendors from a few networks. Numbers that nobody has are counted together.
      const isKnown = await hasEndpoint(deps, id)
      const from = isKnown ? `${addressOf(c)} ${id}` : addressOf(c)
      const taken = await newsPerNetwork.take(from)
      if (!taken.ok) return c.text('Too many requests.', 429)
      const isSigned = await receiveNews(deps, {
        id,
        body: await c.req.text(),
        signature: c.req.header('stripe-signature') ?? '',
      })
      if (!isSigned) return c.text('The signature is wrong.', 400)
      // Only what is refused counts.
      await newsPerNetwork.giveBack(from)
      return c.body(null, 204)
    },
  )
  return app
}
