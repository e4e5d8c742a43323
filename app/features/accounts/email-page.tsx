import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { EmailField } from './email-field.tsx'

type EmailPageProps = {
  /** where its sentences are */
  words: 'link' | 'forgot'
  email?: string
  sent: boolean
  answer: AnyFormAnswer
}

/** Asks for the address that a link is sent to. */
export function EmailPage({ words, email = '', sent, answer }: EmailPageProps) {
  const t = useTranslations('account')
  const form = useForm(answer, { labels: { email: t('email') }, values: { email } })
  return (
    <AccountPage title={t(`${words}.title`)} text={t(`${words}.text`)}>
      {sent && !answer && <Banner tone="good" title={t(`${words}.sent`)} />}
      <Form method="post" noValidate className="grid gap-5">
        <FormSummary form={form} />
        <EmailField {...form.text('email')} />
        <Button wide size="large" pending={form.busy}>
          {t(`${words}.button`)}
        </Button>
      </Form>
      <Link
        to="/login"
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        {t(`${words}.back`)}
      </Link>
    </AccountPage>
  )
}
