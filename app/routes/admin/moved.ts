import { redirect } from 'react-router'
import type { Route } from './+types/moved'

/** What the console was called before. */
export async function loader({ url }: Route.LoaderArgs) {
  return redirect(url.pathname.endsWith('/login') ? '/super-admin' : '/super-admin/dashboard', 301)
}
