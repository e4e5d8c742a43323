import pg from 'pg'

// A test database that is emptied costs a tenth of one that is copied. What a test did to its tables makes it unusable, so
// the template notes every statement that changes one.
const schema = 'emptying'

/** Prepares the template, whose copies can be emptied: by a superuser, because foreign keys have to be ignored. */
export async function prepareEmptying(client: pg.Client): Promise<void> {
  await client.query(`
    create schema ${schema};
    grant usage on schema ${schema} to public;
    create table ${schema}.changes (tag text not null);
    grant insert on ${schema}.changes to public;
    create function ${schema}.note() returns event_trigger language plpgsql as $$
      begin insert into ${schema}.changes values (tg_tag); end $$;
    create table ${schema}.facts (name text primary key, rows text);
    create function ${schema}.tables() returns setof text language sql as $$
      select format('%I.%I', nspname, relname) from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname !~ '^pg_' and nspname not in ('information_schema', '${schema}') $$;
    create function ${schema}.hash(name text) returns text language plpgsql as $$
      declare hash text;
      begin
        execute format('select md5(string_agg(t::text, '','' order by t::text)) from %s t', name) into hash;
        return hash;
      end $$;
    insert into ${schema}.facts select name, ${schema}.hash(name) from ${schema}.tables() name;
    create function ${schema}.restore() returns text[] language plpgsql as $$
      declare
        name text;
        large text[] = '{}';
      begin
        if exists (select from ${schema}.changes)
          or exists (select from ${schema}.facts f where f.rows is not null and f.rows is distinct from ${schema}.hash(f.name))
        then return null; end if;
        for name in select f.name from ${schema}.facts f where f.rows is null loop
          execute format('delete from %s', name);
          if pg_relation_size(name::regclass) > 8192 then large = large || name; end if;
        end loop;
        perform setval(s.oid::regclass, coalesce(seqstart, 1), false)
        from pg_class s join pg_namespace n on n.oid = s.relnamespace join pg_sequence q on q.seqrelid = s.oid
        where nspname !~ '^pg_';
        return large;
      end $$;
    create event trigger ${schema}_changed on ddl_command_end execute function ${schema}.note();
    create event trigger ${schema}_dropped on sql_drop execute function ${schema}.note();
    truncate ${schema}.changes;`)
}

const others =
  'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** The superuser's connection to one database. */
export type Emptier = {
  /** Whether there are only this many connections, all idle, besides its own. */
  isAlone(idle: number | null): Promise<boolean>
  /** Empties it, after ending the connections of others unless they stay. False: its tables were changed, so it has to go. */
  empty(staysOpen: boolean): Promise<boolean>
  close(): Promise<void>
}

export async function openEmptier(url: string): Promise<Emptier> {
  const client = new pg.Client({ connectionString: url })
  // It waits for the next test, and the server may end first.
  client.on('error', () => {})
  await client.connect()
  await client.query('set session_replication_role = replica')
  return {
    async isAlone(idle) {
      if (idle === null) return false
      const { rows } = await client.query<{ idle: number; others: number }>(
        `select count(*)::integer as others, (count(*) filter (where state = 'idle'))::integer as idle ${others}`,
      )
      return rows[0]?.others === idle && rows[0].idle === idle
    },
    async empty(staysOpen) {
      if (!staysOpen) await client.query(`select pg_terminate_backend(pid, 5000) ${others}`)
      const { rows } = await client.query<{ large: string[] | null }>(
        `select ${schema}.restore() as large`,
      )
      const large = rows[0]?.large
      if (!large) return false
      // Freed space on several pages would be filled in any order, and a test may read rows as they were inserted.
      if (large.length > 0) await client.query(`vacuum ${large.join(', ')}`)
      return true
    },
    close: () => client.end(),
  }
}
