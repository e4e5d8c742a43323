import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import {
  findEmailLink,
  findEmailLinkEnd,
  useEmailLink as takeEmailLink,
} from '#core/accounts/commands/change-email.ts'
import { restorableDays } from '#core/accounts/rules.ts'
import { emailLinkSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/email-change'

/** Where the links about a new sign-in address lead. Opening one changes nothing: mail scanners do it too. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const link = await findEmailLink(depsOf(context), token)
  const t = translator(readerLanguage(request), 'account')
  return {
    title: titleOf(context, t(`emailChange.${link?.kind ?? 'confirm'}.button`)),
    token,
    link,
    // Of one that still works: it is used by then.
    end: link ? 'used' : await findEmailLinkEnd(depsOf(context), token),
  }
}

export const headers = privateHeaders

const { problem } = refusalsIn('account')

export const action = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => emailLinkSchema,
  run: ({ deps, visitor, form }) => takeEmailLink(deps, visitor, form.token),
  refusals: {
    link_invalid: wrong('token', 'invalid', 400),
    rate_limited: problem('emailChange.rate_limited', 429),
  },
  done: ({ result: { kind, email } }) => ({ more: { kind, email } }),
})

export const clientAction = keepForm

export default function EmailChange({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('account.emailChange')
  const form = useForm(actionData)
  const done = actionData?.more
  if (done) {
    const { kind, email } = done
    return (
      <AuthPage
        title={t(`done.${kind}.title`, { email })}
        text={t(`done.${kind}.text`, { days: restorableDays })}
      >
        <LinkButton to={kind === 'confirm' ? '/dashboard' : '/login'}>
          {t(`done.${kind}.button`)}
        </LinkButton>
      </AuthPage>
    )
  }
  const { link, token, end } = loaderData
  // The reader cannot correct the token.
  if (!link || form.of('token'))
    return (
      <AuthPage title={t('invalidTitle')} text={t(`ended.${end}`)}>
        {actionData?.problem && <FormSummary form={form} />}
        <LinkButton to="/settings/security">{t('done.confirm.button')}</LinkButton>
      </AuthPage>
    )
  return (
    <AuthPage
      title={t(`${link.kind}.title`, { email: link.email })}
      text={t(`${link.kind}.text`, { days: restorableDays })}
    >
      <FormSummary form={form} />
      <Form method="post" noValidate>
        <input type="hidden" name="token" value={token} />
        <Button wide size="large" pending={form.busy}>
          {t(`${link.kind}.button`)}
        </Button>
      </Form>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
