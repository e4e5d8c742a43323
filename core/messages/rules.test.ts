import { describe, expect, test } from 'vitest'
import { isEnding, isOfMoney, type PurchaseKind, purchaseKinds } from './rules/kinds.ts'
import { isOnlyLinks } from './rules/names.ts'
import {
  type BundleNow,
  bundleNews,
  type BundleTold,
  type Reader,
  type SpotNow,
  spotNews,
  type SpotTold,
} from './rules/news.ts'
import { secondsToWait } from './rules/sending.ts'

const monday = {
  sessionId: 'monday',
  startsAt: '2027-07-05T16:00:00.000Z',
  endsAt: '2027-07-05T17:00:00.000Z',
  zone: 'Europe/Berlin',
  location: '1 Park Street',
  onlineUrl: null,
}
const later = {
  ...monday,
  startsAt: '2027-07-05T16:30:00.000Z',
  endsAt: '2027-07-05T17:30:00.000Z',
}
const elsewhere = { ...monday, location: '2 Park Street' }
const online = { ...monday, location: null, onlineUrl: 'https://meet.example.com' }
const tuesday = {
  ...monday,
  sessionId: 'tuesday',
  startsAt: '2027-07-06T16:00:00.000Z',
  endsAt: '2027-07-06T17:00:00.000Z',
}
const ahead = new Date('2027-07-01T12:00:00Z')

const each = <One, More>(all: readonly One[], of: (one: One) => readonly More[]): More[] =>
  all.flatMap((one) => of(one))

const actors = ['customer', 'issued_link', 'vendor', 'system'] as const
const isCustomers = (by: string | null) => by === 'customer' || by === 'issued_link'
const isHeld = ({ status }: SpotTold) => status === 'requested' || status === 'confirmed'

const noMoney = { backMinor: 0, forgivenMinor: 0 }

/** All that a reader may have been told of a spot. */
const tolds: SpotTold[] = each([monday, later, tuesday], (place) => [
  ...(['requested', 'confirmed', 'cancelled', 'rejected', 'expired'] as const).map((status) => ({
    ...place,
    status,
    waived: false,
    backMinor: 0,
    forgivenMinor: 0,
    party: null,
  })),
  { ...place, ...noMoney, status: 'cancelled' as const, waived: true, party: null },
  ...(['confirmed', 'cancelled'] as const).map((status) => ({
    ...place,
    status,
    waived: false,
    backMinor: 1500,
    forgivenMinor: 500,
    party: null,
  })),
])

/** All states that a spot can have, with who brought it there. */
const nows: SpotNow[] = each(tolds, (told) =>
  each(actors, (madeBy) =>
    each([null, ...actors], (movedBy) =>
      each(isHeld(told) ? [null] : actors, (endedBy) =>
        each(told.status === 'cancelled' ? [false, true] : [false], (late) =>
          (told.status === 'cancelled' ? [false, true] : [false]).map((isSessionCancelled) => ({
            ...told,
            madeBy,
            movedBy,
            endedBy,
            late,
            isSessionCancelled,
            isAsAgreed: true,
          })),
        ),
      ),
    ),
  ),
)

function toldOf({ status, waived, backMinor, forgivenMinor, party, ...now }: SpotNow): SpotTold {
  const { sessionId, startsAt, endsAt, zone, location, onlineUrl } = now
  return {
    sessionId,
    startsAt,
    endsAt,
    zone,
    location,
    onlineUrl,
    status,
    waived,
    backMinor,
    forgivenMinor,
    party,
  }
}

const isOtherPlace = (one: SpotTold, other: SpotTold) =>
  one.startsAt !== other.startsAt || one.location !== other.location

