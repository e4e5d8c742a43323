import CalendarX from 'lucide-react/icons/calendar-x'
import { useRef, useState } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Customer } from '#app/features/booking/remembered.ts'
import { useRememberedCustomer } from '#app/features/booking/use-remembered-customer.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { type FormShown, useForm } from '#app/features/forms/use-form.ts'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { SeenVersions } from '#app/features/sessions/seen-versions.tsx'
import { textOf } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useFocusMove } from '#app/ui/use-browser.ts'
import { isEarly } from '#app/ui/use-early-input.ts'
import { wholePhone } from '#core/bookings/rules.ts'
import { shownName } from '#core/telegram/rules.ts'
import { ConfirmStep, PaymentStep } from './confirm-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { LoginStep } from './login-step.tsx'
import { SelectStep } from './select-step.tsx'
import { StepBar } from './step-bar.tsx'
import {
  backToLogin,
  chosenExtras,
  detailFields,
  type SlotOffer,
  splitName,
  type Step,
  stepNamed,
  steps,
  type WizardAnswer,
} from './wizard.ts'

type WizardProps = {
  offer: SlotOffer
  answer: WizardAnswer
  /** the reader came from a list of ours; the form remembers it */
  isFromList: boolean
}

/** The wizard that books a slot. Its whole state is in its form, so it works without a script too. */
export function Wizard({ offer, answer: given, isFromList }: WizardProps) {
  const answer = useKept(given)
  const t = useTranslations('facilities')
  const { facility } = offer
  const form = useForm(answer, { labels: useLabels() })
  const slots = useLiveSpots(offer.slots)
  const account = answer?.more?.account ?? offer.account
  const remembered = useRememberedCustomer()
  const [isTyped, setTyped] = useState(false)
  const customer = isTyped ? null : remembered
  const { value, extraIds } = readFields({ ...offer, account }, answer, customer)
  const slot = slots.find(({ id }) => id === value('slot')) ?? null
  const wanted = answer?.more?.step ?? stepNamed(value('step')) ?? offer.first.step
  // Without its slot, no later step has anything to say.
  const step = slot === null ? 'select' : wanted
  const extras = chosenExtras(facility.extras, extraIds, slot, facility.durationMinutes)
  const totalMinor = extras.reduce((sum, { amountMinor }) => sum + amountMinor, facility.priceMinor)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusMove(() => heading.current?.focus(), [step])

  if (offer.days.length === 0)
    return (
      <>
        <FormSummary form={form} />
        <EmptyState
          level={3}
          icon={<CalendarX />}
          title={t('select.noneAtAll')}
          text={t('select.noneAtAllText')}
        />
      </>
    )
  // Customers rarely have an account.
  const mode = value('mode') === 'login' ? 'login' : 'signUp'
  const needsCode = step === 'login' && answer?.more?.needsCode === true
  const chosen = slot && { of: facility, slot, people: value('people'), extras, totalMinor }
  const goesOn = step === 'login' ? (needsCode ? 'code' : mode) : step
  return (
    <Form
      method="post"
      noValidate
      action={`${offer.to}?date=${offer.date}#book`}
      // Somebody else has typed already: nobody is filled in.
      onInput={(event) => {
        if (isEarly(event) && isOfCustomer(event.target)) setTyped(true)
      }}
      className="grid grid-cols-1 gap-5"
    >
      {/* Enter in a field presses the first button there is: the one that goes on. */}
      <button name="intent" value={goesOn} tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="back" value={isFromList ? 'on' : value('back')} />
      <KeptFields
        names={kept.filter((name) => !shownIn(step, needsCode ? 'code' : mode).includes(name))}
        value={value}
      />
      {step !== 'select' &&
        extraIds.map((id) => <input key={id} type="hidden" name="extra" value={id} />)}
      <StepBar
        steps={steps.filter((one) => one !== 'payment' || totalMinor > 0)}
        current={step === 'payment' && totalMinor === 0 ? 'confirm' : step}
      />
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {t(`${step}.title`)}
      </h3>
      <FormSummary form={form} />
      {step === 'select' && (
        <SelectStep
          offer={offer}
          slots={slots}
          slot={value('slot')}
          people={value('people')}
          extras={extraIds}
          form={form}
        />
      )}
      {step === 'login' && (
        <LoginStep
          offer={{ ...offer, account }}
          path={backToLogin({
            slot: value('slot'),
            people: value('people'),
            extras: extraIds,
            isFromList,
          })}
          mode={mode}
          needsCode={needsCode}
          isRemembered={customer !== null}
          value={value}
          form={form}
        />
      )}
      {step === 'details' && <DetailsStep of={facility} value={value} form={form} />}
      {step === 'payment' && chosen && <PaymentStep {...chosen} />}
      {step === 'confirm' && chosen && (
        <>
          <ConfirmStep {...chosen} value={value} contact={contactShown(offer, value)} form={form} />
          {/* Browsers restore fields on reload; these must keep what the page shows now. */}
          <input type="hidden" name="seenPriceMinor" value={totalMinor} autoComplete="off" />
          <SeenVersions of={[chosen.slot]} />
        </>
      )}
      {step !== 'login' && <GoOn step={step} form={form} />}
      {answer?.more?.earlier && <Earlier to={answer.more.earlier.to} />}
    </Form>
  )
}

