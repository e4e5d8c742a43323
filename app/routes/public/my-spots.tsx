import Send from 'lucide-react/icons/send'
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { useRememberedCustomer } from '#app/features/booking/use-remembered-customer.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { formAction } from '#app/http/form-action.ts'
import { wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { anyone } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { askForLinks } from '#core/bookings/commands/send-links.ts'
import { linksFormSchema } from '#core/bookings/schema.ts'
import { hasBots, listSpotsLinks } from '#core/telegram/commands/links.ts'
import type { Route } from './+types/my-spots'

export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    chats: await listSpotsLinks(depsOf(context), request.headers),
    hasBots: await hasBots(depsOf(context)),
    title: titleOf(context, translator(readerLanguage(request), 'booking')('mySpots.title')),
  }
}

export const headers = privateHeaders

export const action = formAction({
  allow: anyone,
  texts: 'booking',
  schema: () => linksFormSchema,
  run: ({ deps, form, language, visitor }) =>
    askForLinks(deps, { ...form, language, network: visitor.network }),
  refusals: {
    contact_invalid: wrong('contact', 'contact_invalid', 400),
  },
  done: () => ({ more: { sent: true } }),
})

export const clientAction = keepForm

export default function MySpots({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('booking.mySpots')
  const f = useTranslations('booking.form')
  const b = useTranslations('booking')
  const form = useForm(actionData, { labels: { contact: f('contact') } })
  const customer = useRememberedCustomer()
  const contact = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Keeps what was typed before the script loaded.
    if (customer && contact.current?.value === '') contact.current.value = customer.contact
  }, [customer])
  if (actionData?.more) {
    return (
      <AuthPage title={t('title')}>
        <Banner title={t('done')} />
        <p className="text-muted">{t('lead')}</p>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={t('title')} text={t('text')}>
      <FormSummary form={form} />
      <Form method="post" noValidate className="grid gap-5">
        <TextField
          {...form.text('contact')}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          required
          maxLength={254}
          dir="ltr"
          ref={contact}
        />
        <Button wide size="large" pending={form.busy} pendingLabel={t('pending')}>
          {t('button')}
        </Button>
      </Form>
      {loaderData.chats.map(({ username, href }) => (
        <a
          key={username}
          href={href}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses({ variant: 'secondary', wide: true })}
        >
          <Send aria-hidden="true" className="size-5" />{' '}
          {loaderData.chats.length > 1
            ? b('telegram.spotsAt', { bot: `@${username}` })
            : b('telegram.spots')}
        </a>
      ))}
      {loaderData.hasBots && <p className="text-muted">{t('byTelegram')}</p>}
    </AuthPage>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return unlisted(loaderData?.title)
}
