import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import {
  TelegramForOwner,
  TelegramLogin,
  TelegramPerson,
} from '#app/features/booking/telegram-fields.tsx'
import { forgetCustomer } from '#app/features/booking/remembered.ts'
import type { FormShown } from '#app/features/forms/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { tabClasses } from '#app/ui/tab-classes.ts'
import { TextField } from '#app/ui/text-field.tsx'
import type { LoginMode, SlotOffer } from './wizard.ts'

type LoginStepProps = {
  offer: Pick<SlotOffer, 'account' | 'google' | 'telegram'>
  /** where a login with Telegram comes back to */
  path: string
  mode: LoginMode
  needsCode: boolean
  /** the names and the email are of the last booking on this device */
  isRemembered: boolean
  value: (name: string) => string
  form: FormShown
}

/** Who books: an account, somebody on Telegram, a name with an email, or only the phone number of the next step. */
export function LoginStep(props: LoginStepProps) {
  const { offer, path, mode, needsCode, isRemembered, value, form } = props
  const t = useTranslations('facilities.login')
  const b = useTranslations('booking.form')
  const { telegram } = offer
  if (needsCode) return <CodeFields form={form} />
  return (
    <>
      {offer.account && (
        <div className="grid gap-2">
          <p className="wrap-anywhere">{t('signedIn', { email: offer.account.email })}</p>
          <Next intent="account" form={form} />
        </div>
      )}
      {telegram?.ownerSees && <TelegramForOwner {...telegram.ownerSees} />}
      {telegram?.person && (
        <div className="grid gap-2">
          <TelegramPerson telegram={telegram} person={telegram.person} path={path} />
          <Next intent="telegram" form={form} />
        </div>
      )}
      {offer.google && !offer.account && (
        <Button variant="secondary" wide name="intent" value="google" formNoValidate>
          {t('google')}
        </Button>
      )}
      {telegram?.person === null && <TelegramLogin telegram={telegram} path={path} />}
      <fieldset className="flex border-b border-line">
        <legend className="sr-only">{t('modes')}</legend>
        {(['login', 'signUp'] as const).map((one) => (
          <button
            key={one}
            name="intent"
            value={`mode-${one}`}
            formNoValidate
            aria-pressed={one === mode}
            className={cx(
              tabClasses,
              'flex-1 justify-center',
              one === mode && 'border-accent! text-ink!',
            )}
          >
            {t(one)}
          </button>
        ))}
      </fieldset>
      {mode === 'login' ? (
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
          <input type="hidden" name="who" value="account" />
          <Next intent="login" form={form} />
        </>
      ) : (
        <>
          <p className="text-muted">{t('signUpText')}</p>
          {isRemembered && (
            <Button
              type="button"
              variant="quiet"
              size="small"
              className="-my-3 justify-self-end"
              onClick={({ currentTarget }) => forgetFields(currentTarget.form)}
            >
              {b('notYou')}
            </Button>
          )}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <NameField name="firstName" value={value('firstName')} form={form} />
            <NameField name="lastName" value={value('lastName')} form={form} />
          </div>
          <TextField
            {...form.field('email')}
            label={t('email')}
            type="email"
            autoComplete="email"
            maxLength={254}
            dir="ltr"
            required
            defaultValue={value('email')}
          />
          <input type="hidden" name="who" value="signUp" />
          <Next intent="signUp" form={form} />
        </>
      )}
      <div className="grid gap-1">
        <Button variant="quiet" wide name="intent" value="guest" formNoValidate>
          {t('guest')}
        </Button>
        <p className="text-center text-sm text-muted">{t('guestText')}</p>
      </div>
    </>
  )
}

function forgetFields(form: HTMLFormElement | null) {
  forgetCustomer()
  for (const name of ['firstName', 'lastName', 'email', 'phone']) {
    const input = form?.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.value = ''
  }
}

const labels = { login: 'loginButton', signUp: 'signUpButton' } as const

type NextProps = { intent: 'login' | 'signUp' | 'account' | 'telegram'; form: FormShown }

function Next({ intent, form }: NextProps) {
  const t = useTranslations('facilities')
  return (
    <Button
      name="intent"
      value={intent}
      wide
      size="large"
      pending={form.busy}
      pendingLabel={t('steps.busy')}
    >
      {intent === 'login' || intent === 'signUp' ? t(`login.${labels[intent]}`) : t('steps.next')}
    </Button>
  )
}

function CodeFields({ form }: { form: FormShown }) {
  const t = useTranslations('facilities')
  return (
    <>
      <p>{t('login.codeText')}</p>
      <TextField
        {...form.field('code')}
        label={t('login.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        dir="ltr"
      />
      <TextField
        {...form.field('recoveryCode')}
        label={t('login.recoveryCode')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        dir="ltr"
      />
      <input type="hidden" name="who" value="account" />
      <Button
        name="intent"
        value="code"
        wide
        size="large"
        pending={form.busy}
        pendingLabel={t('steps.busy')}
      >
        {t('login.codeButton')}
      </Button>
    </>
  )
}

type NameFieldProps = { name: 'firstName' | 'lastName'; value: string; form: FormShown }

export function NameField({ name, value, form }: NameFieldProps) {
  const t = useTranslations('facilities.details')
  return (
    <TextField
      {...form.field(name)}
      label={t(name)}
      autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
      maxLength={60}
      required
      defaultValue={value}
    />
  )
}