const isOfCustomer = (field: EventTarget) =>
  field instanceof HTMLInputElement &&
  ['firstName', 'lastName', 'email', 'phone'].includes(field.name)

/** What was typed, also after the browser’s Back button: the page it leads to has no answer. */
function useKept(answer: WizardAnswer): WizardAnswer {
  const [last, setLast] = useState(answer)
  if (answer !== undefined && answer !== last) setLast(answer)
  if (answer !== undefined || last === undefined) return answer
  return {
    ...last,
    errors: {},
    conflicts: {},
    problem: null,
    more: { ...last.more, step: 'select' },
  }
}

const kept = ['slot', 'people', 'mode', 'who', 'email', ...detailFields, 'accepted', 'nonce']

/** The fields that a step shows: all others go along hidden. */
function shownIn(step: Step, login: 'login' | 'signUp' | 'code'): readonly string[] {
  switch (step) {
    case 'select':
      return ['slot', 'people']
    case 'login':
      if (login === 'code') return ['who']
      return login === 'login' ? ['email', 'who'] : ['email', 'who', 'firstName', 'lastName']
    case 'details':
      return detailFields
    case 'payment':
      return []
    case 'confirm':
      return ['accepted']
  }
}

/** What the form holds: what was typed, else what the address, the account and the last booking on this device say. */
function readFields(
  { facility, first, nonce, account, telegram }: SlotOffer,
  answer: WizardAnswer,
  customer: Customer | null,
) {
  const typed = (name: string) => (answer ? textOf(answer.typed, name) : '')
  const extraIds = answer ? (answer.typed['extra'] ?? []) : first.extras
  const who = typed('who')
  const hasNoAccount = who === 'guest' || who === 'telegram'
  const initial: Record<string, string> = {
    slot: answer ? '' : first.slot,
    people: first.people,
    nonce,
    ...(customer && rememberedFields(customer, hasNoAccount)),
    ...(account && !hasNoAccount && { who: 'account', ...account }),
    ...(who === 'telegram' && splitName(telegram?.person?.name ?? '')),
  }
  return {
    value: (name: string) => typed(name) || (initial[name] ?? ''),
    // Without those that are offered no longer.
    extraIds: facility.extras.flatMap(({ id }) => (extraIds.includes(id) ? [id] : [])),
  }
}

/** What the last booking on this device said. */
function rememberedFields({ name, contact }: Customer, hasNoAccount: boolean) {
  const isPhone = /^[+\d]/.test(contact) && !contact.includes('@')
  const isEmail = /^[^@\s]+@/.test(contact) && !hasNoAccount
  return {
    ...splitName(name),
    ...(isPhone && { phone: contact }),
    ...(isEmail && { email: contact }),
  }
}

/** How the customer is reached, as the last step shows it. */
function contactShown({ telegram }: SlotOffer, value: (name: string) => string): string[] {
  const person = value('who') === 'telegram' ? telegram?.person : null
  const shown = person ? shownName(person) : value('email')
  return [shown, wholePhone(value('countryCode'), value('phone'))].filter((one) => one !== '')
}

function KeptFields({
  names,
  value,
}: {
  names: readonly string[]
  value: (name: string) => string
}) {
  return names.map((name) => (
    <input key={name} type="hidden" name={name} value={value(name)} autoComplete="off" />
  ))
}

function useLabels() {
  const t = useTranslations('facilities')
  return {
    slot: t('select.time'),
    people: t('select.people'),
    firstName: t('details.firstName'),
    lastName: t('details.lastName'),
    email: t('login.email'),
    password: t('login.password'),
    code: t('login.code'),
    recoveryCode: t('login.recoveryCode'),
    gender: t('details.gender'),
    year: t('details.year'),
    month: t('details.month'),
    day: t('details.day'),
    birthDate: t('details.birth'),
    phone: t('details.phone'),
  }
}

function GoOn({ step, form }: { step: Exclude<Step, 'login'>; form: FormShown }) {
  const t = useTranslations('facilities')
  const isLast = step === 'confirm'
  return (
    <Button
      name="intent"
      value={step}
      wide
      size="large"
      pending={form.busy}
      pendingLabel={isLast ? t('confirm.pending') : t('steps.busy')}
    >
      {isLast ? t('confirm.button') : t('steps.next')}
    </Button>
  )
}

function Earlier({ to }: { to: string }) {
  const t = useTranslations('booking.again')
  return (
    <LinkButton to={to} variant="quiet" wide>
      {t('see')}
    </LinkButton>
  )
}
