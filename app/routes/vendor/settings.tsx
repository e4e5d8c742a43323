import { Outlet, useLocation } from 'react-router'
import { useGoogleConnected } from '#app/features/google-calendar/use-google-connected.ts'
import { SettingsList } from '#app/features/settings/settings-list.tsx'
import { memberOf } from '#app/http/managing.ts'
import { cx } from '#app/ui/cx.ts'
import type { Route } from './+types/settings'

export function loader({ context }: Route.LoaderArgs) {
  return { role: memberOf(context).vendor.role }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  useGoogleConnected()
  return (
    <div className="md:grid md:grid-cols-[15rem_minmax(0,1fr)] md:gap-8 lg:gap-16">
      <SettingsList {...loaderData} />
      {/* On phones, /settings is the list alone. */}
      <div className={cx('min-w-0', pathname === '/settings' && 'max-md:hidden')}>
        <Outlet />
      </div>
    </div>
  )
}
