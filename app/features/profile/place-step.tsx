import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ZoneField } from '#app/features/accounts/zone-field.tsx'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import type { Choice, ZoneChoice } from '#app/locale/places.ts'
import { currentZone } from '#app/locale/zone-names.ts'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive, useReaderZone } from '#app/ui/use-browser.ts'
import { contactChoices, currencyFor } from '#core/vendors/rules.ts'
import { socialNetworks } from '#core/shared/social-networks.ts'
import { areUsed, LinkFields } from './about-fields.tsx'

export type PlaceChoices = {
  first: { country: string; language: string }
  signInAddress: string
  countries: readonly Choice[]
  currencies: readonly Choice[]
  zones: readonly ZoneChoice[]
  /** whether calendars can be connected here */
  hasCalendar: boolean
}

type PlaceStepProps = PlaceChoices & {
  fields: Readonly<Record<string, string>>
  /** what stands in them now */
  typed: Readonly<Record<string, string>>
  errors: FieldsShown
}

const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'ru', label: 'Русский' },
]

/** Where they work, how they are reached and found, and what the browser guesses about their region. */
export function PlaceStep(props: PlaceStepProps) {
  const { fields, typed, errors, signInAddress, hasCalendar, ...choices } = props
  const t = useTranslations('account.onboarding')
  const p = useTranslations('profile')
  const g = useTranslations('googleCalendar.wizard')
  const value = (name: string) => fields[name] ?? ''
  const optional = ['serviceAreas', 'contactTelegram', 'website', ...socialNetworks]
  return (
    <>
      <TextField
        {...errors.field('location')}
        required
        label={t('location')}
        description={t('locationHelp')}
        autoComplete="address-level2"
        maxLength={160}
        defaultValue={value('location')}
      />
      <RadioCards
        id={errors.field('contact').id}
        legend={t('contact')}
        description={t('contactHelp')}
        name="contact"
        required
        defaultValue={value('contact')}
        errors={errors.of('contact')}
        options={contactChoices.map((choice) => ({
          value: choice,
          title: t(`contacts.${choice}`),
          text: t(`contactTexts.${choice}`, { email: signInAddress }),
        }))}
      />
      <div data-if-chosen="other">
        <TextField
          {...errors.field('contactEmail')}
          label={t('contactEmail')}
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={value('contactEmail')}
        />
      </div>
      <RegionFields fields={fields} typed={typed} errors={errors} {...choices} />
      {hasCalendar && (
        <CheckboxField
          {...errors.field('googleCalendar')}
          label={g('calendar')}
          description={g('calendarText')}
          defaultChecked={fields['googleCalendar'] === 'on'}
          className="border-t border-line pt-2"
        />
      )}
      <TelegramFields fields={fields} errors={errors} />
      <Disclosure title={p('more')} open={areUsed(optional, { fields, errors })}>
        <TextField
          {...errors.field('serviceAreas')}
          label={p('serviceAreas')}
          description={p('serviceAreasHelp')}
          maxLength={200}
          defaultValue={value('serviceAreas')}
        />
        <TextField
          {...errors.field('contactTelegram')}
          label={p('telegram')}
          description={p('telegramHelp')}
          autoCapitalize="none"
          spellCheck={false}
          before="@"
          maxLength={80}
          defaultValue={value('contactTelegram')}
        />
        <LinkFields fields={fields} errors={errors} />
      </Disclosure>
    </>
  )
}

/** What to connect after the setup. The name of a bot is all that can be typed before. */
function TelegramFields({ fields, errors }: Pick<PlaceStepProps, 'fields' | 'errors'>) {
  const p = useTranslations('profile')
  return (
    <div className="grid gap-3 border-t border-line pt-2">
      <CheckboxField
        {...errors.field('telegramBot')}
        label={p('telegramBot')}
        description={p('telegramBotHelp')}
        defaultChecked={fields['telegramBot'] === 'on'}
      />
      <div data-if-chosen="telegram">
        <TextField
          {...errors.field('telegramBotUsername')}
          label={p('telegramBotUsername')}
          description={p('telegramBotUsernameHelp')}
          autoCapitalize="none"
          spellCheck={false}
          before="@"
          maxLength={80}
          defaultValue={fields['telegramBotUsername'] ?? ''}
        />
      </div>
    </div>
  )
}

const regionNames = ['country', 'timeZone', 'currency', 'language']

/** 'America/New_York' is read as 'New York'. */
const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Country, clock, money and language: guessed, on one line until something is to be changed. */
function RegionFields({
  fields,
  typed,
  errors,
  first,
  countries,
  currencies,
  zones,
}: Omit<PlaceStepProps, 'signInAddress' | 'hasCalendar'>) {
  const t = useTranslations('account.onboarding')
  const p = useTranslations('profile.steps')
  const value = (name: string) => fields[name] ?? ''
  const field = (name: string) => ({ ...errors.field(name), required: true })
  const [currency, setCurrency] = useState(value('currency') || null)
  const [chosen, setCountry] = useState(value('country') || null)
  const countryOfClock = useReaderCountry(zones)
  const country = chosen ?? (countryOfClock || first.country)
  const isLive = useLive()
  // Folding what came open would move the page under a finger.
  const [cameOpen] = useState(!isLive)
  const shown = [
    countries.find(({ value }) => value === country)?.label,
    typed['timeZone'] && p('clock', { city: cityOf(typed['timeZone']) }),
    currency ?? currencyFor(country),
    languages.find(({ value }) => value === typed['language'])?.label,
  ].filter(Boolean)
  const isWrong = regionNames.some((name) => errors.of(name) !== undefined)
  return (
    <Fieldset id="region" legend={p('settings')}>
      <details open={cameOpen || isWrong || shown.length < regionNames.length}>
        <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3 [&::-webkit-details-marker]:hidden">
          {shown.join(' · ')} <span className="underline underline-offset-4">{p('change')}</span>
        </summary>
        <div className="grid items-start gap-5 pt-2 sm:grid-cols-2">
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
            options={languages}
            defaultValue={value('language') || first.language}
          />
        </div>
      </details>
    </Fieldset>
  )
}

/** Where the reader's clock is; their language says less of it. Empty while only the server has spoken. */
function useReaderCountry(zones: readonly ZoneChoice[]): string {
  const reader = useReaderZone()
  const own = reader && currentZone(reader)
  return zones.find(({ value }) => value === own)?.country ?? ''
}
