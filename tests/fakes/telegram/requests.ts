import fs from 'node:fs'
import { z } from 'zod'

const fieldsSchema = z.record(
  z.string(),
  z.object({ types: z.array(z.string()), required: z.literal(true).optional() }),
)
type Fields = z.infer<typeof fieldsSchema>

const described = z
  .object({
    methods: z.record(z.string(), fieldsSchema),
    types: z.record(z.string(), fieldsSchema),
  })
  .parse(JSON.parse(fs.readFileSync(new URL('./bot-api.json', import.meta.url), 'utf8')))

/** What is wrong with a request, as the description of the Bot API has it; null: nothing. */
export function requestProblem(method: string, body: unknown): string | null {
  const fields = described.methods[method]
  return fields ? objectProblem(fields, body, method) : `method ${method} not found`
}

function objectProblem(fields: Fields, value: unknown, at: string): string | null {
  if (!isObject(value)) return `${at}: object expected`
  for (const name of Object.keys(value)) if (!fields[name]) return `${at}: unknown field "${name}"`
  for (const [name, { types, required }] of Object.entries(fields)) {
    const given = value[name]
    if (given === undefined) {
      if (required) return `parameter "${name}" is required`
      continue
    }
    const problems = types.map((type) => valueProblem(type, given, name))
    if (problems.every((problem) => problem !== null)) return problems[0] ?? null
  }
  return null
}

function valueProblem(type: string, value: unknown, at: string): string | null {
  const list = /^Array of (.+)$/.exec(type)?.[1]
  if (list !== undefined) {
    if (!Array.isArray(value)) return `${at}: array expected`
    return value.map((one) => valueProblem(list, one, at)).find((one) => one !== null) ?? null
  }
  if (type === 'String') return typeof value === 'string' ? null : `${at}: string expected`
  if (type === 'Integer') return Number.isSafeInteger(value) ? null : `${at}: integer expected`
  if (type === 'Boolean') return typeof value === 'boolean' ? null : `${at}: boolean expected`
  const fields = described.types[type]
  return fields ? objectProblem(fields, value, at) : `${at}: ${type} is not simulated`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
