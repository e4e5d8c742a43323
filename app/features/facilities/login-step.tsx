import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { PersonName, TypedFields } from '#app/features/booking/contact-fields.tsx'
import {
  TelegramForOwner,
  TelegramLink,
  TelegramPerson,
} from '#app/features/booking/telegram-fields.tsx'
import type { FormShown } from '#app/features/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { LoginMode, SlotOffer } from './wizard.ts'

type LoginStepProps = {
  offer: Pick<SlotOffer, 'account' | 'google' | 'telegram' | 'nonce'>
  /** where a login with Telegram comes back to */
  path: string
  mode: LoginMode
  needsCode: boolean
  value: (name: string) => string
  form: FormShown
}

/** Who books: a name and one contact, as for a class. Below it, the ways to say so without typing. */
export function LoginStep(props: LoginStepProps) {
  const { offer, path, mode, needsCode, value, form } = props
  const t = useTranslations('facilities.login')
  const { telegram, account } = offer
  if (needsCode) return <CodeFields form={form} />
  if (mode === 'login')
    return (
      <>
        <AccountFields value={value} form={form} />
        <OtherMode mode="signUp" />
      </>
    )
  const person = telegram?.person
  return (
    <>
      {telegram?.ownerSees && <TelegramForOwner {...telegram.ownerSees} />}
      {person ? (
        <>
          <TelegramPerson telegram={telegram} person={person} path={path} />
          <PersonName form={form} name={person.name} />
        </>
      ) : (
        <>
          {account && <p className="text-muted">{t('signedIn', { email: account.contact })}</p>}
          <TypedFields offer={offer} form={form} />
        </>
      )}
      <Next intent="signUp" form={form} />
      {!person && (
        <div className="flex flex-wrap justify-center gap-2 border-t border-line pt-4">
          {offer.google && !account && (
            <Button variant="secondary" size="small" name="intent" value="google" formNoValidate>
              {t('google')}
            </Button>
          )}
          {telegram && <TelegramLink telegram={telegram} path={path} size="small" wide={false} />}
          {!account && <OtherMode mode="login" />}
        </div>
      )}
    </>
  )
}

function OtherMode({ mode }: { mode: LoginMode }) {
  const t = useTranslations('facilities.login')
  return (
    <Button variant="quiet" size="small" name="intent" value={`mode-${mode}`} formNoValidate>
      {t(mode)}
    </Button>
  )
}

function AccountFields({ value, form }: Pick<LoginStepProps, 'value' | 'form'>) {
  const t = useTranslations('facilities.login')
  return (
    <>
      <TextField
        {...form.field('email')}
        label={t('email')}
        type="email"
        autoComplete="username"
        maxLength={254}
        dir="ltr"
        required
        defaultValue={value('email')}
      />
      <div className="grid gap-1">
        <TextField
          {...form.field('password')}
          label={t('password')}
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          dir="ltr"
          required
        />
        <Link
          to="/forgot-password"
          className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          {t('forgot')}
        </Link>
      </div>
      <Next intent="login" form={form} />
    </>
  )
}

function CodeFields({ form }: { form: FormShown }) {
  const t = useTranslations('facilities.login')
  return (
    <>
      <p>{t('codeText')}</p>
      <TextField
        {...form.field('code')}
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        dir="ltr"
      />
      <TextField
        {...form.field('recoveryCode')}
        label={t('recoveryCode')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        dir="ltr"
      />
      <Next intent="code" form={form} />
    </>
  )
}

type NextProps = { intent: 'login' | 'signUp' | 'code'; form: FormShown }

function Next({ intent, form }: NextProps) {
  const t = useTranslations('facilities')
  const labels = {
    login: t('login.loginButton'),
    signUp: t('steps.next'),
    code: t('login.codeButton'),
  }
  return (
    <Button
      name="intent"
      value={intent}
      wide
      size="large"
      pending={form.busy}
      pendingLabel={t('steps.busy')}
    >
      {labels[intent]}
    </Button>
  )
}
