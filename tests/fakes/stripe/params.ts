import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { malformed, missing, notSimulated } from './errors.ts'

type Schema =
  | false
  | {
      type?: string | undefined
      $ref?: string | undefined
      nullable?: boolean | undefined
      maxLength?: number | undefined
      enum?: (string | null)[] | undefined
      required?: string[] | undefined
      properties?: Record<string, Schema> | undefined
      additionalProperties?: true | Schema | undefined
      items?: Schema | undefined
      anyOf?: Schema[] | undefined
    }

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.union([
    z.literal(false),
    z.looseObject({
      type: z.string().optional(),
      $ref: z.string().optional(),
      nullable: z.boolean().optional(),
      maxLength: z.number().optional(),
      enum: z.array(z.string().nullable()).optional(),
      required: z.array(z.string()).optional(),
      properties: z.record(z.string(), schemaSchema).optional(),
      additionalProperties: z.union([z.literal(true), schemaSchema]).optional(),
      items: schemaSchema.optional(),
      anyOf: z.array(schemaSchema).optional(),
    }),
  ]),
)

const described = z
  .object({
    version: z.string(),
    operations: z.record(z.string(), schemaSchema),
    eventTypes: z.array(z.string()),
    schemas: z.record(z.string(), schemaSchema),
  })
  .parse(JSON.parse(readFileSync(new URL('./stripe-api.json', import.meta.url), 'utf8')))

export const { version } = described
export const operationNames = Object.keys(described.operations)

type Tree = Map<string, Tree | string>

/** `a[b][0]=c` as a tree: what is a list and what an object is said by the description. */
export function parseForm(text: string): Tree {
  const tree: Tree = new Map()
  for (const [key, value] of new URLSearchParams(text)) {
    const [name = '', ...inner] = key.split('[').map((part) => part.replace(/\]$/, ''))
    const path = [name, ...inner]
    let at = tree
    for (const part of path.slice(0, -1)) {
      const found = at.get(part || String(at.size))
      const next: Tree = found instanceof Map ? found : new Map()
      at.set(part || String(at.size), next)
      at = next
    }
    at.set(path.at(-1) || String(at.size), value)
  }
  return tree
}

export const asText = (tree: Tree | string): unknown =>
  typeof tree === 'string'
    ? tree
    : [...tree]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => [name, asText(value)])

/** The parameters of a request, with the types that the description gives them. */
export function checkedParams(operation: string, tree: Tree): unknown {
  return checked(described.operations[operation] ?? false, tree, '')
}

function checked(schema: Schema, value: Tree | string, at: string): unknown {
  if (schema === false) throw notSimulated(at)
  if (schema.$ref !== undefined) return oneOf(described.eventTypes, value, at)
  if (schema.anyOf) return firstThatFits(schema.anyOf, value, at)
  if (schema.type === 'object') return checkedObject(schema, value, at)
  if (schema.type === 'array') {
    // An empty text clears a list.
    if (value === '') return []
    if (typeof value === 'string' || [...value.keys()].some((key) => !/^\d+$/.test(key)))
      throw malformed('Invalid array', { param: at })
    return [...value.values()].map((one, index) =>
      checked(schema.items ?? {}, one, `${at}[${index}]`),
    )
  }
  if (typeof value !== 'string') throw malformed('Invalid string: {…}', { param: at })
  if (schema.enum) return oneOf(schema.enum, value, at)
  if (value === '' && schema.nullable) return null
  if (value === '')
    throw malformed(
      `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a field; however '${at}' cannot be unset. You should remove '${at}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param: at },
    )
  if (schema.type === 'integer') {
    if (!/^-?\d{1,15}$/.test(value))
      throw malformed(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: at })
    return Number(value)
  }
  if (schema.type === 'boolean') {
    if (!['true', 'false'].includes(value))
      throw malformed(`Invalid boolean: ${value}`, { param: at })
    return value === 'true'
  }
  const most = schema.maxLength ?? 5000
  if (value.length > most)
    throw malformed(`Invalid string: ${value.slice(0, 20)}…; must be at most ${most} characters`, {
      param: at,
    })
  return value
}

function oneOf(allowed: (string | null)[], value: Tree | string, at: string): string {
  if (typeof value === 'string' && allowed.includes(value)) return value
  const text = typeof value === 'string' ? value : '{…}'
  throw malformed(`Invalid ${at}: must be one of ${allowed.join(', ')}, and not ${text}`, {
    param: at,
  })
}

function firstThatFits(schemas: Schema[], value: Tree | string, at: string): unknown {
  const wantsObject = typeof value !== 'string'
  const fitting = schemas.filter(
    (one) => one !== false && (one.type === 'object' || one.type === 'array') === wantsObject,
  )
  let problem: unknown = malformed('Invalid object', { param: at })
  for (const schema of fitting) {
    try {
      return checked(schema, value, at)
    } catch (error) {
      problem = error
    }
  }
  throw problem
}

function checkedObject(
  schema: Exclude<Schema, false>,
  value: Tree | string,
  at: string,
): Record<string, unknown> {
  if (typeof value === 'string') throw malformed('Invalid object', { param: at })
  if (/(?:^|\[)metadata\]?$/.test(at)) return checkedMetadata(value, at)
  const named = (name: string) => (at === '' ? name : `${at}[${name}]`)
  const { additionalProperties: others = false, properties = {} } = schema
  for (const name of schema.required ?? []) if (!value.has(name)) throw missing(named(name))
  const entries = [...value].map(([name, one]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : others
    if (
      known === undefined ||
      known === true ||
      (known === false && !Object.hasOwn(properties, name))
    )
      throw malformed(`Received unknown parameter: ${named(name)}`, {
        code: 'parameter_unknown',
        param: named(name),
      })
    return [name, checked(known, one, named(name))] as const
  })
  return Object.fromEntries(entries)
}

function checkedMetadata(given: Tree, at: string): Record<string, string> {
  if (given.size > 50) throw malformed('Metadata can have up to 50 keys.', { param: at })
  const entries = [...given].map(([name, value]) => {
    const param = `${at}[${name}]`
    if (typeof value !== 'string') throw malformed('Invalid string: {…}', { param })
    if (name.length > 40) throw malformed('Metadata keys can have up to 40 characters.', { param })
    if (value.length > 500)
      throw malformed('Metadata values can have up to 500 characters.', { param })
    return [name, value] as const
  })
  return Object.fromEntries(entries)
}

export const metadataSchema = z
  .union([z.record(z.string(), z.string()), z.literal(''), z.null()])
  .optional()

/** The metadata after a request: an empty value takes its key away, an empty text all of them. */
export function metadataAfter(
  given: z.infer<typeof metadataSchema>,
  before: Record<string, string> = {},
): Record<string, string> {
  if (given === '' || given === null) return {}
  const all = Object.entries({ ...before, ...given })
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/** An object of this kind with nothing in it that may be left empty. */
export function blank(kind: string): Record<string, unknown> {
  return emptyObject(described.schemas[kind] ?? false)
}

function emptyObject(schema: Schema): Record<string, unknown> {
  if (schema === false) return {}
  return Object.fromEntries(
    (schema.required ?? []).map((name) => [name, empty(schema.properties?.[name] ?? {})]),
  )
}

function empty(schema: Schema): unknown {
  if (schema === false || schema.nullable || schema.anyOf) return null
  if (schema.type === 'object') return emptyObject(schema)
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return false
  if (schema.type === 'integer') return 0
  return schema.enum?.[0] ?? ''
}
