import type { Member } from '#app/http/context.ts'
import type { Deps } from '#core/shared/deps.ts'

/** The address of the vendor's public page; null before it has one. */
export function pageUrlOf({ username }: Member['vendor'], { origin }: Pick<Deps, 'origin'>) {
  return username === null ? null : `${origin}/${username}`
}
