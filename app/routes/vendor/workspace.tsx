import { Outlet } from 'react-router'
import { useSignedOut } from '#app/features/accounts/signed-out.ts'
import { memberOf } from '#app/http/managing.ts'
import { requireMember } from '#app/http/require-member.ts'
import type { Route } from './+types/workspace'

export const links: Route.LinksFunction = () => [
  { rel: 'manifest', href: '/app.webmanifest' },
  { rel: 'apple-touch-icon', href: '/icons/touch-180.png' },
]

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** Times on every page of the workspace are those of the vendor's clock. */
export function loader({ context }: Route.LoaderArgs) {
  return { zone: memberOf(context).vendor.timeZone }
}

export default function Workspace() {
  useSignedOut()
  return <Outlet />
}
