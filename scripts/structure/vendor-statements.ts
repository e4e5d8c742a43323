import { parseSync, Visitor } from 'oxc-parser'
import { isCode, isTest, lineAt, type Problem, type Source } from './source.ts'

type Found = { path: string; line: number; what: string }

/** The tables of a schema dump whose rows belong to a vendor. */
export function vendorTables(schema: string): Set<string> {
  const tables = schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\);/gim)
  return new Set(
    [...tables].flatMap(([, name = '', columns = '']) =>
      /^\s*vendor_id\b/m.test(columns) ? [name] : [],
    ),
  )
}

const isOurs = (path: string) =>
  /^(?:core|app|api|server)\//.test(path) ? isCode(path) && !isTest(path) : isFunction(path)
const isFunction = (path: string) => /^db\/functions\/.*\.sql$/.test(path)

const namesVendor = /\bvendor_?id\b|\bof_?vendor\b/i

/**
 * Reads, changes and joins of vendors' rows that do not name the vendor: a table asked by its ids alone, or joined by them
 * alone. An insert cannot leave the vendor out, because the column may not be null.
 */
export function unnamedVendors(files: readonly Source[], tables: ReadonlySet<string>): Found[] {
  return files
    .filter(({ path }) => isOurs(path))
    .flatMap((file) => {
      const places = isFunction(file.path)
        ? inSql(file.text.replaceAll(/--.*$/gm, ''), tables)
        : inCode(file, tables)
      return places.map(({ at, what }) => ({
        path: file.path,
        line: lineAt(file.text, at),
        what,
      }))
    })
}

/** `known`: how many such places each file has today. More are refused, and so is a number that is too high. */
export function vendorProblems(
  found: readonly Found[],
  known: Readonly<Record<string, number>>,
): Problem[] {
  const byFile = Map.groupBy(found, ({ path }) => path)
  const paths = new Set([...byFile.keys(), ...Object.keys(known)])
  return [...paths].flatMap((path) => {
    const places = byFile.get(path) ?? []
    const most = known[path] ?? 0
    if (places.length === most) return []
    const [first] = places
    const list = places.map(({ line, what }) => `${line} (${what})`).join(', ')
    const says =
      places.length > most
        ? `A statement on a vendor’s rows names the vendor, in where and in each join. Without: ${list}; known: ${most}.`
        : `Fewer statements without the vendor: write ${places.length} into scripts/structure/vendor-exceptions.ts.`
    return [{ path, line: first?.line ?? 1, says }]
  })
}

type Place = { at: number; what: string }

const starts = /^(?:selectFrom|updateTable|deleteFrom)$/
const joins = /^(?:inner|left|right|full)(?:Lateral)?Join$/
const filters = /^(?:where|whereRef|on|onRef)$/

function inCode({ path, text }: Source, tables: ReadonlySet<string>): Place[] {
  const found: Place[] = []
  const program = parseSync(path, text).program
  /** One query of the builder: its first table, and whether any of its conditions names the vendor. */
  const queries = new Map<number, { at: number; table: string | null; named: boolean }>()
  new Visitor({
    CallExpression(node) {
      if (node.callee.type !== 'MemberExpression') return
      const { property } = node.callee
      if (property.type !== 'Identifier') return
      const [first] = node.arguments
      const words = text.slice(node.callee.property.end, node.end)
      const table =
        first?.type === 'Literal' && typeof first.value === 'string'
          ? snake(first.value.split(' ')[0] ?? '')
          : null
      // Every call of a chain begins where the chain begins.
      const query = queries.get(node.start) ?? { at: node.start, table: null, named: false }
      if (starts.test(property.name) && table !== null && tables.has(table)) {
        query.table = table
        query.at = property.start
        queries.set(node.start, query)
      }
      if (filters.test(property.name) || joins.test(property.name)) {
        query.named ||= namesVendor.test(words)
        queries.set(node.start, query)
      }
      if (
        joins.test(property.name) &&
        table !== null &&
        tables.has(table) &&
        !namesVendor.test(words)
      )
        found.push({ at: property.start, what: `join ${table}` })
    },
    TaggedTemplateExpression(node) {
      if (text.slice(node.tag.start, node.tag.end).startsWith('sql'))
        for (const { at, what } of inSql(text.slice(node.quasi.start, node.quasi.end), tables))
          found.push({ at: node.quasi.start + at, what })
    },
  }).visit(program)
  for (const { at, table, named } of queries.values())
    if (table !== null && !named) found.push({ at, what: table })
  return found.toSorted((one, other) => one.at - other.at)
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const mention = /\b(from|join|update)\s+(?:only\s+)?(\w+)\b/gi
/** What ends the condition of a join. */
const endOfJoin =
  /\b(?:join|where|group by|order by|limit|union|for (?:no key )?update|returning)\b|;/i
const endOfStatement = /;/

function inSql(text: string, tables: ReadonlySet<string>): Place[] {
  return [...text.matchAll(mention)].flatMap((match) => {
    const [all, how = '', name = ''] = match
    const table = name.toLowerCase()
    if (!tables.has(table)) return []
    const rest = text.slice(match.index + all.length)
    const isJoin = how.toLowerCase() === 'join'
    const end = rest.search(isJoin ? endOfJoin : endOfStatement)
    const condition = end === -1 ? rest : rest.slice(0, end)
    return namesVendor.test(condition)
      ? []
      : [{ at: match.index, what: isJoin ? `join ${table}` : table }]
  })
}
