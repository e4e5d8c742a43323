import type { OpenSession } from '#app/features/sessions/session-choice.tsx'
import type { StripDay } from '#app/features/sessions/day-strip.tsx'
import type { AskWays, TelegramOffer } from '#app/features/booking/booking-offer.ts'
import type { FormAnswer } from '#app/http/form-answer.ts'
import {
  type CardOffer,
  type ExtraUnit,
  extraAmount,
  type FacilityFields,
} from '#core/classes/rules.ts'

export const steps = ['select', 'login', 'details', 'confirm'] as const
export type Step = (typeof steps)[number]

export const stepNamed = (name: string | undefined): Step | null =>
  steps.find((step) => step === name) ?? null

/** The steps of a facility: the third one only where its owner asks for more than a name and a contact. */
export const stepsOf = (of: Pick<FacilityFields, 'asksGender' | 'asksBirthDate'>): Step[] =>
  steps.filter((step) => step !== 'details' || of.asksGender || of.asksBirthDate)

/** The next step; after the last one, the last one again. */
export function stepAfter(step: Step, own: readonly Step[]): Step {
  return own[own.indexOf(step) + 1] ?? step
}

/** The fields of the third step. */
export const detailFields = [
  'firstName',
  'lastName',
  'gender',
  'year',
  'month',
  'day',
  'countryCode',
  'phone',
] as const

/** What the form keeps on the way to Google, besides the slot, which is in the address. */
export const fieldsKept = ['mode', 'name', 'contact', 'email', ...detailFields] as const

/** Somebody who is signed in, in the fields that say who books. */
export type Account = { name: string; contact: string }
export type LoginMode = 'login' | 'signUp'

/** What the wizard's form answers, besides what was typed: its state is in the form, not on the server. */
export type WizardMore = {
  step: Step
  /** of the account that has just signed in; the next page finds it by the cookies of this answer */
  account?: Account
  /** the password was right, and the code of the app is missing */
  needsCode?: boolean
  /** what the same person has booked already */
  earlier?: { to: string } | null
  /** nothing can be booked online by this person now: the vendor is asked */
  asksVendor?: boolean
}

export type WizardAnswer = FormAnswer<WizardMore | null> | undefined

export type Extra = { id: string; name: string; priceMinor: number; per: ExtraUnit }

/** A facility as its page shows it. */
export type FacilityShown = Pick<FacilityFields, 'asksGender' | 'asksBirthDate'> & {
  id: string
  title: string
  description: string
  location: string | null
  online: boolean
  priceMinor: number
  currency: string
  timeZone: string
  durationMinutes: number
  maxPeople: number
  daysAhead: number
  graceMinutes: number
  noticeMinutes: number
  condition: string | null
  extras: Extra[]
  /** who confirms each booking; null: nobody has to */
  confirmedBy: string | null
  /** how it is paid by card; null: customers pay at the studio */
  cards: CardOffer | null
  /** whom customers pay */
  business: string
  /** the country code that the form begins with */
  phoneCode: string
}

/** What the wizard is drawn from. */
export type SlotOffer = {
  facility: FacilityShown
  /** where the form is sent, without the day */
  to: string
  days: readonly StripDay[]
  /** the chosen day; '' without slots */
  date: string
  /** of the chosen day */
  slots: OpenSession[]
  /** what the address says, until the form says otherwise */
  first: { slot: string; people: string; extras: string[]; step: Step }
  /** what the form held on the way to Google, with the person whom Google has named */
  filled: Readonly<Record<string, string>>
  account: Account | null
  google: boolean
  /** null: nothing is said about it */
  telegram: TelegramOffer | null
  /** nothing can be booked online, and customers ask the vendor in one of these ways */
  asks: boolean
  ways: AskWays
  registrationClosed: boolean
  paused: boolean
  nonce: string
  now: Date
}

/** Where a login elsewhere leads back to: the second step, with all that the first one says. */
export function backToLogin({ slot, people, extras, isFromList }: Chosen): string {
  const query = new URLSearchParams({ step: 'login', people: people || '1' })
  if (isFromList) query.set('back', 'on')
  for (const extra of extras) query.append('extra', extra)
  return `/book-slot/${slot}?${query}`
}

type Chosen = { slot: string; people: string; extras: readonly string[]; isFromList: boolean }

/** A name in the two fields that the form has for it. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

export const accountNamed = (email: string, profile: { fullName: string } | null): Account => ({
  name: profile?.fullName ?? '',
  contact: email,
})

/** The fields of a form that comes back from Google, with the person whom Google has named. */
export function filledFields(
  form: Readonly<Record<string, string>>,
  person: { name: string | null; email: string } | null,
): Record<string, string> {
  const typed = Object.fromEntries(
    fieldsKept.flatMap((name) => (form[name] ? [[name, form[name]]] : [])),
  )
  if (person === null) return typed
  const { name, email: contact } = person
  return { ...typed, ...(name !== null && { name, ...splitName(name) }), contact, mode: 'signUp' }
}

/** The chosen extras with what each costs for a slot. */
export function chosenExtras(
  extras: readonly Extra[],
  ids: readonly string[],
  slot: { startsAt: Date; endsAt: Date } | null,
  usualMinutes: number,
): (Extra & { amountMinor: number })[] {
  const minutes = slot
    ? Math.round((slot.endsAt.getTime() - slot.startsAt.getTime()) / 60_000)
    : usualMinutes
  return extras
    .filter(({ id }) => ids.includes(id))
    .map((extra) => ({ ...extra, amountMinor: extraAmount(extra, minutes) }))
}
