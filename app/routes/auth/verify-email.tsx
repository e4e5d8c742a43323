import { Form, Link, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '#app/features/accounts/account-page.tsx'
import { EmailField } from '#app/features/accounts/email-field.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { resendConfirmation } from '#core/accounts/commands/confirm-email.ts'
import { findMailbox, gmail } from '#core/accounts/rules.ts'
import { mailRequestSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/verify-email'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const t = translator(language, 'account')
  return {
    title: titleOf(context, t('verifyEmail.title')),
    description: t('verifyEmail.description'),
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
    const sent = await resendConfirmation(deps, visitor, form.email)
    return sent === 'rate_limited' ? { ok: false, reason: sent } : { ok: true }
  },
  refusals: { rate_limited: problem('verifyEmail.problems.rate_limited', 429, 'error') },
  failures: ({ t }) => ({
    failed: { title: t('error'), text: t('verifyEmail.problems.unexpected') },
  }),
  done: ({ form }) => redirect(`/verify-email?email=${encodeURIComponent(form.email)}&sent=1`),
})

export const clientAction = keepForm

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  return <Notice page={loaderData} answer={actionData} />
}

type NoticeProps = {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function Notice({ page, answer }: NoticeProps) {
  const t = useTranslations('account')
  const form = useForm(answer, { labels: { email: t('email') } })
  const email = page.email || (form.of('email') ? '' : (form.fields['email'] ?? ''))
  const mailbox = findMailbox(email)
  const other = mailbox?.name === gmail.name ? null : mailbox
  const search = email ? `?email=${encodeURIComponent(email)}` : ''
  const address = () =>
    email ? (
      <strong className="font-medium wrap-anywhere text-ink">{email}</strong>
    ) : (
      t('verifyEmail.yourEmail')
    )
  return (
    <AccountPage title={t('verifyEmail.title')} text={t.rich('verifyEmail.text', { address })}>
      {page.sent && !answer && <Banner tone="good" title={t('verifyEmail.sent')} />}
      <FormSummary form={form} title={t('error')} />
      {other && <MailboxLink {...other} wide />}
      <div className="flex flex-wrap gap-3">
        <MailboxLink {...gmail} variant={mailbox === null || other ? 'secondary' : 'primary'} />
        <LinkButton to={`/login${search}`} variant="secondary" size="large">
          {t('verifyEmail.signIn')}
        </LinkButton>
      </div>
      {email && (
        <p className="text-muted">
          {t.rich('verifyEmail.wrongAddress', {
            change: (words) => (
              <Link
                to={`/register${search}`}
                className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
              >
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      <Form
        method="post"
        noValidate
        className="grid justify-items-start gap-4 border-t border-line pt-6"
      >
        <p className="text-muted">{t('verifyEmail.hint')}</p>
        {email ? (
          <input type="hidden" name="email" value={email} />
        ) : (
          <EmailField {...form.field('email')} className="w-full" />
        )}
        <Button variant="secondary" pending={form.busy}>
          {t('verifyEmail.resend')}
        </Button>
      </Form>
    </AccountPage>
  )
}

type MailboxLinkProps = {
  name: string
  url: string
  variant?: 'primary' | 'secondary'
  wide?: boolean
}

function MailboxLink({ name, url, ...look }: MailboxLinkProps) {
  const t = useTranslations('account.verifyEmail')
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClasses({ size: 'large', ...look })}
    >
      {t('mailbox', { name })}
    </a>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: loaderData?.title },
    { name: 'description', content: loaderData?.description },
    { name: 'robots', content: 'noindex' },
  ]
}
