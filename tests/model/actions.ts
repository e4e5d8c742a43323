import fc from 'fast-check'
import { bookBundle, bookBundleAgain, expireCredits, redeem } from './bundle-actions.ts'
import {
  action,
  type Action,
  anyClass,
  anyPage,
  distinct,
  member,
  pageAt,
  pick,
  picks,
  spotsAt,
  target,
  within,
} from './drawing.ts'
import { at, type BundleOrder, contacts, lastSingle, latest, type Order } from './known.ts'

export type { Action } from './drawing.ts'

type Member = 'owner' | 'stranger'
/** the page whose form it is; null: a form or a client that does not say what it showed */
type Page = number | null
/** null: the status it has */
type EditedStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'rejected' | null

/** A command with its targets as indexes into what is known. */
export type Call =
  | { kind: 'book'; order: Order; page: Page }
  /** the dates are those named, or the series from the first of them on */
  | { kind: 'bookBundle'; order: BundleOrder; how: 'series' | 'auto' | 'chosen'; page: Page }
  | { kind: 'redeem'; pass: number; group: number; to: number; page: Page }
  | { kind: 'expireCredits' }
  | { kind: 'confirm' | 'reject'; who: Member | 'link'; group: number; spots: number[] }
  | { kind: 'cancelByCustomer'; group: number; spots: number[] | null; page: Page }
  | { kind: 'cancelByVendor'; who: Member; spots: number[] }
  | { kind: 'move'; group: number; spots: number[]; to: number; page: Page }
  | {
      kind: 'edit'
      who: Member
      spot: number
      status: EditedStatus
      /** null: stays where it is */
      to: number | null
      contact: number
      /** the other bookings with the old address are ticked */
      withOthers: boolean
    }
  | { kind: 'give'; who: Member; spot: number; name: string; contact: number }
  | { kind: 'delete'; who: Member; spot: number }
  | { kind: 'mark'; who: Member; spot: number; mark: 'came' | 'no_show' | null }
  | { kind: 'waive'; who: Member; spot: number }
  | { kind: 'expire' }
  | { kind: 'complete' }
  | {
      kind: 'changeSession' | 'changeFollowing'
      who: Member
      session: number
      capacity: number
      laterMinutes: number
      location: string
    }
  | {
      kind: 'editClass'
      who: Member
      ofClass: number
      /** null: as it is */
      capacity: number | null
      /** of its weekly times, as long as they stay on their day */
      laterMinutes: number
      location: string | null
    }
  | { kind: 'cancelSession'; who: Member; session: number }
  | { kind: 'archive'; who: Member; ofClass: number; upcoming: 'keep' | 'cancel' | null }
  | { kind: 'openPage' }
  | { kind: 'timePasses'; minutes: number }

/** What somebody asks for, and may ask for again. */
export function isRequest({ kind }: Call): boolean {
  return kind !== 'openPage' && kind !== 'timePasses'
}

const contact = fc.nat(contacts.length - 1)

const book = action(
  'book',
  fc.record({ session: pick, spots: fc.integer({ min: 1, max: 4 }), contact, page: anyPage }),
  ({ session, spots, contact: index, page }, { sessions, pages }, key) => ({
    kind: 'book',
    page: pageAt(pages, page),
    order: { key, session: session % sessions.length, spots, name: 'Customer', contact: index },
  }),
)

const bookAgain = action(
  'book again under the same key',
  fc.record({ group: pick, change: fc.constantFrom('nothing', 'spots', 'name', 'session') }),
  ({ group, change }, { groups, sessions }) => {
    const orders = groups.flatMap(({ order }) => order ?? [])
    if (orders.length === 0) return null
    const order = at(orders, latest(orders.length, group))
    const changed = {
      nothing: order,
      spots: { ...order, spots: (order.spots % 4) + 1 },
      name: { ...order, name: 'Somebody else' },
      session: { ...order, session: (order.session + 1) % sessions.length },
    }
    return { kind: 'book', order: changed[change], page: null }
  },
)

