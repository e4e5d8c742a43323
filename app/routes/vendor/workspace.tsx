import { Outlet } from 'react-router'
import { textsOf } from '#core/shared/texts/catalogue.ts'
import type { Route } from './+types/workspace'
import { useSignedOut } from '../../components/page/signed-out.ts'
import { WithTexts } from '../../components/page/with-texts.tsx'
import { requireMember } from '../../middleware/require-member.ts'
import { readerLanguage } from '../../request.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

export async function loader({ request }: Route.LoaderArgs) {
  return { texts: textsOf(readerLanguage(request), ['workspace']) }
}

export default function Workspace({ loaderData }: Route.ComponentProps) {
  useSignedOut()
  return (
    <WithTexts texts={loaderData.texts}>
      <Outlet />
    </WithTexts>
  )
}
