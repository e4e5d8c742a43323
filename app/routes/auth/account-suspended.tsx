import { Form, redirect, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { forgetAccount } from '#app/features/device/device.ts'
import { useForgetDay } from '#app/features/device/use-forget-day.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { findSessionUser } from '#app/http/session.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { findSuspension } from '#core/accounts/commands/sign-in.ts'
import type { Route } from './+types/account-suspended'

export async function loader({ request, context }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const user = await findSessionUser(request, context)
  if (!user) throw redirect('/login')
  const suspended = await findSuspension(deps.db, user.id)
  if (!suspended) throw redirect('/dashboard')
  return {
    title: titleOf(context, translator(readerLanguage(request), 'account')('suspended.title')),
    because: suspended.because,
    operatorEmail: deps.settings.operatorEmail,
  }
}

/** Where somebody lands whose vendor was suspended while they were signed in. */
export default function AccountSuspended({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('account.suspended')
  const root = useRouteLoaderData<{ operatorName: string }>('root')
  const { because, operatorEmail } = loaderData
  useForgetDay()
  return (
    <AuthPage
      title={t('title')}
      text={t('text', { operator: root?.operatorName ?? 'Openspot' })}
      leave={<></>}
    >
      {because !== null && (
        <div>
          <h2 className="text-sm font-medium text-muted">{t('because')}</h2>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {because}
          </p>
        </div>
      )}
      <p className="text-muted">{t('kept')}</p>
      <div className="grid gap-3">
        {operatorEmail === null ? (
          <LinkButton to="/contact" size="large" wide>
            {t('contact')}
          </LinkButton>
        ) : (
          <LinkButton to={`mailto:${operatorEmail}`} size="large" wide>
            {t('write', { email: operatorEmail })}
          </LinkButton>
        )}
        <Form method="post" action="/signout" onSubmit={forgetAccount}>
          <Button variant="secondary" wide>
            {t('signOut')}
          </Button>
        </Form>
      </div>
    </AuthPage>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
