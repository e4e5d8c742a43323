import { Form, Link, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { pageLanguage } from '#app/http/request.ts'
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
  const language = pageLanguage(request)
  const title = titleOf(context, translator(language, 'account')('forgot.title'))
  return { texts: textsOf(language, ['account']), title, sent: url.searchParams.has('sent') }
}

const { problem } = refusalsIn('account')

export const action = formAction({
  allow: anyone,
  texts: 'account',
  schema: () => mailRequestSchema,
  run: async ({ deps, visitor, form }) => {
    const sent = await requestPasswordReset(deps, visitor, form.email)
    return sent === 'rate_limited' ? { ok: false, reason: sent } : { ok: true }
  },
  refusals: { rate_limited: problem('forgot.problems.rate_limited', 429, 'error') },
  failures: ({ t }) => ({ failed: { title: t('error'), text: t('forgot.problems.unexpected') } }),
  done: () => redirect('/forgot-password?sent=1'),
})

export const clientAction = keepForm

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
  const form = useForm(answer, { labels: { email: t('email') } })
  return (
    <AuthPage title={t('forgot.title')} text={t('forgot.text')}>
      {sent && !answer && <Banner tone="good" title={t('forgot.sent')} />}
      <Form method="post" className="grid gap-5">
        <FormSummary form={form} title={t('error')} />
        <TextField
          {...form.field('email')}
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          dir="ltr"
          defaultValue={form.fields['email']}
        />
        <Button wide size="large" pending={form.busy}>
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
