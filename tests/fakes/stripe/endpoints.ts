import { z } from 'zod'
import { malformed, refused } from './errors.ts'
import { blank, metadataAfter, metadataSchema } from './params.ts'
import { type Context, type Endpoint, newId, seconds } from './state.ts'

const mostEndpoints = 16

const paramsSchema = z.object({
  url: z.string().optional(),
  enabled_events: z.array(z.string()).optional(),
  api_version: z.string().optional(),
  description: z.string().nullish(),
  disabled: z.boolean().optional(),
  metadata: metadataSchema,
})

/** Only the answer to this has the secret. */
export function createEndpoint(context: Context, given: unknown): Endpoint {
  const { state, data } = context
  const { api_version: version = null, ...params } = paramsSchema.parse(given)
  const url = checkedUrl(context, params.url ?? '')
  if (data.endpoints.length >= mostEndpoints)
    throw refused(
      `You have reached the maximum of ${mostEndpoints} ${data.livemode ? 'live' : 'test'} webhook endpoints.`,
    )
  const endpoint: Endpoint = {
    ...blank('webhook_endpoint'),
    id: newId('we_'),
    object: 'webhook_endpoint',
    api_version: version,
    created: seconds(state),
    description: params.description ?? null,
    enabled_events: checkedEvents(params.enabled_events ?? []),
    livemode: data.livemode,
    metadata: metadataAfter(params.metadata),
    status: 'enabled',
    url,
  }
  const secret = newId('whsec_', 32)
  data.endpoints.push(endpoint)
  data.secrets.set(endpoint.id, [secret])
  return { ...endpoint, secret }
}

export function updateEndpoint(context: Context, endpoint: Endpoint, given: unknown): Endpoint {
  const params = paramsSchema.parse(given)
  if (params.url !== undefined) endpoint.url = checkedUrl(context, params.url)
  if (params.enabled_events) endpoint.enabled_events = checkedEvents(params.enabled_events)
  if (params.description !== undefined) endpoint.description = params.description
  if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
  endpoint.metadata = metadataAfter(params.metadata, endpoint.metadata)
  return endpoint
}

export function deleteEndpoint({ data }: Context, { id }: Endpoint) {
  data.endpoints = data.endpoints.filter((one) => one.id !== id)
  data.secrets.delete(id)
  return { id, object: 'webhook_endpoint', deleted: true }
}

function checkedEvents(names: string[]): string[] {
  if (names.length === 0)
    throw malformed('You must select at least one event.', { param: 'enabled_events' })
  if (names.includes('*') && names.length > 1)
    throw malformed('`*` cannot be combined with other events.', { param: 'enabled_events' })
  return names
}

function checkedUrl({ state, data }: Context, url: string): string {
  const wrong = (why: string) =>
    malformed(`Invalid URL: ${why}`, { code: 'url_invalid', param: 'url' })
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrong('An explicit scheme (such as https) must be provided.')
  if (state.allowHttpWebhooks && !data.livemode) return url
  const { hostname, protocol } = new URL(url)
  if (protocol !== 'https:') throw wrong('Webhook URLs must be HTTPS.')
  if (/^(?:localhost|127\.|10\.|192\.168\.|\[)|\.local$/.test(hostname))
    throw wrong('URL must be publicly accessible.')
  return url
}
