import { redirect } from 'react-router'
import { cookieLine } from '#app/http/cookies.ts'
import { depsOf, formOf, textIn } from '#app/http/request.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import type { Route } from './+types/theme'

/** Remembers the theme where no script can. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const theme = form.get('theme') === 'dark' ? 'dark' : 'light'
  const { origin } = depsOf(context)
  const to = safeRedirect(textIn(form, 'returnTo'), origin, '/')
  return redirect(to, { headers: { 'set-cookie': await cookieLine('theme', theme, origin) } })
}

export async function loader() {
  return redirect('/')
}
