import { z } from '@hono/zod-openapi'
import { type Code, type Problem, titles } from './problem.ts'

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string().openapi({ enum: Object.keys(titles), description: 'Stable: decide by this.' }),
    detail: z.string().optional().openapi({ description: 'For people; may change.' }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string().openapi({ description: 'Names this request in our log.' }),
  })
  .openapi('Problem')

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
} as const

function answer(status: number, ...[code, ...others]: [Code, ...Code[]]) {
  const example: Problem = {
    type: `urn:openspot:problem:${code}`,
    title: titles[code],
    status,
    code,
    requestId: '5f0c3c1e-6a43-4a5e-9f57-0f6f9b4f6f3e',
  }
  return {
    description: [code, ...others].map((name) => `\`${name}\`: ${titles[name]}.`).join(' '),
    content: { 'application/problem+json': { schema: problemSchema, example } },
  }
}

export const invalid = answer(400, 'invalid')
export const notFound = answer(404, 'not_found')
export const sessionPast = answer(409, 'session_past')
export const notBookable = answer(
  409,
  'session_full',
  'session_past',
  'registration_closed',
  'price_changed',
  'session_changed',
)
export const tooLarge = answer(413, 'invalid')
export const wrongContentType = answer(415, 'invalid')
export const keyUsed = answer(422, 'idempotency_conflict')
export const rateLimited = { ...answer(429, 'rate_limited'), headers: retryAfter }
export const unexpected = answer(500, 'unexpected')
export const busy = { ...answer(503, 'busy'), headers: retryAfter }

/** A page of a list; `nextCursor` is null on the last one. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: 'Give it as `cursor`; null: nothing follows.' }),
  })
}
