import { redirect } from 'react-router'
import { cookieLine } from '#app/http/cookies.ts'
import { depsOf, formOf, textIn } from '#app/http/request.ts'
import { findSessionUser } from '#app/http/session.ts'
import { isInWorkspace } from '#app/http/workspace-paths.ts'
import { chooseLanguage } from '#core/accounts/commands/choose-language.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { languageOf } from '#core/shared/languages.ts'
import type { Route } from './+types/language'

/** Remembers the language. Chosen in the workspace, it becomes the member's setting. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const language = languageOf(textIn(form, 'language')) ?? 'en'
  const { db, origin } = depsOf(context)
  const to = safeRedirect(textIn(form, 'returnTo'), origin, '/')
  if (isInWorkspace(new URL(to, origin).pathname)) {
    const user = await findSessionUser(request, context)
    if (user) await chooseLanguage(db, { userId: user.id, language })
  }
  const headers = { 'set-cookie': await cookieLine('language', language, origin) }
  return redirect(to, { headers })
}

export async function loader() {
  return redirect('/')
}
