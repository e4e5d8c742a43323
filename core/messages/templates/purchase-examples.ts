import type { FreeTerm } from '../queries/notice.ts'
import type { Places } from '../queries/places.ts'
import type { SenderLook } from '../queries/sender.ts'
import { customerLetter, type PurchaseKind, traitsOf, vendorLetter } from '../rules/kinds.ts'
import type { BundleFacts, Entry, PurchaseFacts } from '../schema.ts'

const sessionId = '00000000-0000-4000-8000-000000000002'
const slot = {
  startsAt: '2027-03-28T16:00:00.000Z',
  endsAt: '2027-03-28T17:00:00.000Z',
  zone: 'Europe/Berlin',
  location: '1 Park Street',
  onlineUrl: null,
}
const withoutEmail = {
  name: 'Studio Vera',
  email: null,
  phone: '+4930123456',
  telegram: 'studio_vera',
}
/** For other letters about a spot, too. */
export const anEntry: Entry = {
  ...slot,
  before: null,
  sessionId,
  bookingIds: ['00000000-0000-4000-8000-000000000003'],
  classTitle: 'Yin on Sunday',
  calendarId: '00000000-0000-4000-8000-000000000001',
  calendarSequence: 1,
  state: 'held',
  spots: 1,
  stillHeld: 1,
  stillWaiting: false,
  priceMinor: 1500,
  currency: 'EUR',
  party: null,
}

export const someFacts: PurchaseFacts = {
  purchase: {
    purchaseId: '00000000-0000-4000-8000-000000000001',
    reference: 'ABCDEFGHJK',
    tokenRotation: 0,
    customerName: 'Carla Weber',
    customerEmail: null,
    customerPhone: '+4915112345678',
    customerTelegramName: null,
  },
  vendor: { name: 'Studio Vera', email: 'studio@example.com', phone: null, telegram: null },
  entries: [anEntry],
  apart: [],
  spotsHeld: 0,
  owedMinor: 0,
  asksForLate: false,
  refundMinor: 0,
  backMinor: 1500,
  forgivenMinor: 500,
  paidByCard: false,
  backToCard: false,
  bundle: null,
  isByHand: false,
  by: null,
  late: false,
  issuedLink: false,
  expiresAt: slot.startsAt,
}

const before = { ...slot, startsAt: '2027-03-27T16:00:00.000Z', endsAt: '2027-03-27T17:00:00.000Z' }
const elsewhere = { ...before, location: null, onlineUrl: 'https://meet.example.com' }

/** What a kind of news says about a spot. `late`: the rarer variant, with two spots. */
function entryOf(kind: PurchaseKind, entry: Entry, late: boolean): Entry {
  const { becomes } = traitsOf(kind)
  const isChanged = becomes === 'changed'
  const isHeld = becomes === 'booked' || becomes === 'same' || isChanged
  return {
    ...entry,
    before: isChanged ? (late ? elsewhere : before) : null,
    state: late && isChanged ? 'waiting' : isHeld ? 'held' : becomes,
    spots: late ? 2 : 1,
    stillHeld: becomes === 'ended' && !late ? 0 : 1,
    priceMinor: late ? 0 : entry.priceMinor,
  }
}

const bundle: BundleFacts = {
  name: 'Five mornings',
  priceMinor: 6000,
  currency: 'EUR',
  owedMinor: 6000,
  isPaidFor: false,
  sessionsLeft: 2,
  expiresAt: slot.startsAt,
  zone: slot.zone,
  isOpen: true,
  isWithdrawn: false,
  returned: 0,
}

const week = 7 * 86_400_000
const later = (instant: string, weeks: number) =>
  new Date(Date.parse(instant) + weeks * week).toISOString()

/** The same spot for five weeks. */
const fiveDates = (entry: Entry): Entry[] =>
  Array.from({ length: 5 }, (_, weeks) => ({
    ...entry,
    startsAt: later(entry.startsAt, weeks),
    endsAt: later(entry.endsAt, weeks),
    spots: 1,
    stillHeld: Math.min(entry.stillHeld, 1),
  }))

const looks: readonly SenderLook[] = [
  // Relative, so that the page with all examples shows it.
  { accent: '#d6336c', picture: '/avatars/1.svg' },
  { accent: '#facc15', picture: null },
]

const places = { [sessionId]: { taken: 1, capacity: 10 } }

export type Said = PurchaseFacts & {
  /** in our words, without links of the vendor's */
  neutral?: boolean
  look?: SenderLook
  /** by the ids of the sessions, for the vendor */
  places?: Record<string, Places>
  /** until when the customer can cancel free of charge; null: it is not said */
  freeTerm?: FreeTerm | null
  /** how to pay what is owed, in the vendor's words; null: nothing is said */
  paymentNote?: string | null
  /** something was paid, and its receipt stays */
  hasReceipt?: boolean
  /** how what is requested will be paid by card; null: it is not */
  requestedWay?: 'card' | 'choice' | null
  /** what is owed and can be paid by card, on its page; null: nothing */
  byCard?: { minor: number; currency: string } | null
}

type Example = { audience: 'customer' | 'vendor'; facts: Said }

const dependsOnWhoDid = (kind: PurchaseKind) =>
  customerLetter(kind, { by: 'customer', late: false }) !==
  customerLetter(kind, { by: 'vendor', late: false })

/** All variants of a kind of news: who caused it, late or not, who gets it, whose words it uses. */
export function purchaseExamples(kind: PurchaseKind): Example[] {
  const examples = (dependsOnWhoDid(kind) ? (['customer', 'vendor'] as const) : [null]).flatMap(
    (by) =>
      [false, true].flatMap((late) => {
        const told: Said = {
          ...someFacts,
          by,
          late,
          issuedLink: late && by !== null,
          entries: someFacts.entries.map((entry) => entryOf(kind, entry, late)),
          ...(late && {
            vendor: withoutEmail,
            spotsHeld: 2,
            owedMinor: 1500,
            paidByCard: true,
            backToCard: true,
          }),
        }
        const toCustomer = looks.map((look) => ({
          audience: 'customer' as const,
          facts: {
            ...told,
            look,
            hasReceipt: late,
            paymentNote: late
              ? null
              : 'Cash on the day, or by bank transfer:\nDE02 1203 0000 0000 2020 51',
            byCard: late ? null : { minor: 2000, currency: 'EUR' },
            freeTerm: late ? { until: '2026-03-29T16:00:00.000Z' } : { noticeMinutes: 1440 },
          },
        }))
        const entries = told.entries.flatMap(fiveDates)
        const ofBundle = [bundle, { ...bundle, isWithdrawn: true, owedMinor: -6000 }].map(
          (one) => ({
            audience: 'customer' as const,
            facts: { ...told, entries, bundle: { ...one, returned: late ? 0 : 2 } },
          }),
        )
        const toVendor = [
          { ...told, places },
          { ...told, entries, bundle },
        ].map((one) => ({ audience: 'vendor' as const, facts: one }))
        return [...toCustomer, ...ofBundle, ...(vendorLetter(kind, told) === null ? [] : toVendor)]
      }),
  )
  return examples.flatMap((example) => [
    { ...example, facts: { ...example.facts, neutral: false } },
    ...(example.audience === 'customer'
      ? [{ ...example, facts: { ...example.facts, neutral: true } }]
      : []),
  ])
}
