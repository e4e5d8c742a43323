import { redirect } from 'react-router'
import { clearedSession } from '#app/http/cookies.ts'
import { failureOf } from '#app/http/failures.ts'
import { depsOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { signOut } from '#core/accounts/commands/sign-out.ts'
import type { Route } from './+types/signout'

export async function loader() {
  return redirect('/super-admin/dashboard')
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const deps = depsOf(context)
  const t = translator(readerLanguage(request), 'admin')
  const failed = () =>
    redirectWithToast(deps, '/super-admin/dashboard', { tone: 'bad', title: t('signOutFailed') })
  try {
    if (!(await signOut(deps, visitorOf(request, context)))) return await failed()
  } catch (error) {
    failureOf(args, error)
    return failed()
  }
  return redirectWithToast(deps, '/super-admin', {
    tone: 'neutral',
    title: t('signedOut'),
    cookies: await clearedSession(deps.origin),
  })
}