describe('of all states of a spot, all that was told of it, for both readers', () => {
  const readers: Reader[] = ['customer', 'vendor']
  /** Counts what breaks a rule: a message of each would be endless. */
  const breaking = (
    breaks: (all: {
      reader: Reader
      told: SpotTold | undefined
      now: SpotNow
      news: (at?: Date) => ReturnType<typeof spotNews>
    }) => boolean,
  ) => {
    for (const now of nows)
      for (const told of [undefined, ...tolds])
        for (const reader of readers) {
          const news = (at = ahead) => spotNews({ reader, told, now, at })
          if (breaks({ reader, told, now, news })) return { reader, told, now, news: news() }
        }
    return null
  }

  test('what was told is no news, no matter who did it and what happened in between', () => {
    expect(
      breaking(
        ({ reader, now }) => spotNews({ reader, told: toldOf(now), now, at: ahead }) !== null,
      ),
    ).toBeNull()
  })

  test('the vendor hears only what customers did, and what expired', () => {
    expect(
      breaking(({ reader, news }) => {
        const said = news()
        const isOwn = said?.by !== 'customer' && said?.kind !== 'booking.expired'
        return reader === 'vendor' && said !== null && isOwn
      }),
    ).toBeNull()
  })

  test('when a session is over, nobody hears anything but refunds and waivers', () => {
    expect(
      breaking(({ now, news }) => {
        const over = news(new Date(now.endsAt))
        return over !== null && !isOfMoney(over.kind)
      }),
    ).toBeNull()
  })

  test('what a customer booked or moved is not their own news if the session has changed since', () => {
    expect(
      breaking(({ told, now }) => {
        const changed = { ...now, isAsAgreed: false }
        const said = spotNews({ reader: 'customer', told, now: changed, at: ahead })
        return isHeld(now) && said?.by === 'customer'
      }),
    ).toBeNull()
  })

  test('a customer hears of every spot that was booked and is not any more, or is elsewhere', () => {
    expect(
      breaking(
        ({ reader, told, now, news }) =>
          reader === 'customer' &&
          told !== undefined &&
          isHeld(told) &&
          (!isHeld(now) || isOtherPlace(told, now) || told.status !== now.status) &&
          news() === null,
      ),
    ).toBeNull()
  })

  test('the vendor hears of every end and move by a customer', () => {
    expect(
      breaking(
        ({ reader, told, now, news }) =>
          reader === 'vendor' &&
          told?.status === 'confirmed' &&
          ((now.status === 'cancelled' && isCustomers(now.endedBy) && !now.isSessionCancelled) ||
            (now.status === 'confirmed' &&
              now.sessionId !== told.sessionId &&
              isCustomers(now.movedBy))) &&
          news() === null,
      ),
    ).toBeNull()
  })

  test('what the vendor added and removed again is never told', () => {
    expect(
      breaking(
        ({ told, now, news }) =>
          told === undefined && now.madeBy === 'vendor' && !isHeld(now) && news() !== null,
      ),
    ).toBeNull()
  })

  test('a place before is named where a spot that is still booked has another', () => {
    expect(
      breaking(({ told, now, news }) => {
        const said = news()
        if (!said) return false
        const moved = told !== undefined && isHeld(told) && isHeld(now) && isOtherPlace(told, now)
        return (said.before !== null) !== moved
      }),
    ).toBeNull()
  })

  test('late is said of cancellations that are held against the customer', () => {
    expect(
      breaking(({ now, news }) => {
        const said = news()
        return (
          said?.late === true && !(said.kind === 'booking.cancelled' && now.late && !now.waived)
        )
      }),
    ).toBeNull()
  })
})

const booked: SpotTold = { ...monday, ...noMoney, status: 'confirmed', waived: false, party: null }
const now = (more: Partial<SpotNow>): SpotNow => ({
  ...booked,
  madeBy: 'customer',
  movedBy: null,
  endedBy: null,
  isAsAgreed: true,
  late: false,
  isSessionCancelled: false,
  ...more,
})
const ended = (by: SpotNow['endedBy'], more: Partial<SpotNow> = {}) =>
  now({ status: 'cancelled', endedBy: by, ...more })
const asked: SpotTold = { ...booked, status: 'requested' }
const unpaid: SpotTold = { ...booked, status: 'unpaid' }
const approved: SpotTold = { ...booked, status: 'approved' }
const gone: SpotTold = { ...booked, status: 'cancelled' }

