import { useTranslations } from 'use-intl'
import { NoPassword } from '#app/features/account-security/no-password.tsx'
import { PasskeyStart } from '#app/features/account-security/passkey-start.tsx'
import { PasskeyForm } from '#app/features/accounts/passkey-form.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { type Asked, formAction } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { member, memberOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { addPasskey, askForPasskey } from '#core/accounts/commands/add-passkey.ts'
import { findSignInWays, findTwoFactor } from '#core/accounts/queries.ts'
import type { CreationOptions } from '#core/integrations/webauthn.ts'
import { passkeyAnswerSchema, passkeyStartSchema } from '#core/accounts/schema.ts'
import type { Route } from './+types/settings-passkey'

const above = '/settings/security'

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, email } = memberOf(context)
  const { db } = depsOf(context)
  const twoFactor = await findTwoFactor(db, userId)
  const { hasPassword } = await findSignInWays(db, userId)
  return { email, hasPassword, asksForCode: twoFactor !== null }
}

const { field, problem } = refusalsIn('security')

const failures = ({ t }: Pick<Asked<object, 'security'>, 't'>) => ({
  failed: { title: t('failed') },
})

const start = formAction({
  allow: member,
  texts: 'security',
  schema: () => passkeyStartSchema,
  alsoWrong: ({ t, isEmpty }) =>
    isEmpty('password') ? { errors: { password: [t('twoFactor.missing')] } } : {},
  run: ({ deps, visitor, member: { userId, email }, form }) =>
    askForPasskey(deps, visitor, { userId, email }, form),
  refusals: {
    wrong: field('password', 'twoFactor.wrong', 400),
    rate_limited: problem('tooMany', 429),
    wrong_code: field('code', 'twoFactor.problems.wrong_code', 400),
    used_code: field('code', 'twoFactor.problems.used_code', 400),
    wrong_recovery_code: field('code', 'twoFactor.problems.wrong_recovery_code', 400),
    codes_limited: problem('twoFactor.problems.codes_limited', 429),
    not_on: problem('twoFactor.problems.not_on'),
  },
  failures,
  done: ({ result: { options, draft } }) => ({ more: { options, draft } }),
})

const add = formAction({
  allow: member,
  texts: 'security',
  schema: () => passkeyAnswerSchema,
  run: ({ deps, visitor, member: { userId, email }, form }) =>
    addPasskey(deps, visitor, { userId, email }, form),
  refusals: {
    passkey_over: problem('passkeys.problems.passkey_over'),
    passkey_wrong: problem('passkeys.problems.passkey_wrong', 400),
    passkey_known: problem('passkeys.problems.passkey_known'),
    passkeys_full: problem('passkeys.problems.passkeys_full'),
  },
  failures,
  done: ({ deps, t }) =>
    redirectWithToast(deps, above, {
      title: t('passkeys.addedToast'),
      text: t('passkeys.addedText'),
    }),
})

export const action = byIntent({ start, add }, start)

export const clientAction = keepForm

export default function SettingsPasskey({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('security')
  const more = actionData?.more
  const { hasPassword, ...page } = loaderData
  return (
    <>
      <SectionHeader title={t('passkeys.add')} back={{ to: above, label: t('title') }} />
      <div className="grid max-w-3xl gap-4 pb-12">
        {more && 'options' in more ? (
          <Make options={more.options} draft={more.draft} answer={actionData} />
        ) : (
          <>
            <p className="text-muted">{t('passkeys.text')}</p>
            <p className="text-muted">{t('passkeys.intro')}</p>
            {hasPassword ? (
              <PasskeyStart {...page} answer={actionData} />
            ) : (
              <NoPassword email={page.email} />
            )}
          </>
        )}
      </div>
    </>
  )
}

type Answer = Route.ComponentProps['actionData']
type Asking = { options: CreationOptions; draft: string }

function Make({ options, draft, answer }: Asking & { answer: Answer }) {
  const t = useTranslations('security.passkeys')
  const form = useForm(answer)
  return (
    <section className="grid max-w-md gap-4">
      <h3 className="text-lg">{t('make')}</h3>
      <p className="-mt-3 text-muted">{t('makeText')}</p>
      <FormSummary form={form} />
      <PasskeyForm
        intent="add"
        draft={draft}
        ask={(browser) => browser.startRegistration({ optionsJSON: options })}
        button={t('makeButton')}
        pendingLabel={t('making')}
        explain={(reason) => t(reason)}
        unsupported={<Banner title={t('unsupported')} />}
      />
    </section>
  )
}
