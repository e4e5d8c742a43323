import { useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Agreement } from '#app/features/forms/agreement.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownCurrency, ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { Seen } from '#app/features/sessions/seen.tsx'
import { type FormShown, useForm } from '#app/features/forms/use-form.ts'
import { dayText, type Start, useDayTime } from '#app/features/workspace/day-text.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import type { FormAnswer } from '#app/http/form-answer.ts'
import { Banner } from '#app/ui/banner.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import {
  type BookingStatus,
  bookingStatuses,
  settableStatuses,
} from '#core/bookings/rules/status.ts'
import { extraPricesText } from '#core/bookings/rules/party.ts'
import { genders, isFull } from '#core/classes/rules.ts'
import type { listMoveTargets } from '#core/bookings/queries/own-bookings.ts'
import { type EditableParty, PartyFields } from './party-fields.tsx'

type Target = Awaited<ReturnType<typeof listMoveTargets>>[number]

type EditFormProps = {
  fields: Record<string, string>
  version: string
  /** the list it was opened from */
  list: string
  status: BookingStatus
  sessionId: string
  /** null in a class */
  party: EditableParty | null
  /** null: they could not be read */
  targets: readonly Target[] | null
  currency: string
  price: string
  asksForMoney: boolean
  /** where to give back what was paid by card; null: nothing can go back */
  refund: string | null
  /** the price as it is typed */
  fullAmount: string
  answer: FormAnswer<AddressAsked | null> | undefined
}

/** What is asked about another address. */
export type AddressAsked = {
  /** the other purchases with the old one */
  purchases: (Start & { id: string; name: string; title: string })[]
  /** the customer who already has the new one */
  owner: string | null
  agreement: string
}

const payments = ['pending', 'paid', 'failed', 'refunded'] as const

export function EditForm({
  fields,
  version,
  list,
  status,
  sessionId,
  party,
  targets,
  currency,
  price,
  asksForMoney,
  refund,
  fullAmount,
  answer,
}: EditFormProps) {
  const amount = useRef<HTMLInputElement>(null)
  const t = useTranslations('vendorBookings')
  const own = useTranslations('vendorBookings')
  const s = useTranslations('shared')
  const dayTime = useDayTime()
  const labels = {
    customerName: t('edit.customerName'),
    customerEmail: t('edit.customerEmail'),
    customerPhone: t('edit.customerPhone'),
    sessionId: t('edit.session'),
    people: t('add.people'),
    customerGender: t('edit.gender'),
    customerBirthDate: t('edit.birthDate'),
    extra: t('add.extras'),
    status: t('edit.status'),
    paymentStatus: t('edit.paymentStatus'),
    amountPaid: t('edit.amountPaid'),
    notes: t('edit.notes'),
  }
  const shows = {
    sessionId: (id: string) => {
      const target = targets?.find((one) => one.id === id)
      return target ? dayTime(target) : t('edit.otherSession')
    },
    status: (value: string) => {
      const known = bookingStatuses.find((one) => one === value)
      return known ? t(`list.status.${known}`) : value
    },
    paymentStatus: (value: string) => {
      const known = payments.find((one) => one === value)
      return known ? t(`list.payment.${known}`) : value
    },
    extra: (ids: string) =>
      ids
        .split(',')
        .map((id) => party?.extras.find((extra) => extra.id === id)?.name ?? id)
        .join(', '),
    customerGender: (value: string) => {
      const known = genders.find((one) => one === value)
      return known ? t(`party.genders.${known}`) : value
    },
  }
  const form = useForm(answer, { labels, values: fields, shows })
  const { fields: values, busy } = form
  const Session = useLive() && party !== null ? SlotField : SessionField
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <ShownVersion version={version} answer={answer} />
      <ShownCurrency currency={currency} />
      <FormSummary form={form} />
      <AddressQuestion answer={answer} name={fields['customerName']} pending={busy} />
      <TextField
        {...form.text('customerName')}
        label={t('edit.customerName')}
        required
        maxLength={120}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...form.text('customerEmail')}
          label={t('edit.customerEmail')}
          type="email"
          maxLength={254}
          dir="ltr"
        />
        <TextField
          {...form.text('customerPhone')}
          label={t('edit.customerPhone')}
          type="tel"
          maxLength={40}
          dir="ltr"
        />
      </div>
      {targets ? (
        <>
          <Seen
            of={{ sessions: targets, ...(party && { extras: extraPricesText(party.offered) }) }}
          />
          <Session form={form} targets={targets} current={sessionId} value={values['sessionId']} />
        </>
      ) : (
        <>
          <input type="hidden" name="sessionId" value={sessionId} />
          <Banner tone="bad" title={t('edit.noTargets')} />
        </>
      )}
      {party && <PartyFields {...{ form, party, currency, answer }} targets={targets ?? []} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          {...form.text('status')}
          label={t('edit.status')}
          options={statusesFor(status).map((value) => ({
            value,
            label: t(`list.status.${value}`),
          }))}
        />
        <SelectField
          {...form.text('paymentStatus')}
          label={t('edit.paymentStatus')}
          onChange={({ target }) => {
            const field = amount.current
            if (target.value === 'paid' && field && field.value === field.defaultValue)
              field.value = fullAmount
          }}
          options={payments.map((value) => ({ value, label: t(`list.payment.${value}`) }))}
        />
      </div>
      <TextField
        ref={amount}
        {...form.text('amountPaid')}
        label={t('edit.amountPaid')}
        description={[
          t('edit.amountText', { price }),
          ...(asksForMoney ? [t('edit.amountWaives')] : []),
        ].join(' ')}
        inputMode="decimal"
        maxLength={20}
        after={currency}
        className="max-w-sm"
      />
      {refund !== null && (
        <Link
          to={refund}
          className="-mt-4 inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          {t('refund.open')}
        </Link>
      )}
      <TextArea
        {...form.text('notes')}
        label={t('edit.notes')}
        note={s('optional')}
        maxLength={2000}
      />
      <div className="flex flex-wrap gap-3">
        <Button pending={busy} pendingLabel={t('edit.pending')}>
          {t('edit.button')}
        </Button>
        <LinkButton variant="secondary" to={list}>
          {own('cancel')}
        </LinkButton>
      </div>
    </Form>
  )
}

