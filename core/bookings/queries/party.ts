import { sql } from 'kysely'

/** The party that took a slot of a facility, with its extras and what they cost. */
export type PartyOfSpot = {
  people: number
  extras: { id: string; name: string; amountMinor: number }[]
}

/** Of booking `b`; null in a class. */
export const partyOfSpot = sql<PartyOfSpot | null>`case when b.people is not null then json_build_object('people', b.people,
    'extras', coalesce((select json_agg(json_build_object('id', x.extra_id, 'name', x.name, 'amountMinor', x.amount_minor) order by x.name, x.extra_id)
      from booking_extras x where x.booking_id = b.id), '[]')) end`
