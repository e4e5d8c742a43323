import { z } from 'zod'
import type { Answer } from './history.ts'

const bookingSchema = z.object({ id: z.string(), status: z.string(), reference: z.string() })
const bookedSchema = z.object({
  booking: bookingSchema.extend({ manageUrl: z.string() }),
  bookings: z.array(bookingSchema),
  cancelled: z.number().optional(),
})
const problemSchema = z.object({ code: z.string() })

export type Outcome = {
  phase: 'ok' | 'fail' | 'unknown'
  answer: Answer
  /** of the manage link */
  token: string | null
}

const timeoutMs = 6000

/** One request and the meaning of its response; `unknown` if it is unclear what happened. */
export async function ask(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status } = response
    const content: unknown = await response.json()
    if (status >= 500)
      return { phase: 'unknown', answer: { status, ...codeIn(content) }, token: null }
    if (!response.ok) return { phase: 'fail', answer: { status, ...codeIn(content) }, token: null }
    const { booking, bookings, cancelled } = bookedSchema.parse(content)
    return {
      phase: 'ok',
      answer: {
        status,
        reference: booking.reference,
        bookings: bookings.map(({ id, status: state }) => ({ id, status: state })),
        ...(cancelled !== undefined && { changed: cancelled }),
      },
      token: new URL(booking.manageUrl).searchParams.get('token'),
    }
  } catch (error) {
    return { phase: 'unknown', answer: { code: reasonOf(error) }, token: null }
  }
}

function codeIn(content: unknown): { code?: string } {
  const problem = problemSchema.safeParse(content)
  return problem.success ? { code: problem.data.code } : {}
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