/** Its button agrees to exactly what it names; the boxes choose which other purchases are corrected too. */
function AddressQuestion({
  answer,
  name,
  pending,
}: Pick<EditFormProps, 'answer'> & { name: string | undefined; pending: boolean }) {
  const t = useTranslations('vendorBookings.address')
  const dayTime = useDayTime()
  if (!answer?.more) return null
  const { purchases, owner, agreement } = answer.more
  const count = purchases.length
  return (
    <Agreement
      answer={answer}
      title={owner === null ? t('moreTitle', { count }) : t('takenTitle', { name: owner })}
      text={owner === null ? t('moreText') : t('takenText', { name: owner })}
      agreement={agreement}
      button={t('button')}
      pending={pending}
    >
      {count > 0 && (
        <fieldset>
          <legend>{t('which')}</legend>
          {purchases.map((one) => (
            <CheckboxField
              key={one.id}
              id={`also-${one.id}`}
              name="also"
              value={one.id}
              defaultChecked={one.name.toLowerCase() === name?.toLowerCase()}
              label={[one.name, one.title, one.title && dayTime(one)].filter(Boolean).join(' · ')}
            />
          ))}
        </fieldset>
      )}
    </Agreement>
  )
}

/** What can be chosen, and what the booking has when nobody sets that by hand. */
function statusesFor(status: BookingStatus): readonly BookingStatus[] {
  return settableStatuses.some((settable) => settable === status)
    ? settableStatuses
    : [status, ...settableStatuses]
}

type SessionFieldProps = {
  form: FormShown
  targets: readonly Target[]
  current: string
  value: string | undefined
}

function SessionField({ form, targets, current, value }: SessionFieldProps) {
  const t = useTranslations('vendorBookings.edit')
  const dayTime = useDayTime()
  const options = targets.map((target) => {
    const left = target.maxStudents - target.currentStudents
    const when = dayTime(target)
    return {
      value: target.id,
      label: left > 0 ? t('sessionFree', { when, left }) : t('sessionFull', { when }),
      disabled: left <= 0 && target.id !== current,
    }
  })
  return (
    <SelectField
      {...form.field('sessionId')}
      label={t('session')}
      defaultValue={value}
      options={options}
      otherLabel={t('otherSession')}
    />
  )
}

/** The slot of a court: first its day, then what is free on it. Without a script it is one list. */
function SlotField({ form, targets, current, value }: SessionFieldProps) {
  const t = useTranslations('vendorBookings.edit')
  const language = useLocale()
  const clock = useClock()
  const [chosen, setChosen] = useState(value)
  const dayOf = (id: string | undefined) => targets.find((one) => one.id === id)?.date
  const [day, setDay] = useState(dayOf(value) ?? targets[0]?.date ?? '')
  const days = [...new Set(targets.map(({ date }) => date))]
  const ofDay = targets.filter((one) => one.date === day && (!isFull(one) || one.id === current))
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={t('day')}
        name="day"
        value={day}
        onChange={({ target }) => {
          setDay(target.value)
          setChosen(dayOf(value) === target.value ? value : '')
        }}
        options={days.map((date) => ({ value: date, label: dayText(date, language) }))}
      />
      <SelectField
        {...form.field('sessionId')}
        label={t('time')}
        value={chosen}
        required
        onChange={({ target }) => setChosen(target.value)}
        placeholder={ofDay.length > 0 ? t('chooseTime') : t('noneFree')}
        options={ofDay.map(({ id, startTime }) => ({ value: id, label: clock(startTime) }))}
      />
    </div>
  )
}
