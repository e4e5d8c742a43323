import { useTranslations } from 'use-intl'
import type { FormShown } from '#app/features/forms/use-form.ts'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import type { OpenSession } from '#app/features/sessions/session-choice.tsx'
import { FactRow } from '#app/features/managed-booking/fact-row.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { useAmount } from './facility-facts.tsx'
import type { Extra, FacilityShown } from './wizard.ts'

type Chosen = {
  of: FacilityShown
  slot: OpenSession
  people: string
  extras: readonly (Extra & { amountMinor: number })[]
  totalMinor: number
}

/** What is owed, and how it is paid. Nothing is charged. */
export function PaymentStep({ of, extras, totalMinor }: Chosen) {
  const t = useTranslations('facilities')
  const amount = useAmount()
  return (
    <>
      <dl className="grid gap-2">
        <Line name={of.title} amount={amount(of.priceMinor, of.currency)} />
        {extras.map(({ id, name, amountMinor }) => (
          <Line key={id} name={name} amount={amount(amountMinor, of.currency)} />
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
          <dt>{t('payment.owed')}</dt>
          <dd suppressHydrationWarning>{amount(totalMinor, of.currency)}</dd>
        </div>
      </dl>
      <p className="text-muted wrap-anywhere">{t('payment.how', { name: of.business })}</p>
    </>
  )
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere">
        <bdi>{name}</bdi>
      </dt>
      <dd className="shrink-0" suppressHydrationWarning>
        {amount}
      </dd>
    </div>
  )
}

type ConfirmStepProps = Chosen & {
  value: (name: string) => string
  contact: readonly string[]
  form: FormShown
}

/** Everything once more. The button below takes the slot. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { of, slot, people, extras, totalMinor, value, contact, form } = props
  const t = useTranslations('facilities')
  const amount = useAmount()
  return (
    <>
      <dl className="grid gap-3">
        <FactRow name={t('confirm.what')}>
          <bdi>{of.title}</bdi>
        </FactRow>
        <FactRow name={t('confirm.when')}>
          <SessionTime
            startsAt={slot.startsAt}
            endsAt={slot.endsAt}
            zone={slot.timeZone}
            day
            zoneBeside
          />
        </FactRow>
        {of.location && (
          <FactRow name={t('confirm.where')}>
            <bdi>{of.location}</bdi>
          </FactRow>
        )}
        <FactRow name={t('confirm.people')}>{t('people', { n: Number(people) || 1 })}</FactRow>
        {extras.length > 0 && (
          <FactRow name={t('confirm.extras')}>
            <ul>
              {extras.map(({ id, name, amountMinor }) => (
                <li key={id} className="flex justify-between gap-4">
                  <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                  <span className="shrink-0 text-muted" suppressHydrationWarning>
                    {amount(amountMinor, of.currency)}
                  </span>
                </li>
              ))}
            </ul>
          </FactRow>
        )}
        <FactRow name={t('confirm.who')}>
          <bdi className="wrap-anywhere">{`${value('firstName')} ${value('lastName')}`}</bdi>
        </FactRow>
        <FactRow name={t('confirm.contact')}>
          {contact.map((one) => (
            <bdi key={one} className="block wrap-anywhere">
              {one}
            </bdi>
          ))}
        </FactRow>
        <FactRow name={t('confirm.total')}>
          <strong suppressHydrationWarning>{amount(totalMinor, of.currency)}</strong>
        </FactRow>
      </dl>
      <p className="text-sm text-muted">
        {of.confirmedBy ? t('confirm.manual', { name: of.confirmedBy }) : t('confirm.held')}
      </p>
      {of.condition !== null && (
        <CheckboxField
          {...form.field('accepted')}
          value={of.condition}
          label={of.condition}
          required
          defaultChecked={value('accepted') === of.condition}
        />
      )}
    </>
  )
}