/** Mostly what may still wait: that of the manual class. */
function manualOnes(all: readonly { ofClass: number }[], any: boolean): number[] {
  const manual = [...all.keys()].filter((index) => at(all, index).ofClass === 1)
  return any || manual.length === 0 ? [...all.keys()] : manual
}

const answer = action(
  'answer',
  fc.record({
    kind: fc.constantFrom('confirm' as const, 'confirm' as const, 'reject' as const),
    who: fc.oneof(member, fc.constant('link' as const)),
    group: pick,
    spots: picks,
    anyClass,
  }),
  ({ kind, who, group, spots, anyClass: any }, known) => {
    const groups = manualOnes(known.groups, any)
    const waiting = manualOnes(known.spots, any)
    return {
      kind,
      who,
      group: at(groups, latest(groups.length, group)),
      spots: distinct(spots.map((one) => at(waiting, latest(waiting.length, one)))),
    }
  },
)

const cancelByCustomer = action(
  'cancelByCustomer',
  fc.record({ group: pick, some: fc.option(picks), page: anyPage }),
  ({ group, some, page }, { groups, pages }) => {
    const index = latest(groups.length, group)
    return {
      kind: 'cancelByCustomer',
      group: index,
      page: pageAt(pages, page),
      spots: some && within(at(groups, index).spots, some),
    }
  },
)

const cancelByVendor = action(
  'cancelByVendor',
  fc.record({ who: member, spots: picks }),
  ({ who, spots }, known) => ({ kind: 'cancelByVendor', who, spots: spotsAt(known, spots) }),
)

const move = action(
  'move',
  fc.record({ group: pick, some: fc.option(picks), to: pick, anyClass, page: anyPage }),
  ({ group, some, to, anyClass: any, page }, known) => {
    const index = latest(known.groups.length, group)
    const { spots, ofClass, order, bought } = at(known.groups, index)
    if (order === null && bought === null) return null
    return {
      kind: 'move',
      group: index,
      page: pageAt(known.pages, page),
      spots: some === null ? [...spots] : within(spots, some),
      to: target(known, { ofClass, from: order?.session ?? null }, to, any),
    }
  },
)

const edit = action(
  'edit',
  fc.record({
    who: member,
    spot: pick,
    status: fc.constantFrom(
      'pending' as const,
      'confirmed' as const,
      'confirmed' as const,
      'completed' as const,
      'cancelled' as const,
      'rejected' as const,
      null,
    ),
    to: fc.option(pick, { freq: 2 }),
    anyClass,
    contact,
    withOthers: fc.boolean(),
  }),
  ({ who, spot, status, to, anyClass: any, contact: index, withOthers }, known) => {
    const edited = latest(known.spots.length, spot)
    return {
      kind: 'edit',
      who,
      spot: edited,
      status,
      contact: index,
      withOthers,
      to: to === null ? null : target(known, { ...at(known.spots, edited), from: null }, to, any),
    }
  },
)

const give = action(
  'give',
  fc.record({ who: member, spot: pick, contact: fc.nat(lastSingle) }),
  ({ spot, ...values }, known) => ({
    kind: 'give',
    spot: latest(known.spots.length, spot),
    name: 'Somebody else',
    ...values,
  }),
)

const remove = action('delete', fc.record({ who: member, spot: pick }), ({ who, spot }, known) => ({
  kind: 'delete',
  who,
  spot: latest(known.spots.length, spot),
}))

const mark = action(
  'mark',
  fc.record({
    who: member,
    spot: pick,
    mark: fc.constantFrom('came' as const, 'no_show' as const, null),
  }),
  ({ spot, ...values }, known) => ({
    kind: 'mark',
    spot: latest(known.spots.length, spot),
    ...values,
  }),
)

const waive = action('waive', fc.record({ who: member, spot: pick }), ({ who, spot }, known) => ({
  kind: 'waive',
  who,
  spot: latest(known.spots.length, spot),
}))

const expire = action('expire', fc.constant(null), () => ({ kind: 'expire' }))
const complete = action('complete', fc.constant(null), () => ({ kind: 'complete' }))

