import { redirect } from 'react-router'
import { broughtBy } from '#app/http/brought.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { anyone } from '#app/http/managing.ts'
import { withCookies } from '#app/http/session.ts'
import { askProvider } from '#core/accounts/commands/ask-provider.ts'
import { referralSchema } from '#core/accounts/schema.ts'

const { problem } = refusalsIn('account')

/** Leads to Google, from any page with its button. The way back is /auth-callback. */
export const googleAction = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => referralSchema,
  run: ({ deps, url, request, form: { ref } }) =>
    askProvider(deps, 'google', {
      redirectTo: url.searchParams.get('redirect_to'),
      ref: ref ?? broughtBy(request, deps.origin).ref,
      form: null,
    }),
  refusals: {
    off: problem('google.problems.unreachable', 400, 'error'),
    unreachable: problem('google.problems.unreachable', 503, 'error'),
  },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('google.problems.unexpected') } }),
  done: ({ result: { url, cookies } }) => redirect(url, { headers: withCookies(cookies) }),
})
