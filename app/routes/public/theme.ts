import { redirect } from 'react-router'
import { safeRedirect } from '#core/accounts/rules.ts'
import type { Route } from './+types/theme'
import { depsOf, formOf, textIn } from '../../request.ts'

/** Remembers the theme where no script can. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const theme = form.get('theme') === 'dark' ? 'dark' : 'light'
  const to = safeRedirect(textIn(form, 'returnTo'), depsOf(context).origin, '/')
  return redirect(to, {
    headers: { 'set-cookie': `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax` },
  })
}

export async function loader() {
  return redirect('/')
}
