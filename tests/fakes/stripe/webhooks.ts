import { createHmac } from 'node:crypto'
import { type Delivery, seconds, type State } from './state.ts'

/** Headers of a delivery. Two secrets: the endpoint's secret was rolled a short while ago. */
export function signature(secrets: readonly string[], at: number, body: string): string {
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
  )
  return [`t=${at}`, ...signed].join(',')
}

export const overNetwork: State['send'] = async (url, headers, body) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body,
    // A redirect counts as a failure.
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Sends one delivery, signed now; it stays pending until the answer is good. */
export async function attempt(state: State, delivery: Delivery): Promise<void> {
  const { data, event, endpoint: id } = delivery
  const endpoint = data.endpoints.find((one) => one.id === id)
  if (!endpoint) {
    delivery.state = 'dropped'
    return
  }
  // An endpoint has a version of its own.
  const body = JSON.stringify({
    ...event,
    api_version: endpoint['api_version'] ?? event['api_version'],
  })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signature(data.secrets.get(id) ?? [], seconds(state), body),
  }
  const status = await state.send(endpoint.url, headers, body).catch(() => 0)
  delivery.answers.push(status)
  if (status < 200 || status >= 300 || delivery.state !== 'pending') return
  delivery.state = 'delivered'
  event.pending_webhooks -= 1
}

/** Begins what nobody has begun, unless deliveries are held back. */
export function deliverNew(state: State): void {
  if (state.isHeld) return
  for (const delivery of state.deliveries)
    if (delivery.state === 'pending' && delivery.answers.length === 0 && !begun.has(delivery))
      track(state, delivery)
}

const begun = new WeakSet<Delivery>()

function track(state: State, delivery: Delivery): void {
  begun.add(delivery)
  const running = attempt(state, delivery).finally(() => state.running.delete(running))
  state.running.add(running)
}

/** Until nothing is on its way, also what the answers caused. */
export async function settled(state: State): Promise<void> {
  while (state.running.size > 0) await Promise.all(state.running)
}
