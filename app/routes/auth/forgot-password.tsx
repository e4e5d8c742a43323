import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormAnswer } from '#app/features/accounts/form-answer.tsx'
import { orNetworkProblem } from '#app/http/network.ts'
import { depsOf, formOf, readerLanguage, visitorOf } from '#app/http/request.ts'
import { orUnexpected } from '#app/http/unexpected.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { requestPasswordReset } from '#core/accounts/commands/confirm-email.ts'
import { mailRequestSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/forgot-password'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = readerLanguage(request)
  const title = titleOf(context, translator(language, 'account')('forgot.title'))
  return { texts: textsOf(language, ['account']), title, sent: url.searchParams.has('sent') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = mailRequestSchema.safeParse(Object.fromEntries(await formOf(request)))
  const email = form.success ? form.data.email : ''
  return orUnexpected(context, async () => {
    const sent = await requestPasswordReset(depsOf(context), visitorOf(request, context), email)
    if (sent === 'rate_limited') return data({ reason: sent, email }, { status: 429 })
    return redirect('/forgot-password?sent=1')
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <ForgotForm sent={loaderData.sent} answer={actionData} />
    </WithTexts>
  )
}

function ForgotForm({
  sent,
  answer,
}: {
  sent: boolean
  answer: Route.ComponentProps['actionData']
}) {
  const t = useTranslations('account')
  const busy = useNavigation().state !== 'idle'
  const reason = answer && 'reason' in answer ? answer.reason : null
  return (
    <AuthPage title={t('forgot.title')} text={t('forgot.text')}>
      {sent && !reason && <Banner tone="good" title={t('forgot.sent')} />}
      <Form method="post" className="grid gap-5">
        <FormAnswer
          title={t('error')}
          answer={answer}
          problem={reason ? { text: t(`forgot.problems.${reason}`) } : undefined}
        />
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          dir="ltr"
          defaultValue={answer && 'email' in answer ? answer.email : ''}
        />
        <Button wide size="large" pending={busy}>
          {t('forgot.button')}
        </Button>
      </Form>
      <Link
        to="/login"
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        {t('forgot.back')}
      </Link>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
