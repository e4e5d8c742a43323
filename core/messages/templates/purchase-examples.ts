import { type PurchaseKind, vendorLetter } from '../rules.ts'
import type { BundleFacts, PurchaseFacts } from '../schema.ts'

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
const facts: PurchaseFacts = {
  purchase: {
    groupId: '00000000-0000-4000-8000-000000000001',
    reference: 'ABCDEFGHJK',
    tokenRotation: 0,
    customerName: 'Carla',
    customerEmail: null,
    customerPhone: '+4915112345678',
  },
  vendor: { name: 'Studio Vera', email: 'studio@example.com', phone: null, telegram: null },
  entries: [
    {
      ...slot,
      before: { ...slot, location: null, onlineUrl: 'https://meet.example.com' },
      sessionId: '00000000-0000-4000-8000-000000000002',
      bookingIds: ['00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000004'],
      classTitle: 'Yoga',
      calendarId: '00000000-0000-4000-8000-000000000001',
      calendarSequence: 1,
      state: 'held',
      spots: 2,
      stillHeld: 2,
      stillWaiting: false,
      priceMinor: 0,
      currency: 'EUR',
    },
  ],
  spotsHeld: 0,
  before: null,
  bundle: null,
  by: null,
  late: false,
  issuedLink: false,
  expiresAt: slot.startsAt,
}

/** Where the vendor has no address and still has to answer, and other spots are held. */
const other = {
  vendor: withoutEmail,
  entries: facts.entries.map((entry) => ({ ...entry, state: 'waiting' as const })),
  spotsHeld: 2,
}

const bundle: BundleFacts = {
  name: 'Yoga 10',
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

export type Said = PurchaseFacts & {
  /** in our words, without links of the vendor's */
  neutral?: boolean
  /** for a former holder, whose link opens nothing any more */
  isFormer?: boolean
}

type Example = { audience: 'customer' | 'vendor'; facts: Said }

/** All that a kind of news can be: by whom, late or not, for whom, in whose words. */
export function purchaseExamples(kind: PurchaseKind): Example[] {
  const examples = (['customer', 'vendor'] as const).flatMap((by) =>
    [false, true].flatMap((late) => {
      const told = { ...facts, by, late, issuedLink: late, ...(late && other) }
      const toCustomer = { audience: 'customer' as const, facts: told }
      const ofBundle = [bundle, { ...bundle, isWithdrawn: true, owedMinor: -6000 }].map((one) => ({
        audience: 'customer' as const,
        facts: { ...told, bundle: { ...one, returned: late ? 0 : 2 } },
      }))
      return vendorLetter(kind, told) === null
        ? [toCustomer, ...ofBundle]
        : [toCustomer, ...ofBundle, { audience: 'vendor' as const, facts: { ...told, bundle } }]
    }),
  )
  return examples.flatMap((example) => [
    { ...example, facts: { ...example.facts, neutral: false } },
    ...(example.audience === 'customer'
      ? [
          { ...example, facts: { ...example.facts, neutral: true } },
          { ...example, facts: { ...example.facts, isFormer: true } },
        ]
      : []),
  ])
}
