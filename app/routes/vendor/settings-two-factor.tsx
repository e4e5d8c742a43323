import { Link, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { KeySteps } from '#app/features/account-security/key-steps.tsx'
import { NoPassword } from '#app/features/account-security/no-password.tsx'
import { RecoveryCodes } from '#app/features/account-security/recovery-codes.tsx'
import { ChangeForm, StartForm } from '#app/features/account-security/two-factor-forms.tsx'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { type Asked, formAction } from '#app/http/form-action.ts'
import { textOf } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { accountHolder, accountOf } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { withCookies } from '#app/http/session.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Banner } from '#app/ui/banner.tsx'
import {
  replaceRecoveryCodes,
  switchOffTwoFactor,
} from '#core/accounts/commands/change-two-factor.ts'
import { drawKey, switchOnTwoFactor } from '#core/accounts/commands/switch-on-two-factor.ts'
import { findSignInWays, findTwoFactor, listPasskeys } from '#core/accounts/queries.ts'
import { isShortOfRecoveryCodes } from '#core/accounts/rules.ts'
import {
  twoFactorChangeSchema,
  twoFactorPasswordSchema,
  twoFactorSwitchOnSchema,
} from '#core/accounts/schema.ts'
import { dateFormat } from '#core/shared/formats.ts'
import type { Route } from './+types/settings-two-factor'

const above = (isAdmin: boolean) => (isAdmin ? '/super-admin/dashboard' : '/settings/security')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId, email, timeZone, isAdmin } = accountOf(context)
  const days = dateFormat(pageLanguage(request, context), {
    timeZone,
    dateStyle: 'medium',
  })
  const { db } = depsOf(context)
  const found = await findTwoFactor(db, userId)
  return {
    email,
    hasPassword: (await findSignInWays(db, userId)).hasPassword,
    above: above(isAdmin),
    passkeys: (await listPasskeys(db, userId)).length,
    inUse: found && { since: days.format(found.switchedOnAt), left: found.recoveryCodes },
  }
}

const { field, problem } = refusalsIn('security')

type Texts = Pick<Asked<object, 'security'>, 't' | 'isEmpty'>

const failures = ({ t }: Texts) => ({ failed: { title: t('failed') } })

const noPassword = ({ t, isEmpty }: Texts) =>
  isEmpty('password') ? { errors: { password: [t('twoFactor.missing')] } } : {}

const start = formAction({
  allow: accountHolder,
  texts: 'security',
  schema: () => twoFactorPasswordSchema,
  alsoWrong: noPassword,
  run: ({ deps, visitor, account: { userId, email }, form }) =>
    drawKey(deps, visitor, { userId, email }, form),
  refusals: {
    wrong: field('password', 'twoFactor.wrong', 400),
    rate_limited: problem('tooMany', 429),
    already_on: problem('twoFactor.problems.already_on'),
  },
  failures,
  done: ({ result: { shown } }) => ({ more: { shown } }),
})

const on = formAction({
  allow: accountHolder,
  texts: 'security',
  schema: () => twoFactorSwitchOnSchema,
  run: ({ deps, visitor, account: { userId, email }, form }) =>
    switchOnTwoFactor(deps, visitor, { userId, email }, form),
  refusals: {
    wrong_code: ({ shown }, language) => ({
      ...field('code', 'twoFactor.problems.wrong_code', 400)(shown, language),
      more: { shown },
    }),
    draft_over: problem('twoFactor.problems.draft_over'),
    already_on: problem('twoFactor.problems.already_on'),
  },
  failures,
  done: ({ result: { recoveryCodes, cookies }, t }) => ({
    more: { recoveryCodes, done: t('twoFactor.switchedOn') },
    headers: withCookies(cookies),
  }),
})

const changeRefusals = {
  wrong: field('password', 'twoFactor.wrong', 400),
  rate_limited: problem('tooMany', 429),
  wrong_code: field('code', 'twoFactor.problems.wrong_code', 400),
  used_code: field('code', 'twoFactor.problems.used_code', 400),
  wrong_recovery_code: field('code', 'twoFactor.problems.wrong_recovery_code', 400),
  codes_limited: problem('twoFactor.problems.codes_limited', 429),
  not_on: problem('twoFactor.problems.not_on'),
}

