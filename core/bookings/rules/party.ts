import type { Gender } from '#core/classes/rules.ts'
import type { LocalDate } from '#core/shared/time.ts'

/** The extras of a slot as a form shows them; its answer sends it back, so that no other price is recorded. */
export function extrasText(extras: readonly { id: string; amountMinor: number }[]): string {
  return extras.map(({ id, amountMinor }) => `${id} ${amountMinor}`).join(', ')
}

/** The same where the slot may still change: each at its own price. */
export function extraPricesText(
  extras: readonly { id: string; priceMinor: number; per: string }[],
): string {
  return extras.map(({ id, priceMinor, per }) => `${id} ${priceMinor} ${per}`).join(', ')
}

export type PartyRefusal = 'too_many_people' | 'details_missing' | 'no_extras'

/** The party as the customer described it. Classes have none. */
export type Party = {
  people: number
  /** the ids of the extras that the party wants, each once */
  extras: readonly string[]
  gender: Gender | null
  birthDate: LocalDate | null
}

/** The telephone codes that the form of a facility offers. A number with a + brings its own. */
export const phoneCodes = ['+1', '+44', '+33', '+49', '+86', '+81', '+91'] as const

export const phoneCountries: Readonly<Record<(typeof phoneCodes)[number], string>> = {
  '+1': 'US',
  '+44': 'UK',
  '+33': 'FR',
  '+49': 'DE',
  '+86': 'CN',
  '+81': 'JP',
  '+91': 'IN',
}

/** The number that the two phone fields of a facility make: the 0 in front of a national number goes. */
export function wholePhone(countryCode: string, phone: string): string {
  const typed = phone.trim()
  return typed.startsWith('+') ? typed : `${countryCode} ${typed.replace(/^0+/, '')}`
}

/** What a facility asks of a party. */
export type PartyFacts = {
  /** null in a class */
  maxPeople: number | null
  asksGender: boolean
  asksBirthDate: boolean
}

/**
 * Why a facility refuses this party, or a booking without one. party_fits() in the database says the same; extras
 * of a class have no price there.
 */
export function partyRefusal(facts: PartyFacts, party: Party | null): PartyRefusal | null {
  if (facts.maxPeople === null) return party && party.extras.length > 0 ? 'no_extras' : null
  if (party === null) return 'details_missing'
  if (party.people < 1 || party.people > facts.maxPeople) return 'too_many_people'
  const lacksGender = facts.asksGender && party.gender === null
  const lacksBirthDate = facts.asksBirthDate && party.birthDate === null
  return lacksGender || lacksBirthDate ? 'details_missing' : null
}
