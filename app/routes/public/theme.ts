import { redirect } from 'react-router'
import { depsOf, formOf, textIn } from '#app/http/request.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import type { Route } from './+types/theme'

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
