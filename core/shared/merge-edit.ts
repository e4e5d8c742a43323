/** A field that somebody else changed to another value after the form was opened. */
export type Conflict<Fields> = {
  [Name in keyof Fields & string]: { field: Name; current: Fields[Name]; typed: Fields[Name] }
}[keyof Fields & string]

export type Merged<Fields> =
  | { ok: true; values: Fields }
  | { ok: false; conflicts: [Conflict<Fields>, ...Conflict<Fields>[]] }

/**
 * Keeps only changed fields of a form: an unchanged field keeps its current value, even if it changed since. A field that
 * both sides changed is a conflict. Without `shown`, every field counts as changed.
 */
export function mergeEdit<Fields extends object>({
  shown,
  typed,
  current,
}: {
  shown: Fields | null
  typed: Fields
  current: Fields
}): Merged<Fields> {
  if (shown === null) return { ok: true, values: typed }
  const values = { ...typed }
  const conflicts: Conflict<Fields>[] = []
  for (const field of fieldsOf(typed)) {
    if (isSame(typed[field], shown[field])) values[field] = current[field]
    else if (!isSame(current[field], shown[field]) && !isSame(current[field], typed[field]))
      conflicts.push({ field, current: current[field], typed: typed[field] })
  }
  const [first, ...more] = conflicts
  return first ? { ok: false, conflicts: [first, ...more] } : { ok: true, values }
}

function fieldsOf<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields).filter((name): name is keyof Fields & string => name in fields)
}

/** Whether two values of a field are the same; lists in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
