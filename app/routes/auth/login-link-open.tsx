import { Form, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '#app/features/accounts/account-page.tsx'
import { codeStep } from '#app/features/accounts/code-step.ts'
import { sayWhySuspended } from '#app/features/accounts/suspended.server.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { depsOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import {
  findSignInLink,
  signInByLink,
  type SignInLink,
} from '#core/accounts/commands/sign-in-link.ts'
import { findProfile } from '#core/accounts/queries.ts'
import { homeOf } from '#core/accounts/rules.ts'
import { signInLinkSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/login-link-open'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const token = url.searchParams.get('token') ?? ''
  const deps = depsOf(context)
  const found = await findSignInLink(deps, visitorOf(request, context), token)
  return {
    title: titleOf(context, translator(language, 'account')('link.title')),
    token,
    link: found && { email: found.email, signedInAs: found.signedInAs },
    // Of one that still works: it is used by then.
    end: deps.auth.linkEndOf(token),
  }
}

const { problem } = refusalsIn('account')

export const action = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => signInLinkSchema,
  run: ({ deps, visitor, form: { token, replaces = null } }) =>
    signInByLink(deps, visitor, { token, replaces }),
  refusals: {
    link_invalid: wrong('token', 'invalid', 400),
    rate_limited: problem('link.problems.open_rate_limited', 429, 'error'),
    suspended: sayWhySuspended,
    signed_in: ({ email, signedInAs }) => ({ more: { email, signedInAs }, status: 409 }),
  },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('link.problems.unexpected') } }),
  done: async ({ deps, result: { userId, cookies, codeNeeded }, language }) => {
    if (codeNeeded) return redirect(codeStep(null), { headers: withCookies(cookies) })
    const profile = await findProfile(deps.db, userId)
    const t = translator(profile?.language ?? language, 'account')
    return redirectWithToast(deps, homeOf(profile?.roles ?? []), {
      title: t('login.success'),
      text: t('login.successText'),
      cookies,
    })
  },
})

export const clientAction = keepForm

export default function OpenLoginLink({ loaderData, actionData }: Route.ComponentProps) {
  return <OpenForm page={loaderData} answer={actionData} />
}

type OpenFormProps = {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function OpenForm({ page, answer }: OpenFormProps) {
  const t = useTranslations('account')
  const form = useForm(answer)
  const link: SignInLink | null = answer?.more ?? page.link
  // The reader cannot correct the token.
  if (!link || form.of('token')) {
    return (
      <AccountPage title={t('link.title')} text={t(`link.ended.${page.end}`)}>
        <FormSummary form={form} title={t('error')} />
        <LinkButton to="/login-link">{t('link.again')}</LinkButton>
      </AccountPage>
    )
  }
  const { email, signedInAs } = link
  return (
    <AccountPage title={t('link.openTitle', { email })} text={t('link.openText')}>
      <FormSummary form={form} title={t('error')} />
      {signedInAs !== null && <Banner title={t('otherSession', { other: signedInAs })} />}
      <Form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="token" value={page.token} />
        {signedInAs !== null && <input type="hidden" name="replaces" value={signedInAs} />}
        <Button wide size="large" pending={form.busy}>
          {t('link.open')}
        </Button>
      </Form>
    </AccountPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
