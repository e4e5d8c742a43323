import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** A town in which listed vendors teach. */
export type Place = {
  name: string
  /** that have a class in the public list */
  vendors: number
  zones: string[]
}

// More would be no choice; the search finds every place by its name.
const mostPlaces = 40

async function readPlaces(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select min(v.place) as name, count(*)::integer as vendors, array_agg(distinct v.time_zone::text) as zones
    from vendors v
    where v.place is not null and vendor_is_listed(v)
      and exists (select from classes c where c.vendor_id = v.id and class_is_published(c))
    group by lower(v.place) order by count(*) desc, lower(v.place) limit ${mostPlaces}`.execute(db)
  return rows
}

type Kept = { places: Place[]; goodUntil: number }

const keptMinutes = 10
const retryMinutes = 0.5

// A process has one `deps`.
type Reader = { searches: Db }
const kept = new WeakMap<Reader, Kept>()
const reading = new WeakMap<Reader, Promise<Kept>>()

/**
 * The towns with the most vendors first, as they were some minutes ago: the header of every page asks for them. If they
 * cannot be read, the last known ones, or none.
 */
export async function listPlaces(deps: Reader): Promise<readonly Place[]> {
  const last = kept.get(deps)
  if (last && last.goodUntil > Date.now()) return last.places
  const fresh = reading.get(deps) ?? keep(deps, last)
  return (last ?? (await fresh)).places
}

function keep(deps: Reader, last: Kept | undefined): Promise<Kept> {
  const goodFor = (minutes: number) => Date.now() + minutes * 60_000
  const fresh = readPlaces(deps.searches)
    .then(
      (places) => ({ places, goodUntil: goodFor(keptMinutes) }),
      // The header does without a link; the lists themselves say what is wrong.
      () => ({ places: last?.places ?? [], goodUntil: goodFor(retryMinutes) }),
    )
    .then((read) => {
      kept.set(deps, read)
      reading.delete(deps)
      return read
    })
  reading.set(deps, fresh)
  return fresh
}
