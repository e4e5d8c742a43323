import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#app/features/site/use-error-text.ts'
import type { Choice, ZoneChoice } from '#app/locale/places.ts'
import { currentZone } from '#app/locale/zone-names.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useReaderZone } from '#app/ui/use-browser.ts'
import { currencyFor, suggestUsername } from '#core/vendors/rules.ts'
import { AuthPage } from './auth-page.tsx'
import { FormAnswer } from './form-answer.tsx'
import { errorsIn, type FormAnswered, valueIn } from './form-values.ts'
import { UsernameField } from './username-field.tsx'
import { ZoneField } from './zone-field.tsx'

type ProfileStepProps = {
  origin: string
  first: { country: string; language: string }
  countries: readonly Choice[]
  currencies: readonly Choice[]
  zones: readonly ZoneChoice[]
  answer: FormAnswered | undefined
}

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'ru', label: 'Русский' },
]

const fields = [
  'fullName',
  'businessName',
  'location',
  'country',
  'timeZone',
  'currency',
  'language',
  'username',
]

/** What a page needs before it can be public; asked once, after the first sign-in. */
export function ProfileStep({
  origin,
  first,
  countries,
  currencies,
  zones,
  answer,
}: ProfileStepProps) {
  const t = useTranslations('account.onboarding')
  const s = useTranslations('shared')
  const busy = useNavigation().state !== 'idle'
  const value = (name: string) => valueIn(answer, name)
  const [names, setNames] = useState({ full: value('fullName'), business: value('businessName') })
  const [currency, setCurrency] = useState(value('currency') || null)
  const [chosen, setCountry] = useState(value('country') || null)
  const countryOfClock = useReaderCountry(zones)
  const country = chosen ?? (countryOfClock || first.country)
  const sentence = useErrorText()
  const errors = (name: string) => errorsIn(answer, name)?.map(sentence)
  const problems = fields.flatMap((id) => (errors(id) ?? []).map((text) => ({ id, text })))
  const field = (name: string) => ({ id: name, name, errors: errors(name), required: true })

  return (
    <AuthPage title={t('title')} text={t('text')} leave={<SignOutLink />}>
      <Form method="post" className="grid gap-5">
        {problems.length > 0 && <FormProblem title={s('formProblem')} problems={problems} />}
        <FormAnswer
          title={t('failed')}
          answer={answer}
          problem={answer && 'reason' in answer ? { text: t('failedText') } : undefined}
        />
        <TextField
          {...field('fullName')}
          label={t('fullName')}
          autoComplete="name"
          maxLength={120}
          defaultValue={value('fullName')}
          onChange={({ target }) => setNames({ ...names, full: target.value })}
        />
        <TextField
          {...field('businessName')}
          label={t('businessName')}
          description={t('businessHelp')}
          autoComplete="organization"
          maxLength={120}
          defaultValue={value('businessName')}
          onChange={({ target }) => setNames({ ...names, business: target.value })}
        />
        <UsernameField
          {...field('username')}
          origin={origin}
          typed={value('username')}
          suggestion={suggestUsername(names.business || names.full)}
        />
        <TextField
          {...field('location')}
          label={t('location')}
          description={t('locationHelp')}
          autoComplete="address-level2"
          maxLength={160}
          defaultValue={value('location')}
        />
        <SelectField
          {...field('country')}
          label={t('country')}
          placeholder={t('choose')}
          autoComplete="country"
          options={countries}
          value={country}
          onChange={({ target }) => setCountry(target.value)}
        />
        <ZoneField
          {...field('timeZone')}
          label={t('timeZone')}
          description={t('timeZoneHelp')}
          placeholder={t('choose')}
          zones={zones}
          typed={value('timeZone')}
        />
        <SelectField
          {...field('currency')}
          label={t('currency')}
          options={currencies}
          value={currency ?? currencyFor(country)}
          onChange={({ target }) => setCurrency(target.value)}
        />
        <SelectField
          {...field('language')}
          label={t('language')}
          description={t('languageHelp')}
          options={languages}
          defaultValue={value('language') || first.language}
        />
        <Button wide size="large" pending={busy} pendingLabel={t('pending')}>
          {t('button')}
        </Button>
      </Form>
    </AuthPage>
  )
}

/** Where the reader's clock is; their language says less of it. Empty while only the server has spoken. */
function useReaderCountry(zones: ProfileStepProps['zones']): string {
  const reader = useReaderZone()
  const own = reader && currentZone(reader)
  return zones.find(({ value }) => value === own)?.country ?? ''
}

function SignOutLink() {
  const t = useTranslations('account.signOut')
  return (
    <LinkButton to="/signout" variant="quiet" size="small">
      {t('button')}
    </LinkButton>
  )
}
