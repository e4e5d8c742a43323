import CalendarX from 'lucide-react/icons/calendar-x'
import { type ReactNode, useRef, useState } from 'react'
import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { telegramContact } from '#app/features/booking/booking-offer.ts'
import { useCustomerLabels } from '#app/features/booking/contact-fields.tsx'
import { firstPay, PayButtonText, payWayShown, paysNow } from '#app/features/booking/pay-fields.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { type FormShown, useForm } from '#app/features/forms/use-form.ts'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { Seen } from '#app/features/sessions/seen.tsx'
import { textOf } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useFocusMove } from '#app/ui/use-browser.ts'
import { wholePhone } from '#core/bookings/rules/party.ts'
import { genders } from '#core/classes/rules.ts'
import { dateFormat } from '#core/shared/formats.ts'
import { shownName } from '#core/telegram/rules.ts'
import { ConfirmStep } from './confirm-step.tsx'
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
  stepAfter,
  stepNamed,
  steps,
  stepsOf,
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
  const { answer, isBack, refused } = useKept(given)
  const t = useTranslations('facilities')
  const { facility } = offer
  const slots = useLiveSpots(offer.slots)
  const account = answer?.more?.account ?? offer.account
  const { value, extraIds } = readFields({ ...offer, account }, answer)
  const slot = slots.find(({ id }) => id === value('slot')) ?? null
  const own = stepsOf(facility)
  const wanted = isBack ? offer.first.step : (answer?.more?.step ?? stepNamed(value('step')))
  const step = stepToShow(wanted ?? offer.first.step, {
    own,
    hasSlot: slot !== null,
    value,
    refused: refused?.more?.step ?? null,
  })
  const said = isBack && step === refused?.more?.step ? refused : answer
  const form = useSaidOnce(useForm(said, { labels: useLabels() }))
  const extras = chosenExtras(facility.extras, extraIds, slot, facility.durationMinutes)
  const totalMinor = extras.reduce((sum, { amountMinor }) => sum + amountMinor, facility.priceMinor)
  const [pay, setPay] = useState(value('pay') || firstPay)
  const paysFirst = paysNow(payWayShown(facility, totalMinor), pay)
  const details = useDetailsShown(facility, value)
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
  const isRequest = facility.confirmedBy !== null
  const addressOf = (one: Step) => `${offer.to}?date=${offer.date}&step=${one}#book`
  const shown = shownIn(step, needsCode ? 'code' : mode)
  return (
    <Form
      // Fields that were drawn keep what they hold: a step that the browser leads back to is drawn again.
      key={step}
      method="post"
      noValidate
      // Of the step that follows, so that each is an entry of the browser's history.
      action={addressOf(stepAfter(step, own))}
      className="grid grid-cols-1 gap-5"
    >
      {/* Enter in a field presses the first button there is: the one that goes on. */}
      <button name="intent" value={goesOn} tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="back" value={isFromList ? 'on' : value('back')} />
      <KeptFields names={kept.filter((name) => !shown.includes(name))} value={value} />
      {step !== 'select' &&
        extraIds.map((id) => <input key={id} type="hidden" name="extra" value={id} />)}
      <StepBar steps={own} current={step} addressOf={addressOf} />
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {t(step === 'confirm' && isRequest ? 'confirm.request.title' : `${step}.title`)}
      </h3>
      <FormSummary form={form} marked={shown} />
      {facility.confirmedBy !== null && (
        <p className="wrap-anywhere">{t('confirm.manual', { name: facility.confirmedBy })}</p>
      )}
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
          value={value}
          form={{
            ...form,
            fields: { ...form.fields, name: value('name'), contact: value('contact') },
          }}
        />
      )}
      {step === 'details' && <DetailsStep of={facility} value={value} form={form} />}
      {step === 'confirm' && chosen && (
        <>
          <ConfirmStep
            {...chosen}
            {...whoIsShown(offer, own.includes('details'), value)}
            details={details}
            accepted={value('accepted')}
            pay={pay}
            onPay={setPay}
            form={form}
          />
          <Seen of={{ priceMinor: totalMinor, sessions: [chosen.slot] }} />
        </>
      )}
      {step !== 'login' && (
        <GoOn step={step} form={form} isRequest={isRequest}>
          {paysFirst && <PayButtonText minor={totalMinor} currency={facility.currency} />}
        </GoOn>
      )}
      {answer?.more?.earlier && <Earlier to={answer.more.earlier.to} />}
    </Form>
  )
}

type Kept = { answer: WizardAnswer; isBack: boolean; refused: WizardAnswer }

/** What was typed, also after the browser’s Back button: the page it leads to has no answer, and its address says the step. */
function useKept(answer: WizardAnswer): Kept {
  const [last, setLast] = useState(answer)
  const [refused, setRefused] = useState(() => refusedBy(answer))
  if (answer !== undefined && answer !== last) {
    setLast(answer)
    setRefused(refusedBy(answer) ?? (isBehind(refused, answer) ? undefined : refused))
  }
  if (answer !== undefined || last === undefined) return { answer, isBack: false, refused }
  const { needsCode: _code, earlier: _earlier, ...more } = last.more ?? { step: 'select' }
  return {
    answer: { ...last, errors: {}, saved: {}, problem: null, more },
    isBack: true,
    refused,
  }
}

/** The answer itself, if fields of its step were refused. */
const refusedBy = (answer: WizardAnswer) =>
  answer && Object.keys(answer.errors).length > 0 ? answer : undefined