const replace = formAction({
  allow: accountHolder,
  texts: 'security',
  schema: () => twoFactorChangeSchema,
  alsoWrong: noPassword,
  run: ({ deps, visitor, account: { userId, email }, form }) =>
    replaceRecoveryCodes(deps, visitor, { userId, email }, form),
  refusals: changeRefusals,
  failures,
  done: ({ result: { recoveryCodes }, t }) => ({
    more: { recoveryCodes, done: t('twoFactor.recovery.replaced') },
  }),
})

const off = formAction({
  allow: accountHolder,
  texts: 'security',
  schema: () => twoFactorChangeSchema,
  alsoWrong: noPassword,
  run: ({ deps, visitor, account: { userId, email }, form }) =>
    switchOffTwoFactor(deps, visitor, { userId, email }, form),
  refusals: changeRefusals,
  failures,
  done: ({ deps, account, t }) =>
    redirectWithToast(deps, above(account.isAdmin), {
      title: t('twoFactor.switchedOff'),
      text: t('twoFactor.switchedOffText'),
    }),
})

export const action = byIntent({ on, replace, off }, start)

export const clientAction = keepForm

export default function SettingsTwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('security.twoFactor')
  return (
    <>
      <SectionHeader title={t('title')} back={{ to: loaderData.above, label: t('back') }} />
      <div className="max-w-3xl pb-12">
        <Step page={loaderData} answer={actionData} />
      </div>
    </>
  )
}

type StepProps = {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function Step({ page: { email, hasPassword, inUse, passkeys, above: back }, answer }: StepProps) {
  const t = useTranslations('security.twoFactor')
  const root = useRouteLoaderData<{ operatorName: string }>('root')
  const more = answer?.more
  if (more && 'recoveryCodes' in more) {
    const operatorName = root?.operatorName ?? 'Openspot'
    return (
      <RecoveryCodes
        codes={more.recoveryCodes}
        done={more.done}
        email={email}
        operatorName={operatorName}
        next={back}
      />
    )
  }
  if (inUse) return <InUse email={email} inUse={inUse} answer={answer} />
  if (more && 'shown' in more) {
    const { key: code, ...shown } = more.shown
    return <KeySteps {...shown} code={code} answer={answer} />
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('text')}</p>
      <p className="text-muted">{t('intro')}</p>
      {passkeys > 0 && (
        <Banner
          tone="warn"
          title={t('passkeysStay', { count: passkeys })}
          action={
            <Link to={back} className="underline underline-offset-4">
              {t('passkeysLink')}
            </Link>
          }
        />
      )}
      {hasPassword ? <StartForm email={email} answer={answer} /> : <NoPassword email={email} />}
    </div>
  )
}

type InUseProps = {
  email: string
  inUse: { since: string; left: number }
  answer: StepProps['answer']
}

function InUse({ email, inUse: { since, left }, answer }: InUseProps) {
  const t = useTranslations('security.twoFactor')
  const intent = answer && textOf(answer.typed, 'intent')
  const answerTo = (name: string) => (intent === name ? answer : undefined)
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="good">{t('on')}</Badge> {t('since', { day: since })}
      </p>
      <p className="text-muted">{t('textOn')}</p>
      <p>
        {isShortOfRecoveryCodes(left) ? (
          <Badge tone="warn">{t('left', { count: left })}</Badge>
        ) : (
          t('left', { count: left })
        )}
      </p>
      <div className="border-b border-line">
        <ChangeForm change="replace" email={email} answer={answerTo('replace')} />
        <ChangeForm change="off" email={email} answer={answerTo('off')} />
      </div>
      <p className="text-muted">
        {t.rich('lost', {
          contact: (words) => (
            <Link to="/contact" className="text-ink underline underline-offset-4">
              {words}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}
