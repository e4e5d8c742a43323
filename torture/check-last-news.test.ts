import { expect, test } from 'vitest'
import { listMisinformed } from './check-last-news.ts'
import type { Fault } from './check.ts'
import type { BookingRow, MessageRow } from './contents.ts'
import { booking, contents, message, session } from './hand-made.ts'

type Sent = Parameters<typeof message>[0] & { sentAt: number }
type Now = {
  spots: BookingRow[]
  sessions?: (typeof session)[]
  groups?: typeof contents.groups
  faults?: Fault[]
}

function misinformed({ spots, faults = [], ...more }: Now, ...sent: Sent[]): number {
  const messages = sent.map(({ sentAt: _sentAt, ...row }, n): MessageRow =>
    message({ id: `m${n}`, createdAt: 1000 + n, ...row }),
  )
  const mails = sent.map(({ sentAt: t }, n) => ({ t, messageId: `m${n}`, answered: true }))
  return listMisinformed({ ...contents, ...more, bookings: spots, messages }, mails, faults).length
}

const told = (id: string, sessionId = 's1', location = 'Hall 1') => ({
  id,
  sessionId,
  startsAt: sessionId === 's2' ? 120_000 : 60_000,
  location,
})
const one = told('b1')
const confirmed = { sentAt: 1, spots: [one] }
const cancelled = { sentAt: 2, kind: 'booking.cancelled', spots: [one] }
const moved = { sentAt: 2, kind: 'booking.moved', spots: [told('b1', 's2')] }
const rejected = { kind: 'booking.rejected', spots: [one] }
const requested = { kind: 'booking.requested', spots: [one] }
const frozen: Fault = { kind: 'freeze', from: 10_000, to: 17_000, says: 'kill -STOP worker' }
const elsewhere = [session, { ...session, id: 's2', startsAt: 120_000 }]

test.each<[string, Now, Sent[]]>([
  ['confirmed, and cancelled', { spots: [booking({ status: 'cancelled' })] }, [confirmed]],
  ['cancelled, and still booked', { spots: [booking()] }, [confirmed, cancelled]],
  [
    'requested, and confirmed',
    { spots: [booking()] },
    [{ ...confirmed, kind: 'booking.requested' }],
  ],
  [
    'rejected, and it ran out',
    { spots: [booking({ status: 'expired' })] },
    [{ ...cancelled, kind: 'booking.rejected' }],
  ],
  ['moved, and where it was', { spots: [booking()], sessions: elsewhere }, [confirmed, moved]],
  [
    'where it was, and moved',
    { spots: [booking({ sessionId: 's2' })], sessions: elsewhere },
    [confirmed],
  ],
  [
    'at another place',
    { spots: [booking()] },
    [{ sentAt: 1, kind: 'booking.session_changed', spots: [told('b1', 's1', 'Hall 2')] }],
  ],
  [
    'at another time',
    { spots: [booking()], sessions: [{ ...session, startsAt: 90_000 }] },
    [confirmed],
  ],
  [
    'confirmed, with others, and cancelled',
    { spots: [booking({ status: 'cancelled' }), booking({ id: 'b2' })] },
    [{ sentAt: 1, spots: [one, told('b2')] }],
  ],
  [
    'the older news last',
    { spots: [booking({ status: 'cancelled' })] },
    [{ ...confirmed, sentAt: 3 }, cancelled],
  ],
  [
    'requested, long after a worker woke',
    { spots: [booking({ status: 'rejected' })], faults: [frozen] },
    [
      { ...rejected, sentAt: 12_000 },
      { ...requested, sentAt: 21_000 },
    ],
  ],
  [
    'requested, when a worker woke, and was never rejected by mail',
    { spots: [booking({ status: 'rejected' })], faults: [frozen] },
    [{ ...requested, sentAt: 17_010 }],
  ],
  [
    'requested, by a worker that was killed',
    { spots: [booking({ status: 'rejected' })], faults: [{ ...frozen, kind: 'worker' }] },
    [
      { ...rejected, sentAt: 12_000 },
      { ...requested, sentAt: 17_010 },
    ],
  ],
  ['held, in no mail', { spots: [booking()] }, []],
  [
    'held, in mails about other spots',
    { spots: [booking(), booking({ id: 'b2' })] },
    [{ sentAt: 1, spots: [told('b2')] }],
  ],
  ['held, in a mail to its vendor', { spots: [booking()] }, [{ ...confirmed, audience: 'vendor' }]],
])('the last mail says that a spot is %s', (_name, now, sent) => {
  expect(misinformed(now, ...sent)).toBe(1)
})

test.each<[string, Now, Sent[]]>([
  ['confirmed', { spots: [booking()] }, [confirmed]],
  [
    'requested, by a worker that woke after the rejection had been sent',
    { spots: [booking({ status: 'rejected' })], faults: [frozen] },
    [
      { ...rejected, sentAt: 12_000 },
      { ...requested, sentAt: 17_010 },
    ],
  ],
  ['over before any mail', { spots: [booking({ status: 'cancelled' })] }, []],
  ['completed by now', { spots: [booking({ status: 'completed' })] }, [confirmed]],
  ['cancelled', { spots: [booking({ status: 'cancelled' })] }, [confirmed, cancelled]],
  ['moved', { spots: [booking({ sessionId: 's2' })], sessions: elsewhere }, [confirmed, moved]],
  [
    'told by mail to nobody',
    {
      spots: [booking({ status: 'cancelled' })],
      groups: contents.groups.map((group) => ({ ...group, hasEmail: false })),
    },
    [confirmed],
  ],
  [
    'told to its vendor otherwise',
    { spots: [booking()] },
    [confirmed, { ...cancelled, audience: 'vendor' }],
  ],
  [
    // What no longer holds is left out of a mail about several spots.
    'named by an older mail about several, which was sent after the news of it alone',
    { spots: [booking({ status: 'cancelled' }), booking({ id: 'b2' })] },
    [{ sentAt: 3, spots: [one, told('b2')] }, cancelled],
  ],
  [
    'named by a mail about several that was written later, and sent after the news of it alone',
    { spots: [booking({ status: 'cancelled' }), booking({ id: 'b2' })] },
    [cancelled, { sentAt: 3, spots: [one, told('b2')] }],
  ],
])('the last mail is right about a spot that is %s', (_name, now, sent) => {
  expect(misinformed(now, ...sent)).toBe(0)
})