/** Whether a later step came with an answer: what was refused has been corrected. */
const isBehind = (refused: WizardAnswer, answer: WizardAnswer) =>
  steps.indexOf(refused?.more?.step ?? 'select') < steps.indexOf(answer?.more?.step ?? 'select')

/** Each mistake is reported once: a message above the form needs no list of fields that repeat it. */
function useSaidOnce(form: FormShown): FormShown {
  return form.answer?.problem ? { ...form, summary: { ...form.summary, problems: [] } } : form
}

type Known = {
  own: readonly Step[]
  hasSlot: boolean
  value: (name: string) => string
  /** some of its fields were refused */
  refused: Step | null
}

/** The step that is asked for, or the first one before it that has not been answered. */
function stepToShow(asked: Step, { own, hasSlot, value, refused }: Known): Step {
  const answered = {
    select: hasSlot,
    login: value('name') !== '' && value('contact') !== '',
    details: value('phone') !== '',
    confirm: true,
  }
  return own.find((step) => step === asked || step === refused || !answered[step]) ?? 'select'
}

const kept = ['slot', 'people', 'mode', 'name', 'contact', 'email', ...detailFields].concat(
  'accepted',
  'nonce',
  'pay',
)

/** The fields that a step shows: all others go along hidden. */
function shownIn(step: Step, login: 'login' | 'signUp' | 'code'): readonly string[] {
  switch (step) {
    case 'select':
      return ['slot', 'people']
    case 'login':
      if (login === 'code') return ['code', 'recoveryCode']
      if (login === 'login') return ['email', 'password']
      // With another name or number, the details start over.
      return ['name', 'contact', 'nonce', 'firstName', 'lastName', 'phone']
    case 'details':
      return [...detailFields, 'birthDate']
    case 'confirm':
      return ['accepted', 'pay']
  }
}

/** What the form holds: what was typed, else what the address and the account say. */
function readFields(
  { facility, first, nonce, account, filled, telegram }: SlotOffer,
  answer: WizardAnswer,
) {
  const typed = (name: string) => (answer ? textOf(answer.typed, name) : '')
  // Nobody is logged in with Telegram any more.
  const isGone = typed('contact') === telegramContact && !telegram?.person
  const extraIds = answer ? (answer.typed['extra'] ?? []) : first.extras
  // The account that has just signed in counts, whatever was typed before.
  const who = answer?.more?.account ?? {
    name: typed('name') || (filled['name'] ?? account?.name ?? ''),
    contact: (!isGone && typed('contact')) || (filled['contact'] ?? account?.contact ?? ''),
  }
  const initial: Record<string, string> = {
    slot: answer ? '' : first.slot,
    people: first.people,
    nonce,
    ...splitName(who.name),
    phone: /^[+\d][^@]*$/.test(who.contact) ? who.contact : '',
    ...filled,
  }
  const fields: Record<string, string> = who
  return {
    value: (name: string) => fields[name] ?? (typed(name) || (initial[name] ?? '')),
    // Without those that are offered no longer.
    extraIds: facility.extras.flatMap(({ id }) => (extraIds.includes(id) ? [id] : [])),
  }
}

/** Who books and how the customer is reached, as the last step shows it. */
function whoIsShown(
  { telegram }: SlotOffer,
  hasDetails: boolean,
  value: (name: string) => string,
): { name: string; contact: string[] } {
  const isTelegram = value('contact') === telegramContact
  const person = isTelegram ? telegram?.person : null
  const contact = person ? shownName(person) : value('contact')
  if (!hasDetails) return { name: value('name'), contact: [contact] }
  const phone = wholePhone(value('countryCode'), value('phone'))
  return {
    name: `${value('firstName')} ${value('lastName')}`,
    contact: person || contact.includes('@') ? [contact, phone] : [phone],
  }
}

/** What the third step asked besides a name and a phone number, as the last step shows it. */
function useDetailsShown(
  { asksGender, asksBirthDate }: SlotOffer['facility'],
  value: (name: string) => string,
) {
  const t = useTranslations('facilities.details')
  const language = useLocale()
  const gender = genders.find((one) => one === value('gender'))
  const born = new Date(
    Date.UTC(Number(value('year')), Number(value('month')) - 1, Number(value('day'))),
  )
  return [
    ...(asksGender && gender ? [{ name: t('gender'), text: t(`genders.${gender}`) }] : []),
    ...(asksBirthDate && value('year') !== ''
      ? [
          {
            name: t('birth'),
            text: dateFormat(language, { timeZone: 'UTC', dateStyle: 'medium' }).format(born),
          },
        ]
      : []),
  ]
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
    ...useCustomerLabels(),
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

type GoOnProps = {
  step: Exclude<Step, 'login'>
  form: FormShown
  isRequest: boolean
  /** what the last button says instead, if it leads to the payment */
  children: ReactNode
}

function GoOn({ step, form, isRequest, children }: GoOnProps) {
  const t = useTranslations('facilities')
  const isLast = step === 'confirm'
  return (
    <Button
      name="intent"
      value={step}
      wide
      size="large"
      pending={form.busy}
      pendingLabel={
        isLast ? t(isRequest ? 'confirm.request.pending' : 'confirm.pending') : t('steps.busy')
      }
    >
      {isLast
        ? children || t(isRequest ? 'confirm.request.button' : 'confirm.button')
        : t('steps.next')}
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
