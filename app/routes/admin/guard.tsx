import { Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { ConsoleFrame } from '#app/features/admin/console-frame.tsx'
import { adminOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { requireAdmin } from '#app/http/require-admin.ts'
import { Banner } from '#app/ui/banner.tsx'
import { findTwoFactor } from '#core/accounts/queries.ts'
import type { Route } from './+types/guard'

export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, name, email } = adminOf(context)
  const isReady = (await findTwoFactor(depsOf(context).db, userId)) !== null
  return { name, email, isReady }
}

export default function Guard({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const { isReady, ...account } = loaderData
  return (
    <ConsoleFrame account={account} isReady={isReady}>
      {!isReady && <Banner tone="warn" title={t('twoFactor')} className="mt-6" />}
      <Outlet />
    </ConsoleFrame>
  )
}

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}
