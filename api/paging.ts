import { z } from '@hono/zod-openapi'
import { isCursor } from '#core/shared/paging.ts'
import { lineOf } from '#core/shared/fields.ts'
import { addDays, endOfDay } from '#core/shared/time.ts'

export const mostItems = 100

export const cursorField = z
  .string()
  .max(200)
  .refine((cursor) => isCursor(cursor) && pointsAtAnInstant(cursor), {
    error: 'Not a cursor from this list.',
  })
  .optional()
  .openapi({ description: '`nextCursor` of the previous page.' })

export const limitField = z.coerce.number().int().min(1).max(mostItems).default(20)

export const searchField = lineOf(100).default('').openapi({
  description:
    'All of these words must be in the title, place or description. A word that no class contains is replaced by the most similar one.',
})

/** The database refuses a 30th of February with an error. */
function pointsAtAnInstant(cursor: string): boolean {
  const [at = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  return (
    /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z?$/.test(at) && isDateTime(at.replace('Z', ''))
  )
}

function isDateTime(text: string): boolean {
  try {
    Temporal.PlainDateTime.from(text)
    return true
  } catch {
    return false
  }
}

const pointField = (description: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: 'Must be a date like 2030-03-25 or an instant like 2030-03-25T17:00:00Z.',
    })
    .refine((text) => /^[12]/.test(text), { error: 'The year is out of range.' })
    .optional()
    .openapi({ description, type: 'string' })

export const fromField = pointField('A date in the time zone of the vendor, or an instant.')
export const toField = pointField(
  'A date in the time zone of the vendor (included), or an instant (not included).',
)

/** The instants a day or an instant begins and ends a range at. */
export function rangeOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
) {
  return {
    from:
      from === undefined ? null : isDay(from) ? endOfDay(addDays(from, -1), zone) : new Date(from),
    to: to === undefined ? null : isDay(to) ? endOfDay(to, zone) : new Date(to),
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}
