import { Outlet } from 'react-router'
import { useSignedOut } from '#app/features/accounts/signed-out.ts'
import { pageLanguage } from '#app/http/request.ts'
import { requireMember } from '#app/http/require-member.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import type { Route } from './+types/workspace'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

export async function loader({ request }: Route.LoaderArgs) {
  return { texts: textsOf(pageLanguage(request), ['workspace']) }
}

export default function Workspace({ loaderData }: Route.ComponentProps) {
  useSignedOut()
  return (
    <WithTexts texts={loaderData.texts}>
      <Outlet />
    </WithTexts>
  )
}
