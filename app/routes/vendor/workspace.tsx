import { Outlet } from 'react-router'
import { useSignedOut } from '#app/features/accounts/signed-out.ts'
import { requireMember } from '#app/http/require-member.ts'
import type { Route } from './+types/workspace'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

export default function Workspace() {
  useSignedOut()
  return <Outlet />
}
