import { redirect } from 'react-router'
import { EmailPage } from '#app/features/accounts/email-page.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { requestSignInLink } from '#core/accounts/commands/sign-in-link.ts'
import { mailRequestSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/login-link'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  return {
    title: titleOf(context, translator(language, 'account')('link.title')),
    email: url.searchParams.get('email') ?? '',
    sent: url.searchParams.has('sent'),
  }
}

const { problem } = refusalsIn('account')

export const action = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => mailRequestSchema,
  run: async ({ deps, visitor, form }) => {
    const sent = await requestSignInLink(deps, visitor, form.email)
    return sent === 'rate_limited' ? { ok: false, reason: sent } : { ok: true }
  },
  refusals: { rate_limited: problem('link.problems.rate_limited', 429, 'error') },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('link.problems.unexpected') } }),
  done: () => redirect('/login-link?sent=1'),
})

export const clientAction = keepForm

export default function LoginLink({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EmailPage words="link" email={loaderData.email} sent={loaderData.sent} answer={actionData} />
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
