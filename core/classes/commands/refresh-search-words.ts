import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

// Any fixed number: the holder of this lock counts, other workers skip it.
const countingLock = 7_308_523

// Word separators, as in the index.
const separators = `'[\\u0001-\\u0026\\u0028-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u2018\\u201a-\\u206f\\u3000-\\u303f]+'`

/**
 * Counts the words of the listed classes again, to correct mistyped ones. Returns how many changed. Locks no class, so
 * saving a class never waits for it.
 */
export async function refreshSearchWords(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const mine = await sql<{
      locked: boolean
    }>`select pg_try_advisory_xact_lock(${countingLock}) as locked`.execute(tx)
    if (!mine.rows[0]?.locked) return 0
    // A hundred thousand classes take some seconds, on a busy machine more than a page may take.
    await sql`set local statement_timeout = '5min'`.execute(tx)
    const { rows } = await sql<{ changed: number }>`
      with said as (
        select lower(said.word) as raw, count(*) as uses
        from classes c join vendors v on v.id = c.vendor_id,
          regexp_split_to_table(concat_ws(' ', c.title, c.location, c.description, v.business_name), ${sql.raw(separators)}) as said (word)
        where class_is_listed(c, v)
        group by 1
      ), folded as materialized (
        select search_fold(raw) as word, raw, uses from said where length(raw) between 2 and 30
      ), fresh as materialized (
        select word, (array_agg(raw order by uses desc, raw))[1] as shown, least(sum(uses), 1000000000)::integer as uses
        from folded where word ~ '^[a-z]{3,30}$' group by word
      ), gone as (
        delete from search_words w where not exists (select from fresh f where f.word = w.word) returning 1
      ), written as (
        insert into search_words as w (word, shown, uses) select word, shown, uses from fresh
        on conflict (word) do update set shown = excluded.shown, uses = excluded.uses
        where (w.shown, w.uses) is distinct from (excluded.shown, excluded.uses)
        returning 1
      )
      select ((select count(*) from gone) + (select count(*) from written))::integer as changed`.execute(
      tx,
    )
    return rows[0]?.changed ?? 0
  })
}
