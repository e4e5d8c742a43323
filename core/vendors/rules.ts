import { allows, type Plan } from '../plans/rules.ts'

// The first segment of every path the product has or will have: no username may take one.
// tests/http/routes.test.ts compares this list with the route table.
const reservedWords = `
  about account account-closed account-suspended admin api app assets auth auth-callback avatars billing blog book book-slot booking bookings calendar
  classes client clients constructor contact dashboard developers docs download embed events explore facilities favicon features feed feeds
  forgot-password google-calendar-callback health healthz help home hooks ical imprint inbox integrations invite invites
  live login login-link logout me media messages metrics my-spots news oauth offline onboarding openspot operator payments pictures pricing
  privacy privacy-policy profile public readyz referrals register request requests reset-password review reviews robots root
  search security sessions settings share signin signout signup sitemap slots spots static status studio studios subscription
  super-admin support system team telegram terms terms-of-service test theme trainer trainers trial undefined unsubscribe user users vendor
  language languages legal notifications plan plans pass passes membership memberships receipts invoices export import analytics
  team locations gift gifts tickets imprint contact-sales
  vendor-profile vendors verify verify-email waitlist webhook webhooks well-known widget widgets www null`

export function isReserved(word: string): boolean {
  return reservedWords.trim().split(/\s+/).includes(word.toLowerCase())
}

export type UsernameProblem = 'username_shape' | 'username_reserved'

/**
 * Why nobody can claim a username, or null. A name such as '__proto__' means something to programs, and '-_-' is no name:
 * vendors keep those from before this rule. The database checks whether a username is taken.
 */
export function usernameProblem(username: string): UsernameProblem | null {
  if (!/^[a-z0-9][a-z0-9_-]{2,29}$/.test(username)) return 'username_shape'
  return isReserved(username) ? 'username_reserved' : null
}

const latin: Record<string, string> = Object.fromEntries(
  `а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ _ ы y ь _ э e ю yu я ya ß ss ø o ł l đ d æ ae œ oe`
    .split(' ')
    .reduce<[string, string][]>(
      (pairs, sign, at, all) =>
        at % 2 === 0 ? [...pairs, [sign, (all[at + 1] ?? '').replace('_', '')]] : pairs,
      [],
    ),
)

/** A username made from a name: 'Анна Шмидт' → 'anna-shmidt'. Empty when nothing of it can be written. */
export function suggestUsername(name: string): string {
  const plain = [...name.toLowerCase()].map((sign) => latin[sign] ?? sign).join('')
  const words = plain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 30)
    .replace(/-$/, '')
  if (words.length === 0) return ''
  const long = words.length < 3 ? `${words}-fit` : words
  return isReserved(long) ? `${long.slice(0, 26)}-fit` : long
}

export type MemberRole = 'owner' | 'manager' | 'instructor'

/** Permissions: instructors see the week and mark attendance. */
export function mayManage(role: MemberRole): boolean {
  return role !== 'instructor'
}

/** Permissions: only the owner takes the whole business along, or closes it. */
export function ownsVendor(role: MemberRole): boolean {
  return role === 'owner'
}

export const currencies = [
  'USD',
  'EUR',
  'GBP',
  'CHF',
  'RUB',
  'UAH',
  'PLN',
  'CZK',
  'SEK',
  'NOK',
  'DKK',
  'TRY',
  'KZT',
  'GEL',
  'AMD',
  'ILS',
  'AED',
  'INR',
  'JPY',
  'CNY',
  'KRW',
  'THB',
  'IDR',
  'AUD',
  'NZD',
  'CAD',
  'MXN',
  'BRL',
  'ZAR',
  'RSD',
  'HUF',
  'RON',
  'BGN',
] as const

