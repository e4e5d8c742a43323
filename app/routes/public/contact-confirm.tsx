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
  confirmContactAddress,
  findConfirmedContact,
  findContactConfirmation,
} from '#core/vendors/commands/contact-address.ts'
import { contactLinkSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/contact-confirm'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const language = readerLanguage(request)
  const token = url.searchParams.get('token') ?? ''
  const t = translator(language, 'contact')
  return {
    title: titleOf(context, t('confirm.button')),
    token,
    origin: deps.origin,
    waiting: await findContactConfirmation(deps, token),
    end: deps.auth.linkEndOf(token),
    confirmed: await findConfirmedContact(deps, token),
  }
}

export const headers = privateHeaders

const { problem } = refusalsIn('contact')

export const action = formAction({
  allow: anyone,
  texts: 'contact',
  schema: () => contactLinkSchema,
  run: ({ deps, visitor, form }) => confirmContactAddress(deps, visitor, form.token),
  refusals: {
    link_invalid: wrong('token', 'invalid', 400),
    rate_limited: problem('confirm.rate_limited', 429),
  },
  done: ({ result: { email, username } }) => ({ more: { email, username } }),
})

export const clientAction = keepForm

export default function ConfirmContact({ loaderData, actionData }: Route.ComponentProps) {
  return <Confirmation page={loaderData} answer={actionData} />
}

type ConfirmationProps = {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function Confirmation({ page, answer }: ConfirmationProps) {
  const t = useTranslations('contact.confirm')
  const form = useForm(answer)
  const address = (username: string) => `${page.origin.replace(/^https?:\/\//, '')}/${username}`
  const confirmed = answer?.more ?? page.confirmed
  if (confirmed) {
    const { email, username } = confirmed
    return (
      <AuthPage title={t('done', { email })} text={t('doneText', { page: address(username) })}>
        <LinkButton to={`/${username}`}>{address(username)}</LinkButton>
      </AuthPage>
    )
  }
  // The reader cannot correct the token.
  if (!page.waiting || form.of('token')) {
    return (
      <AuthPage title={t('invalidTitle')} text={t(`ended.${page.end}`)}>
        {answer?.problem && <FormSummary form={form} />}
        <LinkButton to="/dashboard/settings/page">{t('settings')}</LinkButton>
      </AuthPage>
    )
  }
  const { email, username } = page.waiting
  return (
    <AuthPage title={t('title', { email })} text={t('text', { page: address(username) })}>
      <FormSummary form={form} />
      <Form method="post" noValidate>
        <input type="hidden" name="token" value={page.token} />
        <Button wide size="large" pending={form.busy}>
          {t('button')}
        </Button>
      </Form>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
