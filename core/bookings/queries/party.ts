import { sql } from 'kysely'
import type { ExtraUnit } from '#core/classes/rules.ts'

/** The party that took a slot of a facility, with its extras and what they cost. */
export type PartyOfSpot = {
  people: number
  extras: { id: string; name: string; per: ExtraUnit; amountMinor: number }[]
}

/** Of booking `b`; null in a class. */
export const partyOfSpot = sql<PartyOfSpot | null>`case when b.people is not null then json_build_object('people', b.people,
    'extras', coalesce((select json_agg(json_build_object('id', x.extra_id, 'name', x.name, 'per', x.per, 'amountMinor', x.amount_minor) order by x.name, x.extra_id)
      from booking_extras x where x.booking_id = b.id), '[]')) end`
