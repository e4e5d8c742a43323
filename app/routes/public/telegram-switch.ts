import { redirect } from 'react-router'
import { formAction, noFields } from '#app/http/form-action.ts'
import { anyone } from '#app/http/managing.ts'
import { withCookies } from '#app/http/session.ts'
import { urlText } from '#app/http/url-text.ts'
import { safeRedirect } from '#core/accounts/rules.ts'
import { logOut } from '#core/telegram/commands/log-in.ts'

/** “Switch account”: this browser forgets who is logged in at the vendor's bot. */
export const action = formAction({
  allow: anyone,
  texts: 'booking',
  schema: () => noFields,
  run: async ({ deps, visitor, url }) => ({
    ok: true as const,
    cookies: await logOut(deps, visitor.headers, urlText(url, 'vendor')),
  }),
  refusals: {},
  done: ({ deps, url, result: { cookies } }) =>
    redirect(safeRedirect(url.searchParams.get('to'), deps.origin, '/'), {
      status: 303,
      headers: withCookies(cookies),
    }),
})

export const loader = () => redirect('/')
