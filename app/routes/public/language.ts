import { redirect } from 'react-router'
import { cookieLine } from '#app/http/cookies.ts'
import { depsOf, formOf, textIn } from '#app/http/request.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { languageOf } from '#core/shared/languages.ts'
import type { Route } from './+types/language'

/** Remembers the language. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const language = languageOf(textIn(form, 'language')) ?? 'en'
  const { origin } = depsOf(context)
  const to = safeRedirect(textIn(form, 'returnTo'), origin, '/')
  const headers = { 'set-cookie': await cookieLine('language', language, origin) }
  return redirect(to, { headers })
}

export async function loader() {
  return redirect('/')
}