const euro = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')
const currencyOfCountry = new Map<string, (typeof currencies)[number]>([
  ...euro.map((country) => [country, 'EUR'] as const),
  ...Object.entries({
    ...({ GB: 'GBP', CH: 'CHF', LI: 'CHF', RU: 'RUB', UA: 'UAH', PL: 'PLN', CZ: 'CZK' } as const),
    ...({ SE: 'SEK', NO: 'NOK', DK: 'DKK', TR: 'TRY', KZ: 'KZT', GE: 'GEL', AM: 'AMD' } as const),
    ...({ IL: 'ILS', AE: 'AED', IN: 'INR', JP: 'JPY', CN: 'CNY', KR: 'KRW', TH: 'THB' } as const),
    ...({ ID: 'IDR', AU: 'AUD', NZ: 'NZD', CA: 'CAD', MX: 'MXN', BR: 'BRL', ZA: 'ZAR' } as const),
    ...({ RS: 'RSD', HU: 'HUF', RO: 'RON', BG: 'BGN' } as const),
  }),
])

/** The default currency of a country; the dollar if unknown. */
export function currencyFor(country: string): (typeof currencies)[number] {
  return currencyOfCountry.get(country) ?? 'USD'
}

/** How the public page is laid out; the first one is what everybody has. */
export const layouts = ['schedule', 'catalogue'] as const
export type Layout = (typeof layouts)[number]

/** The page layouts that a plan allows. */
export function layoutsOf(plan: Plan): readonly Layout[] {
  return allows(plan, 'branding') ? layouts : ['schedule']
}

/** The page's own colour. The vendor's choice is stored, and shown while the plan allows it. */
export function accentInForce(plan: Plan, accent: string | null): string | null {
  return allows(plan, 'branding') ? accent : null
}

/** The layout a page shows: the one chosen, while the plan has it. */
export function layoutInForce(plan: Plan, layout: Layout): Layout {
  return layoutsOf(plan).includes(layout) ? layout : 'schedule'
}

/** The hours, on the vendor's clock, at which the email with the sessions of the day can come. */
export const agendaHours = [5, 6, 7, 8, 9, 10, 11] as const

/** Notice periods that the settings offer, in minutes before the start. */
export const noticePeriods = [0, 60, 120, 240, 360, 720, 1440, 2880, 4320, 10_080] as const

/** How many spots of a session one person can book at most. */
export const spotsPerPerson = [1, 2, 3, 4] as const

/** What the operator grants after seeing proof. */
export type Badge = 'verified' | 'health_certified' | 'certified_trainer'

/** Which address the profile step publishes. */
export const contactChoices = ['signIn', 'other', 'none'] as const

/** The address a vendor publishes, and the one that waits for its owner to confirm it. */
export type ContactAddress = { contactEmail: string | null; pendingContactEmail: string | null }

/** The address the vendor last asked for. */
export const wantedContact = (contact: ContactAddress): string | null =>
  contact.pendingContactEmail ?? contact.contactEmail

/** What happens to an address that a member enters: only their confirmed sign-in address is published at once. */
export function changeContact(
  wanted: string | null,
  current: ContactAddress,
  signInAddress: string,
): ContactAddress {
  const isKnown =
    wanted === null || wanted === current.contactEmail || wanted === signInAddress.toLowerCase()
  return isKnown
    ? { contactEmail: wanted, pendingContactEmail: null }
    : { contactEmail: current.contactEmail, pendingContactEmail: wanted }
}

/** How well a vendor is known. `served`: people whose booking took place. */
export type Standing = { ageDays: number; served: number; verified: boolean }

/** Whether strangers may be shown or sent as much of a vendor as it likes. */
export function isProven({ ageDays, served, verified }: Standing): boolean {
  return verified || (ageDays >= 14 && served >= 10)
}

/** The words of a field that holds several, each once, as it was typed first. */
export function wordsIn(text: string): string[] {
  const words = new Map<string, string>()
  for (const typed of text.split(/[,;\n،、]/)) {
    const word = typed.trim()
    if (word !== '' && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), word)
  }
  return [...words.values()]
}
