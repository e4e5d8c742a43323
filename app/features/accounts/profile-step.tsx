import { useState } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import type { Choice, ZoneChoice } from '#app/locale/places.ts'
import { currentZone } from '#app/locale/zone-names.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useReaderZone } from '#app/ui/use-browser.ts'
import { contactChoices, currencyFor, suggestUsername } from '#core/vendors/rules.ts'
import { AuthPage } from './auth-page.tsx'
import { signingOut } from './signed-out.ts'
import { UsernameField } from './username-field.tsx'
import { ZoneField } from './zone-field.tsx'

type ProfileStepProps = {
  origin: string
  first: { country: string; language: string }
  signInAddress: string
  countries: readonly Choice[]
  currencies: readonly Choice[]
  zones: readonly ZoneChoice[]
  answer: AnyFormAnswer
}

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'ru', label: 'Русский' },
]

/** The details a vendor needs before its page can be public; asked once, after the first sign-in. */
export function ProfileStep({
  origin,
  first,
  signInAddress,
  countries,
  currencies,
  zones,
  answer,
}: ProfileStepProps) {
  const t = useTranslations('account.onboarding')
  const labels = {
    fullName: t('fullName'),
    businessName: t('businessName'),
    username: t('username'),
    location: t('location'),
    country: t('country'),
    timeZone: t('timeZone'),
    currency: t('currency'),
    language: t('language'),
    contact: t('contact'),
    contactEmail: t('contactEmail'),
  }
  const form = useForm(answer, { labels })
  const value = (name: string) => form.fields[name] ?? ''
  const field = (name: string) => ({ ...form.field(name), required: true })
  const [names, setNames] = useState({ full: value('fullName'), business: value('businessName') })
  const [currency, setCurrency] = useState(value('currency') || null)
  const [chosen, setCountry] = useState(value('country') || null)
  const countryOfClock = useReaderCountry(zones)
  const country = chosen ?? (countryOfClock || first.country)

  return (
    <AuthPage title={t('title')} text={t('text')} leave={<SignOutLink />}>
      <Form method="post" noValidate className="grid gap-5">
        <FormSummary form={form} />
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
        <RadioCards
          id={form.field('contact').id}
          legend={t('contact')}
          description={t('contactHelp')}
          name="contact"
          required
          defaultValue={value('contact')}
          errors={form.of('contact')}
          options={contactChoices.map((choice) => ({
            value: choice,
            title: t(`contacts.${choice}`),
            text: t(`contactTexts.${choice}`, { email: signInAddress }),
          }))}
        />
        <div data-if-chosen="other">
          <TextField
            {...form.field('contactEmail')}
            label={t('contactEmail')}
            type="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={value('contactEmail')}
          />
        </div>
        <Button wide size="large" pending={form.busy} pendingLabel={t('pending')}>
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
    <LinkButton to="/signout" state={signingOut} variant="quiet" size="small">
      {t('button')}
    </LinkButton>
  )
}
