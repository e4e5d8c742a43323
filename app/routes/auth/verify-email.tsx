import { data, Form, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormAnswer } from '#app/features/accounts/form-answer.tsx'
import { orNetworkProblem } from '#app/http/network.ts'
import { depsOf, formOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { orUnexpected } from '#app/http/unexpected.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { titleOf } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { resendConfirmation } from '#core/accounts/commands/confirm-email.ts'
import { mailRequestSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/verify-email'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const t = translator(language, 'account')
  return {
    texts: textsOf(language, ['account']),
    title: titleOf(context, t('verifyEmail.title')),
    description: t('verifyEmail.description'),
    email: url.searchParams.get('email') ?? '',
    sent: url.searchParams.has('sent'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = mailRequestSchema.safeParse(Object.fromEntries(await formOf(request)))
  const email = form.success ? form.data.email : ''
  return orUnexpected(context, async () => {
    const sent = await resendConfirmation(depsOf(context), visitorOf(request, context), email)
    if (sent === 'rate_limited') return data({ reason: sent, email }, { status: 429 })
    return redirect(`/verify-email?email=${encodeURIComponent(email)}&sent=1`)
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <Notice page={loaderData} answer={actionData} />
    </WithTexts>
  )
}

type NoticeProps = {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function Notice({ page, answer }: NoticeProps) {
  const t = useTranslations('account')
  const busy = useNavigation().state !== 'idle'
  const reason = answer && 'reason' in answer ? answer.reason : null
  const email = page.email || (answer && 'email' in answer ? answer.email : '')
  const address = (
    <strong className="font-medium break-all text-ink">
      {email || t('verifyEmail.yourEmail')}
    </strong>
  )
  return (
    <AuthPage
      title={t('verifyEmail.title')}
      text={t.rich('verifyEmail.text', { address: () => address })}
    >
      {page.sent && !reason && <Banner tone="good" title={t('verifyEmail.sent')} />}
      <FormAnswer
        title={t('error')}
        answer={answer}
        problem={reason ? { text: t(`verifyEmail.problems.${reason}`) } : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <LinkButton to={`/login${email ? `?email=${encodeURIComponent(email)}` : ''}`}>
          {t('verifyEmail.signIn')}
        </LinkButton>
        <a
          href="https://mail.google.com/mail/"
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses({ variant: 'secondary' })}
        >
          {t('verifyEmail.gmail')}
        </a>
      </div>
      <Form method="post" className="mt-4 grid justify-items-start gap-4 border-t border-line pt-6">
        <p className="text-muted">{t('verifyEmail.hint')}</p>
        {email ? (
          <input type="hidden" name="email" value={email} />
        ) : (
          <TextField
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            dir="ltr"
            className="w-full"
          />
        )}
        <Button variant="secondary" pending={busy}>
          {t('verifyEmail.resend')}
        </Button>
      </Form>
    </AuthPage>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: loaderData?.title },
    { name: 'description', content: loaderData?.description },
    { name: 'robots', content: 'noindex' },
  ]
}
