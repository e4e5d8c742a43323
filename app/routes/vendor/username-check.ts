import type { UsernameAnswer } from '#app/features/accounts/username-check.ts'
import { memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { findUsernameProblem } from '#core/vendors/queries.ts'
import type { Route } from './+types/username-check'

/** Whether a username is free for the signed-in member's vendor; asked while it is typed. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<UsernameAnswer> {
  const username = (url.searchParams.get('name') ?? '').slice(0, 60).toLowerCase()
  const { vendor } = memberOf(context)
  const of = { username, vendorId: vendor.id }
  return { username, problem: await findUsernameProblem(depsOf(context).db, of) }
}
