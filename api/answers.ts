import { z } from '@hono/zod-openapi'
import { type Code, codes, refusalCodes } from './codes.ts'
import type { Problem } from './problem.ts'

const meanings = [
  'Stable. Use it to handle errors.',
  ...Object.entries(codes).map(
    ([code, { status, means }]) => `- \`${code}\` (${status}): ${means}`,
  ),
].join('\n')

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string().openapi({ enum: Object.keys(codes), description: meanings }),
    detail: z.string().optional().openapi({ description: 'Text for people. It may change.' }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string().openapi({ description: 'Identifies this request in our log.' }),
  })
  .openapi('Problem')

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
} as const

function answer(status: number, code: Code, all: readonly Code[] = [code]) {
  const example: Problem = {
    type: `urn:openspot:problem:${code}`,
    title: codes[code].title,
    status,
    code,
    requestId: '5f0c3c1e-6a43-4a5e-9f57-0f6f9b4f6f3e',
  }
  return {
    description: all.map((name) => `\`${name}\`: ${codes[name].title}.`).join(' '),
    content: { 'application/problem+json': { schema: problemSchema, example } },
  }
}

export const invalid = answer(400, 'invalid')
export const notFound = answer(404, 'not_found')
export const notCancelled = answer(409, 'session_past', ['session_past', 'session_changed'])
export const notBookable = answer(409, 'session_full', refusalCodes(409))
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
      .openapi({ description: 'Pass it as `cursor` to get the next page. Null on the last page.' }),
  })
}
