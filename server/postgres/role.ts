import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { superuser } from './cluster.ts'

/** What the product connects as: owns its database and everything in it, and no more. */
const role = 'openspot_app'
const database = 'openspot'

/**
 * Creates the product's role and database on a running server if they are missing, and returns the connection URL. The
 * password is new at every start, so nobody has to store it.
 */
export async function prepareDatabase(server: { port: number; password: string }): Promise<string> {
  const address = (name: string, password: string, of: string) =>
    `postgres://${name}:${password}@127.0.0.1:${server.port}/${of}`
  const password = randomBytes(24).toString('hex')
  const found = await connected(address(superuser, server.password, 'postgres'), async (client) => {
    const roles = await client.query('select from pg_roles where rolname = $1', [role])
    // It may make databases, as tests and benchmarks do: they run as the role that the product runs as.
    if (roles.rowCount === 0) await client.query(`create role ${role} createdb`)
    await client.query(`alter role ${role} login password '${password}'`)
    const databases = await client.query<{ owner: string }>(
      'select datdba::regrole::text as owner from pg_database where datname = $1',
      [database],
    )
    if (databases.rowCount === 0) await client.query(`create database ${database} owner ${role}`)
    return databases.rows[0]
  })
  if (found && found.owner !== role) {
    await connected(address(superuser, server.password, database), handOver)
  }
  return address(role, password, database)
}

/**
 * A database made before the product had a role of its own belongs to the superuser, and so does everything in it. The
 * server's first role owns parts of the system too, so `reassign owned` refuses it. What an extension made stays with it.
 */
async function handOver(client: pg.Client): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ change: string }>(`
    with mine as (
      select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), objects as (
      select 'pg_namespace'::regclass as catalog, oid, 'schema ' || quote_ident(nspname) as name from mine
        where nspname <> 'public'
      union all
      select 'pg_class'::regclass, c.oid, case c.relkind when 'S' then 'sequence ' when 'v' then 'view '
          when 'm' then 'materialized view ' else 'table ' end || c.oid::regclass
        from pg_class c join mine on mine.oid = c.relnamespace where c.relkind in ('r', 'p', 'S', 'v', 'm')
          -- A sequence of a column goes along with its table.
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
            and refobjsubid > 0 and deptype in ('a', 'i'))
      union all
      select 'pg_type'::regclass, t.oid, 'type ' || t.oid::regtype
        from pg_type t join mine on mine.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
        where t.typtype in ('e', 'd', 'r') or c.relkind = 'c'
      union all
      select 'pg_proc'::regclass, p.oid, 'routine ' || p.oid::regprocedure
        from pg_proc p join mine on mine.oid = p.pronamespace
    )
    select format('alter %s owner to ${role}', name) as change from objects o
    where not exists (select from pg_depend d where d.classid = o.catalog and d.objid = o.oid and d.deptype = 'e')`)
  for (const { change } of rows) await client.query(change)
  // Last, in the same transaction: the database's owner shows that everything has been transferred.
  await client.query(`alter database ${database} owner to ${role}`)
  await client.query('commit')
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
