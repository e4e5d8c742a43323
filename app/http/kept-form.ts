import { typedIn } from './form-answer.ts'
import { isFieldName } from './request.ts'

/** The form that was sent after its session had ended; the sign-in keeps it in this field. */
export const keptField = 'kept'

type Kept = readonly (readonly [name: string, value: string])[]

/** A form as the text of one field. Passwords stay behind. */
export function keptText(form: FormData): string {
  const fields = Object.entries(typedIn(form))
  return JSON.stringify(fields.flatMap(([name, values]) => values.map((value) => [name, value])))
}

/** The fields of a form that was carried along; null where there was none. */
export function keptFields(text: string): Kept | null {
  try {
    const fields: unknown = JSON.parse(text)
    return Array.isArray(fields) ? fields.filter(isPair) : null
  } catch {
    return null
  }
}

function isPair(field: unknown): field is readonly [string, string] {
  if (!Array.isArray(field)) return false
  const [name, value] = field
  return typeof name === 'string' && isFieldName(name) && typeof value === 'string'
}
