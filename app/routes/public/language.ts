import { redirect } from 'react-router'
import { depsOf, formOf, textIn } from '#app/http/request.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { languageOf } from '#core/shared/languages.ts'
import type { Route } from './+types/language'

/** Remembers the language. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const language = languageOf(textIn(form, 'language')) ?? 'en'
  const to = safeRedirect(textIn(form, 'returnTo'), depsOf(context).origin, '/')
  return redirect(to, {
    headers: { 'set-cookie': `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax` },
  })
}

export async function loader() {
  return redirect('/')
}
