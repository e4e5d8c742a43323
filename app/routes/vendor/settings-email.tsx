import { useTranslations } from 'use-intl'
import { EmailForm } from '#app/features/account-security/email-form.tsx'
import { NoPassword } from '#app/features/account-security/no-password.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { member, memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { requestEmailChange } from '#core/accounts/commands/change-email.ts'
import { findSignInWays, findTwoFactor } from '#core/accounts/queries.ts'
import { emailChangeSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/settings-email'

const above = '/settings/security'

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, email } = memberOf(context)
  const { db } = depsOf(context)
  const twoFactor = await findTwoFactor(db, userId)
  const { hasPassword } = await findSignInWays(db, userId)
  return { email, hasPassword, asksForCode: twoFactor !== null }
}

const { field, problem } = refusalsIn('security')

export const action = formAction({
  allow: member,
  texts: 'security',
  schema: () => emailChangeSchema,
  alsoWrong: ({ t, isEmpty }) =>
    isEmpty('password') ? { errors: { password: [t('twoFactor.missing')] } } : {},
  run: ({ deps, visitor, member: { userId, email }, form }) =>
    requestEmailChange(deps, visitor, { userId, email }, form),
  refusals: {
    email_invalid: field('email', 'email.email_invalid', 400),
    email_same: field('email', 'email.email_same', 400),
    mails_limited: problem('email.mails_limited', 429),
    wrong: field('password', 'twoFactor.wrong', 400),
    rate_limited: problem('tooMany', 429),
    wrong_code: field('code', 'twoFactor.problems.wrong_code', 400),
    used_code: field('code', 'twoFactor.problems.used_code', 400),
    wrong_recovery_code: field('code', 'twoFactor.problems.wrong_recovery_code', 400),
    codes_limited: problem('twoFactor.problems.codes_limited', 429),
    not_on: problem('twoFactor.problems.not_on'),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t, result: { email } }) =>
    redirectWithToast(deps, above, {
      title: t('email.sent'),
      text: t('email.sentText', { email }),
    }),
})

export const clientAction = keepForm

export default function SettingsEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('security')
  const { hasPassword, ...page } = loaderData
  return (
    <>
      <SectionHeader title={t('email.change')} back={{ to: above, label: t('title') }} />
      <div className="grid max-w-3xl gap-4 pb-12">
        <p className="wrap-anywhere text-muted">{t('email.text', { email: page.email })}</p>
        <p className="text-muted">{t('email.intro')}</p>
        {hasPassword ? (
          <EmailForm {...page} answer={actionData} />
        ) : (
          <NoPassword email={page.email} />
        )}
      </div>
    </>
  )
}
