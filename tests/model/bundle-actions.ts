import fc from 'fast-check'
import { action, anyClass, anyPage, pageAt, pick, target } from './drawing.ts'
import { at, lastSingle, latest } from './known.ts'

const mostDates = 4

export const bookBundle = action(
  'bookBundle',
  fc.record({
    ofClass: fc.nat(1),
    how: fc.constantFrom('series' as const, 'auto' as const, 'chosen' as const, 'chosen' as const),
    dates: fc.array(pick, { minLength: 1, maxLength: mostDates }),
    contact: fc.nat(lastSingle),
    leaveRest: fc.nat(5).map((drawn) => drawn > 0),
    anyClass,
    page: anyPage,
  }),
  ({ ofClass, how, dates, contact, leaveRest, anyClass: any, page }, { sessions, pages }, key) => {
    const own = [...sessions.keys()].filter((index) => at(sessions, index).ofClass === ofClass)
    const from = any ? [...sessions.keys()] : own
    const drawn = dates.map((one) => at(from, one % from.length))
    const order = { key, ofClass, sessions: drawn, name: 'Customer', contact, leaveRest }
    return { kind: 'bookBundle', order, how, page: pageAt(pages, page) }
  },
)

export const bookBundleAgain = action(
  'book a bundle again under the same key',
  fc.record({
    bundle: pick,
    change: fc.constantFrom('nothing', 'order of the dates', 'dates', 'name', 'contact'),
  }),
  ({ bundle, change }, { groups }) => {
    const orders = groups.flatMap(({ bought }) => bought ?? [])
    if (orders.length === 0) return null
    const order = at(orders, latest(orders.length, bundle))
    const changed = {
      nothing: order,
      'order of the dates': { ...order, sessions: order.sessions.toReversed() },
      dates: { ...order, sessions: order.sessions.slice(1) },
      name: { ...order, name: 'Somebody else' },
      contact: { ...order, contact: (order.contact + 1) % (lastSingle + 1) },
    }
    return { kind: 'bookBundle', order: changed[change], how: 'chosen', page: null }
  },
)

/** Rarely with the link of another purchase. */
export const redeem = action(
  'redeem',
  fc.record({ pass: pick, to: pick, anyClass, others: fc.nat(15), page: anyPage }),
  ({ pass, to, anyClass: any, others, page }, known) => {
    if (known.passes.length === 0) return null
    const index = latest(known.passes.length, pass)
    const { ofClass, group } = at(known.passes, index)
    return {
      kind: 'redeem',
      pass: index,
      page: pageAt(known.pages, page),
      group: others === 15 ? 0 : group,
      to: target(known, { ofClass, from: null }, to, any),
    }
  },
)

export const expireCredits = action('expireCredits', fc.constant(null), () => ({
  kind: 'expireCredits',
}))
