import { useTranslations } from 'use-intl'
import { PayChoice, PayText, payWayShown } from '#app/features/booking/pay-fields.tsx'
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
  /** where it is paid, if there is a choice */
  pay: string
  onPay: (pay: string) => void
}

/** What the step “Payment” says, which nobody has to press through while nothing is charged. */
function Payment({ of, extras, totalMinor, pay, onPay }: Chosen) {
  const t = useTranslations('facilities')
  const amount = useAmount()
  if (totalMinor === 0) return null
  const way = payWayShown(of, totalMinor)
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h4 className="text-base">{t('payment.title')}</h4>
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
      {way === 'choice' ? (
        <PayChoice business={of.business} chosen={pay} onSelect={onPay} />
      ) : (
        <p className="text-sm text-muted wrap-anywhere">
          {way === 'studio' ? (
            t('payment.how', { name: of.business })
          ) : (
            <PayText {...of} way={way} />
          )}
        </p>
      )}
    </section>
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
  name: string
  /** what the owner asks besides */
  details: readonly { name: string; text: string }[]
  accepted: string
  contact: readonly string[]
  form: FormShown
}

/** Everything once more. The button below takes the slot. */
export function ConfirmStep(props: ConfirmStepProps) {
  const {
    of,
    slot,
    people,
    extras,
    totalMinor,
    name: who,
    details,
    accepted,
    contact,
    form,
  } = props
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
            <bdi className="wrap-anywhere">{extras.map(({ name }) => name).join(', ')}</bdi>
          </FactRow>
        )}
        <FactRow name={t('confirm.who')}>
          <bdi className="wrap-anywhere">{who}</bdi>
        </FactRow>
        {details.map(({ name, text }) => (
          <FactRow key={name} name={name}>
            {text}
          </FactRow>
        ))}
        <FactRow name={t('confirm.contact')}>
          {contact.map((one) => (
            <bdi key={one} className="block wrap-anywhere">
              {one}
            </bdi>
          ))}
        </FactRow>
        {totalMinor === 0 && (
          <FactRow name={t('confirm.total')}>
            <strong suppressHydrationWarning>{amount(totalMinor, of.currency)}</strong>
          </FactRow>
        )}
      </dl>
      <Payment {...props} />
      {of.confirmedBy === null && <p className="text-sm text-muted">{t('confirm.held')}</p>}
      {of.condition !== null && (
        <CheckboxField
          {...form.field('accepted')}
          value={of.condition}
          label={of.condition}
          required
          defaultChecked={accepted === of.condition}
        />
      )}
    </>
  )
}
