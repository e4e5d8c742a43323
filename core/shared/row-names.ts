import {
  type KyselyPlugin,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  type UnknownRow,
} from 'kysely'

// Tables and columns are snake_case in SQL and camelCase in TypeScript. Kysely's own CamelCasePlugin walks
// the tree of every query; here a name changes as it is written into the SQL, and once per result.

const snakes = new Map<string, string>()
function snakeOf(name: string): string {
  return remembered(snakes, name, () =>
    name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
  )
}

const camels = new Map<string, string>()
function camelOf(name: string): string {
  return remembered(camels, name, () =>
    name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
  )
}

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeOf(identifier))
  }
}

/** PostgreSQL, with the names of tables, columns and aliases in snake_case. */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new SnakeCaseCompiler()
  }
}

/** Rows with their columns in camelCase; what is inside a JSON column stays as it is. */
export const camelCaseRows: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: renamed(result.rows) }),
}

function renamed(rows: UnknownRow[]): UnknownRow[] {
  const [first] = rows
  if (first === undefined) return rows
  const names = Object.keys(first).map((name) => [name, camelOf(name)] as const)
  if (names.every(([name, camel]) => name === camel)) return rows
  return rows.map((row) => {
    const camelRow: UnknownRow = {}
    for (const [name, camel] of names) camelRow[camel] = row[name]
    return camelRow
  })
}

function remembered(known: Map<string, string>, name: string, make: () => string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const made = make()
  known.set(name, made)
  return made
}