test.each<[string, SpotTold | undefined, SpotNow, PurchaseKind | null, PurchaseKind | null]>([
  ['booked online', undefined, now({}), 'booking.confirmed', 'booking.confirmed'],
  ['requested', undefined, now({ status: 'requested' }), 'booking.requested', 'booking.requested'],
  ['added by the vendor', undefined, now({ madeBy: 'vendor' }), 'booking.confirmed', null],
  ['booked and cancelled at once', undefined, ended('customer'), 'booking.cancelled', null],
  ['a request that ended before', undefined, now({ status: 'expired' }), 'booking.expired', null],
  ['confirmed', asked, now({}), 'booking.approved', null],
  ['rejected', asked, now({ status: 'rejected' }), 'booking.rejected', null],
  ['expired', asked, now({ status: 'expired' }), 'booking.expired', 'booking.expired'],
  ['waiting for its payment', undefined, now({ status: 'unpaid' }), null, null],
  ['paid', unpaid, now({}), 'booking.confirmed', 'booking.confirmed'],
  ['not paid in time', unpaid, now({ status: 'unpaid', endedBy: 'system' }), null, null],
  ['let go unpaid', undefined, now({ status: 'unpaid', endedBy: 'system' }), null, null],
  [
    'paid too late',
    undefined,
    now({ status: 'unpaid', endedBy: 'system', backMinor: 1500 }),
    'booking.paid_late',
    'booking.paid_late',
  ],
  ['confirmed, to be paid', asked, now({ status: 'approved' }), 'booking.to_pay', null],
  ['confirmed, and paid', approved, now({}), 'booking.confirmed', 'booking.confirmed'],
  [
    'confirmed, and not paid in time',
    approved,
    now({ status: 'expired', endedBy: 'system' }),
    'booking.unpaid',
    'booking.unpaid',
  ],
  ['confirmed, and cancelled unpaid', approved, ended('vendor'), 'booking.cancelled', null],
  ['a request again', booked, now({ status: 'requested' }), 'booking.requested', null],
  ['booked again', gone, now({}), 'booking.approved', null],
  [
    'cancelled by the customer',
    booked,
    ended('customer'),
    'booking.cancelled',
    'booking.cancelled',
  ],
  ['cancelled by the vendor', booked, ended('vendor'), 'booking.cancelled', null],
  [
    'cancelled with its session',
    booked,
    ended('vendor', { isSessionCancelled: true }),
    'session.cancelled',
    null,
  ],
  [
    'moved by the customer',
    booked,
    now({ ...tuesday, movedBy: 'customer' }),
    'booking.moved',
    'booking.moved',
  ],
  ['moved by the vendor', booked, now({ ...tuesday, movedBy: 'vendor' }), 'booking.moved', null],
  [
    'to the other hall, same place',
    booked,
    now({ sessionId: 'hall', movedBy: 'customer' }),
    null,
    null,
  ],
  [
    'others come to the slot',
    { ...booked, party: { people: 2, extras: [] } },
    now({ party: { people: 3, extras: [] } }),
    'booking.session_changed',
    null,
  ],
  [
    'the slot with an extra more',
    { ...booked, party: { people: 2, extras: [] } },
    now({ party: { people: 2, extras: ['Rackets'] } }),
    'booking.session_changed',
    null,
  ],
  ['the session is later', booked, now(later), 'booking.session_changed', null],
  ['the session is elsewhere', booked, now(elsewhere), 'booking.session_changed', null],
  ['the session is online', booked, now(online), 'booking.session_changed', null],
  ['confirmed and later', asked, now(later), 'booking.approved', null],
  ['waived', gone, ended('customer', { waived: true }), 'booking.late_waived', null],
  ['given back', gone, ended('customer', { backMinor: 1500 }), 'booking.refunded', null],
  ['given back while it is booked', booked, now({ backMinor: 500 }), 'booking.refunded', null],
  ['less to pay', booked, now({ forgivenMinor: 500 }), 'booking.price_waived', null],
  ['owed again', { ...booked, backMinor: 1500 }, now({ backMinor: 0 }), null, null],
])('%s: what each reader hears', (_what, told, state, customer, vendor) => {
  const kindFor = (reader: Reader) =>
    spotNews({ reader, told, now: state, at: ahead })?.kind ?? null
  expect([kindFor('customer'), kindFor('vendor')]).toEqual([customer, vendor])
})