const capacity = fc.integer({ min: 1, max: 8 })
const laterMinutes = fc.constantFrom(0, 0, 0, 60, -60)
const location = fc.constantFrom('1 Park Street', '1 Park Street', '2 Park Street')

const changeSession = action(
  'changeSession',
  fc.record({ who: member, session: pick, capacity, laterMinutes, location }),
  ({ session, ...form }, { sessions }) => ({
    kind: 'changeSession',
    session: session % sessions.length,
    ...form,
  }),
)

/** Mostly of a session that has following ones. */
const changeFollowing = action(
  'changeFollowing',
  fc.record({ who: member, session: pick, capacity, laterMinutes, location, anyClass }),
  ({ session, anyClass: any, ...form }, { sessions }) => {
    const weekly = [...sessions.keys()].filter((index) => any || at(sessions, index).isWeekly)
    return { kind: 'changeFollowing', session: at(weekly, session % weekly.length), ...form }
  },
)

/** Mostly the class with a weekly time. */
const editClass = action(
  'editClass',
  fc.record({
    who: member,
    ofClass: fc.constantFrom(0, 0, 1),
    capacity: fc.option(capacity, { freq: 2 }),
    laterMinutes,
    location: fc.option(location, { freq: 2 }),
  }),
  (values) => ({ kind: 'editClass', ...values }),
)

const cancelSession = action(
  'cancelSession',
  fc.record({ who: member, session: pick }),
  ({ who, session }, { sessions }) => ({
    kind: 'cancelSession',
    who,
    session: session % sessions.length,
  }),
)

const archive = action(
  'archive',
  fc.record({
    who: member,
    ofClass: fc.nat(1),
    upcoming: fc.constantFrom('keep' as const, 'cancel' as const, null),
  }),
  (values) => ({ kind: 'archive', ...values }),
)

export const timePasses = action(
  'timePasses',
  fc.constantFrom(5, 5, 10, 10, 15, 30, 60, 180, 720, 1440, 1440),
  (minutes) => ({ kind: 'timePasses', minutes }),
)

const openPage = action('openPage', fc.constant(null), () => ({ kind: 'openPage' }))

/** An earlier request as it was, whatever has happened since. */
const sendAgain = action(
  'send again',
  fc.record({ request: fc.oneof(pick, fc.nat(60)) }),
  ({ request }, { sent }) => (sent.length === 0 ? null : at(sent, latest(sent.length, request))),
)

const all: fc.WeightedArbitrary<Action>[] = [
  { weight: 24, arbitrary: book },
  { weight: 4, arbitrary: bookAgain },
  { weight: 14, arbitrary: bookBundle },
  { weight: 3, arbitrary: bookBundleAgain },
  { weight: 8, arbitrary: redeem },
  { weight: 4, arbitrary: expireCredits },
  { weight: 12, arbitrary: answer },
  { weight: 6, arbitrary: cancelByCustomer },
  { weight: 4, arbitrary: cancelByVendor },
  { weight: 10, arbitrary: move },
  { weight: 12, arbitrary: edit },
  { weight: 8, arbitrary: give },
  { weight: 3, arbitrary: remove },
  { weight: 6, arbitrary: mark },
  { weight: 4, arbitrary: waive },
  { weight: 3, arbitrary: expire },
  { weight: 2, arbitrary: complete },
  { weight: 8, arbitrary: changeSession },
  { weight: 8, arbitrary: changeFollowing },
  { weight: 8, arbitrary: editClass },
  { weight: 12, arbitrary: openPage },
  { weight: 24, arbitrary: sendAgain },
  { weight: 1, arbitrary: cancelSession },
  { weight: 1, arbitrary: archive },
]

/** Everything but the passing of time, as often as it happens: what ends a session or a class is rare. */
export const command = fc.oneof(...all)

/** Everything but the passing of time, each as often as the others. */
export const anyCommand = fc.oneof(...all.map(({ arbitrary }) => arbitrary))
