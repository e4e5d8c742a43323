import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** For a page that a refused form has to show as it is now: by default the router reads it again only after a success. */
export function readAgain({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate
}