describe('of all states of a bundle', () => {
  const toldBundles: BundleTold[] = each(['yoga', 'pilates', null], (classId) =>
    [0, 2].map((withdrawn) => ({
      classId,
      classTitle: classId ?? '',
      withdrawn,
      backMinor: withdrawn * 1000,
      forgivenMinor: withdrawn * 500,
    })),
  )
  const bundles: BundleNow[] = each(toldBundles, (told) =>
    each([0, 3], (remaining) =>
      each([false, true], (isCancelled) =>
        each([false, true], (isOpen) =>
          each([false, true], (isOfHeld) =>
            [false, true].map((isOffered) => ({
              ...told,
              remaining,
              isCancelled,
              isOpen,
              isHeld: isOfHeld,
              isOffered,
            })),
          ),
        ),
      ),
    ),
  )
  const all = each(bundles, (state) => toldBundles.map((told) => ({ told, state })))

  test('what was told is no news, the first time tells nothing, and a bundle that was never confirmed ends with its dates', () => {
    for (const state of bundles) {
      const { classId, classTitle, withdrawn, backMinor, forgivenMinor } = state
      const told = { classId, classTitle, withdrawn, backMinor, forgivenMinor }
      expect(bundleNews(told, state)).toBeNull()
      expect(bundleNews(undefined, state)).toBeNull()
    }
    for (const { told, state } of all)
      if (state.isCancelled) expect(bundleNews(told, state)).toBeNull()
  })

  test('what was refunded is always said; another class only to whom it is of use', () => {
    for (const { told, state } of all.filter((one) => !one.state.isCancelled)) {
      const news = bundleNews(told, state)
      const isUseful = state.remaining > 0 ? state.isOpen : state.isHeld && state.isOffered
      if (state.withdrawn > told.withdrawn)
        expect(news).toMatchObject({
          letter: 'bundleRefunded',
          sessions: state.withdrawn - told.withdrawn,
        })
      else if (told.classId !== state.classId && isUseful)
        expect(news).toMatchObject({ letter: 'bundleMoved', fromClass: told.classTitle })
      else expect(news).toBeNull()
    }
  })
})

test('of several kinds of news, what has ended is said first, unless it is of money', () => {
  const [, ...more] = purchaseKinds.slice(purchaseKinds.findIndex((kind) => !isEnding(kind)))
  expect(more.filter((kind) => isEnding(kind) && !isOfMoney(kind))).toEqual([])
})

test('looking for links takes time in proportion to the text', () => {
  for (const part of ['a.', 'w-.u', 'a-', '<a ', '[url', 'www', 'http://']) {
    const started = performance.now()
    isOnlyLinks(part.repeat(100_000 / part.length))
    expect(performance.now() - started, part).toBeLessThan(1000)
  }
})

test.each([
  [['booking.session_changed'], 0, 20, 0],
  [['booking.session_changed'], 0, 10 * 60, 0],
  [['booking.session_changed'], 0, 11 * 60, 60],
  [['booking.cancelled', 'booking.session_changed'], 0, 2 * 60 * 60, 60],
  [['booking.cancelled'], 0, 2 * 60 * 60, 0],
  [['booking.moved'], 4, 2 * 60 * 60, 15 * 60],
  [['booking.moved'], 4, 50 * 60, 0],
  [['booking.requested'], 4, 2 * 60 * 60, 0],
] as const)(
  '%s, after %d messages within the hour and %d seconds before the start, waits %d seconds',
  (kinds, withinHour, secondsLeft, waits) => {
    expect(secondsToWait(kinds, { withinHour, secondsLeft })).toBe(waits)
  },
)
