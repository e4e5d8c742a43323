import { data, Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { FormAnswer } from '#app/features/accounts/form-answer.tsx'
import { useErrorText } from '#app/features/site/use-error-text.ts'
import { incomingContext } from '#app/http/context.ts'
import { parseForm } from '#app/http/forms.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { askForLinks } from '#core/bookings/commands/send-links.ts'
import { linksFormSchema } from '#core/bookings/schema.ts'
import type { Route } from './+types/my-spots'

export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    title: titleOf(context, translator(readerLanguage(request), 'booking')('mySpots.title')),
  }
}

export const headers = privateHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const { deps, address } = context.get(incomingContext)
  const form = await formOf(request)
  const parsed = parseForm(linksFormSchema, form)
  const typed = form.get('contact')
  const wrong = (code: string) =>
    data({ code, contact: typeof typed === 'string' ? typed.slice(0, 300) : '' }, { status: 400 })
  if (!parsed.ok) return wrong(parsed.result.error?.['contact']?.[0] ?? 'invalid')
  const language = readerLanguage(request)
  const asked = await askForLinks(deps, { ...parsed.value, language, address })
  return asked.ok ? { sent: true } : wrong(asked.reason)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function MySpots({ actionData }: Route.ComponentProps) {
  const t = useTranslations('booking.mySpots')
  const f = useTranslations('booking.form')
  const s = useTranslations('shared')
  const errorText = useErrorText()
  const busy = useNavigation().state === 'submitting'
  const wrong = actionData && 'code' in actionData ? actionData : null
  if (actionData && 'sent' in actionData) {
    return (
      <AuthPage title={t('title')}>
        <Banner tone="good" title={t('done')} />
        <p className="text-muted">{t('lead')}</p>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={t('title')} text={t('text')}>
      <FormAnswer
        title={s('formProblem')}
        answer={actionData}
        problem={wrong ? { id: 'contact', text: errorText(wrong.code) } : undefined}
      />
      <Form method="post" className="grid gap-5">
        <TextField
          id="contact"
          label={f('contact')}
          name="contact"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          required
          maxLength={254}
          dir="ltr"
          defaultValue={wrong?.contact}
          errors={wrong ? [errorText(wrong.code)] : undefined}
        />
        <Button wide size="large" pending={busy} pendingLabel={t('pending')}>
          {t('button')}
        </Button>
      </Form>
    </AuthPage>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return unlisted(loaderData?.title)
}
