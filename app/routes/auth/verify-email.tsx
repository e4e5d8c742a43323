import { data, Form, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { resendConfirmation } from '#core/accounts/commands/confirm-email.ts'
import { mailRequestSchema } from '#core/accounts/schema.ts'
import { textsOf } from '#core/shared/texts/catalogue.ts'
import type { Route } from './+types/verify-email'
import { AuthPage } from '../../components/page/auth-page.tsx'
import { FormAnswer } from '../../components/page/form-answer.tsx'
import { WithTexts } from '../../components/page/with-texts.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button, LinkButton } from '../../components/ui/button.tsx'
import { buttonClasses } from '../../components/ui/button-classes.ts'
import { TextField } from '../../components/ui/text-field.tsx'
import { orNetworkProblem } from '../../network.ts'
import { depsOf, formOf, readerLanguage, visitorOf } from '../../request.ts'
import { titleOf } from '../../titles.ts'
import { translator } from '../../translate.ts'
import { orUnexpected } from '../../unexpected.ts'

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
