import { fingerprint } from './fingerprint.ts'

/**
 * Names what a page shows of the rows that its form or button changes. It is another one if and only if one of these values
 * is. Null: the form does not say.
 */
export type Version = string | null

export type Changed<Values> = { ok: false; reason: 'changed'; current: Values }

export const versionOf = (values: object): string =>
  fingerprint(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} ${JSON.stringify(value)}`],
    ),
  )

/**
 * Refuses a form whose page showed other values than `current`, which the command has read under its locks. What is typed
 * may be there already: the form was sent twice.
 */
export function changedSince<Values extends object>(
  version: Version,
  current: Values,
  typed?: Values,
): Changed<Values> | null {
  if (version === null || version === versionOf(current)) return null
  if (typed && versionOf({ ...current, ...pick(typed, current) }) === versionOf(current))
    return null
  return { ok: false, reason: 'changed', current }
}

const pick = (typed: object, { ...current }: object) =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => value !== undefined && Object.hasOwn(current, name),
    ),
  )
