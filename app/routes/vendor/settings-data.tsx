import { Form, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { NoPassword } from '#app/features/account-security/no-password.tsx'
import { AuthPage } from '#app/features/accounts/auth-page.tsx'
import { leaveSession } from '#app/features/accounts/signed-out.ts'
import { countUnsent, forgetAccount } from '#app/features/device/device.ts'
import { CloseForm } from '#app/features/own-data/close-form.tsx'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { clearedSession } from '#app/http/cookies.ts'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { owner, ownerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button } from '#app/ui/button.tsx'
import { findSignInWays, findTwoFactor } from '#core/accounts/queries.ts'
import { closeAccount } from '#core/own-data/commands/close-account.ts'
import { daysToTakeBack } from '#core/own-data/rules.ts'
import { closeSchema } from '#core/own-data/schema.ts'
import { askAboutClosing } from '#core/own-data/steps/close-question.ts'
import type { Route } from './+types/settings-data'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { userId, email, vendor } = ownerOf(context)
  if (vendor.setUpAt && url.pathname === beforeSetUp) throw redirect('/settings/data')
  const { db } = depsOf(context)
  return {
    email,
    isSetUp: vendor.setUpAt !== null,
    hasPassword: (await findSignInWays(db, userId)).hasPassword,
    username: vendor.username,
    question: await askAboutClosing(db, vendor.id),
    needsCode: (await findTwoFactor(db, userId)) !== null,
  }
}

/** Until the setup is complete, there are no settings. */
const beforeSetUp = '/onboarding/delete'

const afterClosing = '/'

const { field, problem } = refusalsIn('ownData')
const security = refusalsIn('security')

export const action = formAction({
  allow: owner,
  texts: 'ownData',
  schema: () => closeSchema,
  alsoWrong: ({ t, isEmpty }) =>
    isEmpty('password') ? { errors: { password: [t('close.missing')] } } : {},
  run: ({ deps, visitor, member: { userId, email, vendor }, form }) =>
    closeAccount(deps, visitor, { vendorId: vendor.id, userId, email }, form),
  refusals: {
    wrong: field('password', 'close.wrong', 400),
    wrong_username: field('username', 'close.wrongUsername', 400),
    choose: field('cancel', 'close.choose'),
    not_agreed: problem('close.changed'),
    rate_limited: problem('close.tooMany', 429),
    wrong_code: security.field('code', 'twoFactor.problems.wrong_code', 400),
    used_code: security.field('code', 'twoFactor.problems.used_code', 400),
    wrong_recovery_code: security.field('code', 'twoFactor.problems.wrong_recovery_code', 400),
    codes_limited: security.problem('twoFactor.problems.codes_limited', 429),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: async ({ deps, t }) =>
    redirectWithToast(deps, afterClosing, {
      tone: 'neutral',
      title: t('close.done'),
      text: t('close.doneText', { days: daysToTakeBack }),
      cookies: await clearedSession(deps.origin),
    }),
})

export async function clientAction(args: Route.ClientActionArgs) {
  // Marks that are only on this device: after the end of the account the server takes none.
  await countUnsent().catch(() => {})
  try {
    return await keepForm(args)
  } catch (left) {
    // Without a session it leads to the sign-in, and what is kept stays.
    if (left instanceof Response && left.headers.get('location') === afterClosing) {
      forgetAccount()
      leaveSession()
    }
    throw left
  }
}

/** What has changed is seen at once. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export default function SettingsData({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('ownData')
  const { email, isSetUp, hasPassword, ...question } = loaderData
  const close = hasPassword ? (
    <CloseForm {...question} answer={actionData} />
  ) : (
    <NoPassword email={email} />
  )
  if (!isSetUp)
    return (
      <AuthPage title={t('close.title')} text={t('close.setUpText', { days: daysToTakeBack })}>
        <title>{t('close.title')}</title>
        {close}
        <Link
          to="/onboarding"
          className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          {t('close.setUpBack')}
        </Link>
      </AuthPage>
    )
  return (
    <>
      <SettingsHeader title={t('title')} />
      <div className="grid max-w-3xl gap-8 pb-12">
        <section className="grid gap-4">
          <h3 className="text-lg">{t('export.title')}</h3>
          <p className="-mt-3 text-muted">{t('export.text')}</p>
          <p className="text-muted">{t('export.care')}</p>
          <Form method="post" action="/settings/data/export" reloadDocument className="grid gap-2">
            <div>
              <Button>{t('export.button')}</Button>
            </div>
            <p className="text-sm text-muted">{t('export.wait')}</p>
          </Form>
        </section>
        <section className="grid gap-4 border-t border-line pt-6">
          <h3 className="text-lg">{t('close.title')}</h3>
          <p className="-mt-3 text-muted">{t('close.text', { days: daysToTakeBack })}</p>
          {close}
        </section>
      </div>
    </>
  )
}
