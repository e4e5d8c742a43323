import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { appFor, signInAs, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aFacility,
  aSession,
  aVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { listRoutes } from '#tests/support/routes.ts'
import { bought, inDays, order, passOf } from '#tests/support/series.ts'
import { aMember, classFields } from '#tests/support/workspace.ts'
import { fromNow } from '#tests/support/times.ts'

// Who may open which address of the workspace. A route that is missing here fails the first test.

const addresses = [
  '/onboarding',
  '/onboarding/username',
  '/onboarding/delete',
  '/dashboard',
  '/dashboard/share',
  '/dashboard/classes',
  '/dashboard/classes/new',
  '/dashboard/classes/:classId',
  '/dashboard/classes/:classId/picture',
  '/dashboard/classes/:classId/sessions',
  '/dashboard/classes/:classId/delete',
  '/dashboard/classes/:classId/bundles',
  '/dashboard/classes/:classId/bundles/new',
  '/dashboard/classes/:classId/bundles/:bundleId',
  '/dashboard/classes/:classId/sold/:passId/extend',
  '/dashboard/classes/:classId/sold/:passId/withdraw',
  '/dashboard/facilities/new',
  '/dashboard/facilities/:facilityId',
  '/dashboard/sessions/:sessionId',
  '/dashboard/bookings',
  '/dashboard/bookings/new',
  '/dashboard/bookings/selected',
  '/dashboard/bookings/message',
  '/dashboard/bookings/export',
  '/dashboard/payments/export',
  '/dashboard/bookings/blocked',
  '/dashboard/bookings/:bookingId',
  '/dashboard/bookings/:bookingId/block',
  '/dashboard/bookings/:bookingId/erase',
  '/dashboard/bookings/:bookingId/face',
  '/dashboard/bookings/:bookingId/give',
  '/dashboard/bookings/:bookingId/receipt',
  '/dashboard/bookings/:bookingId/refund',
  '/dashboard/today',
  '/dashboard/today/marks',
  '/dashboard/offline',
  '/dashboard/calendar',
  '/dashboard/calendar/move',
  '/dashboard/calendar/print',
  '/dashboard/calendar/feed',
  '/subscription',
  '/dashboard/profile',
  '/dashboard/settings',
  '/dashboard/settings/page',
  '/dashboard/settings/pictures',
  '/settings',
  '/settings/profile',
  '/settings/business',
  '/settings/notifications',
  '/settings/rules',
  '/settings/payment',
  '/settings/integrations',
  '/settings/integrations/disconnect-cards',
  '/settings/legacy',
  '/settings/api',
  '/settings/security',
  '/settings/data',
  '/settings/data/export',
  '/settings/security/email',
  '/settings/security/two-factor',
  '/settings/security/passkey',
  '/dashboard/*',
  '/settings/*',
  '/referrals',
] as const

/** Addresses of the workspace that do not exist. */
const isNothing = (address: string) => address.endsWith('/*')

/** What a device without a network shows; the same for everybody, and without data. */
const openToAll = '/dashboard/offline'

/** What an answer says, in one line. */
function outcomeOf({ status, headers }: Response): string {
  const to = headers.get('location')
  return to === null ? `${status}` : `${status} ${to}`
}

const atLogin = (address: string) => `/login?redirect_to=${encodeURIComponent(address)}`

type Role = 'owner' | 'other' | 'suspended' | 'closed' | 'manager' | 'instructor' | 'admin'

type Actor = {
  /** null: nobody is signed in */
  as: Role | null
  get: (address: string, hasIds: boolean) => string | null
  post: (address: string, hasIds: boolean) => string | null
}

/** What is done is over, or wants a choice of bookings. */
const leadsElsewhere = /^\/onboarding|\/message$|\/selected$|\/data\/export$/

/** Where those lead that only take forms. */
const pagesOfForms: Record<string, string> = {
  '/dashboard/today/marks': '/dashboard/today',
  '/dashboard/calendar/move': '/dashboard/calendar',
}

const opened = (address: string) => {
  // A customer who is not known by Telegram has no picture of their own.
  if (address.endsWith('/face')) return '302 /avatars/1.svg'
  // There is nothing to disconnect.
  if (address.endsWith('/disconnect-cards')) return '302 /settings/integrations'
  const page = pagesOfForms[address]
  return page === undefined ? '200' : `302 ${page}`
}

const forOwners = /^\/settings\/(?:data|integrations\/disconnect-cards)/
/** What managers may read and only the owner may change. */
const changedByOwners = /^\/subscription/
/** What somebody may read who works for the vendor and changes nothing. */
const forInstructors =
  /^\/dashboard(?:\/(?:share|classes|classes\/[^/]+\/sessions|sessions\/[^/]+|bookings|today|calendar|calendar\/print))?$|^\/settings\/security/
/** What they send: marks, and what belongs to their own account. */
const fromInstructors = /^\/onboarding|^\/dashboard\/today|^\/settings\/security/

// null: another test covers it, because it depends on the page. The ids are those of the owner.
const actors: Record<string, Actor> = {
  'signed out': {
    as: null,
    get: (address) => `302 ${atLogin(address)}`,
    post: (address) => `307 ${atLogin(address)}&form=1`,
  },
  owner: {
    as: 'owner',
    get: (address) =>
      leadsElsewhere.test(address) ? null : isNothing(address) ? '404' : opened(address),
    post: (address) => (isNothing(address) ? '404' : null),
  },
  manager: {
    as: 'manager',
    get: (address) =>
      leadsElsewhere.test(address)
        ? null
        : forOwners.test(address) || isNothing(address)
          ? '404'
          : opened(address),
    post: (address) =>
      forOwners.test(address) || changedByOwners.test(address) || isNothing(address) ? '404' : null,
  },
  instructor: {
    as: 'instructor',
    get: (address) => {
      // The settings begin with what an instructor has of them.
      if (address === '/settings') return '302 /settings/security'
      if (/^\/onboarding|\/data\/export$/.test(address)) return null
      return forInstructors.test(address) || address in pagesOfForms ? opened(address) : '404'
    },
    post: (address) => (fromInstructors.test(address) ? null : '404'),
  },
  admin: {
    as: 'admin',
    get: () => '302 /super-admin/dashboard',
    post: () => '302 /super-admin/dashboard',
  },
  'another vendor': {
    as: 'other',
    get: (_address, hasIds) => (hasIds ? '404' : null),
    post: (_address, hasIds) => (hasIds ? '404' : null),
  },
  'vendor of a closed account': {
    as: 'closed',
    get: () => '302 /account-closed',
    post: () => '302 /account-closed',
  },
  'suspended vendor': {
    as: 'suspended',
    get: () => '302 /account-suspended',
    post: () => '302 /account-suspended',
  },
}

test('no page shows an instructor how to reach a customer', async ({ deps }) => {
  const { ids, userIds } = await aWorld(deps)
  const [owner, instructor] = await Promise.all(
    [userIds.owner, userIds.instructor].map((userId) => visitorFor(deps, userId)),
  )
  const shown: string[] = []
  for (const address of addresses) {
    const path = address.replaceAll(/:\w+/g, (param) => ids[param] ?? param)
    if (actors['instructor']?.get(path, false) !== '200') continue
    // What the page hands to its script is in it too.
    expect(await (await instructor?.get(path))?.text(), path).not.toMatch(customersContact)
    if (customersContact.test((await (await owner?.get(path))?.text()) ?? '')) shown.push(address)
  }
  expect(shown).toContain('/dashboard/bookings')
})

test('no page shows an instructor what was paid, only what is still to be paid', async ({
  deps,
  db,
}) => {
  const { ids, userIds } = await aWorld(deps)
  const { sessionDate } = await db
    .selectFrom('classSessions')
    .where('id', '=', ids[':sessionId'] ?? '')
    .select('sessionDate')
    .executeTakeFirstOrThrow()
  const [owner, instructor] = await Promise.all(
    [userIds.owner, userIds.instructor].map((userId) => visitorFor(deps, userId)),
  )
  const page = async (visitor: Visitor | undefined, path: string) =>
    (await (await visitor?.get(path))?.text()) ?? ''
  const list = '/dashboard/bookings?when=all'
  const day = `/dashboard/today?date=${sessionDate}`
  for (const address of [...addresses, list, `${list}&payment=paid`, `${list}&payment=due`, day]) {
    const path = address.replaceAll(/:\w+/g, (param) => ids[param] ?? param)
    if (actors['instructor']?.get(path.split('?')[0] ?? '', false) !== '200') continue
    expect([path, pricesAndPayments.exec(await page(instructor, path))?.[0]]).toEqual([
      path,
      undefined,
    ])
  }
  for (const path of [list, day]) {
    expect([path, pricesAndPayments.test(await page(owner, path))]).toEqual([path, true])
    for (const visitor of [owner, instructor])
      expect(await page(visitor, path), path).toContain('€303')
  }
  // They filter by what is due, and by no other payment.
  expect(await page(owner, `${list}&payment=paid`)).not.toContain('Carla Customer')
  for (const name of ['Carla Customer', 'Paula Paid'])
    expect(await page(instructor, `${list}&payment=paid`)).toContain(name)
  const due = await page(instructor, `${list}&payment=due`)
  expect(due).toContain('Carla Customer')
  expect(due).not.toContain('Paula Paid')
})

/** Of the bookings in the world: their prices, the parts that were paid, and the columns that say so. */
const pricesAndPayments =
  /\b(?:97731|977\.31|67431|674\.31|88831|888\.31|76543|765\.43|54321|543\.21)\b|\b(?:paidMinor|paymentStatus|isPaidFor)\b/

test('an instructor is not asked whether a session should be cancelled', async ({ deps }) => {
  const { ids, userIds } = await aWorld(deps)
  const answers = await Promise.all(
    [userIds.owner, userIds.instructor].map(async (userId) => {
      const visitor = await visitorFor(deps, userId)
      const path = `/dashboard/sessions/${ids[':sessionId']}.data?cancel=one`
      return (await (await visitor.get(path)).text()).includes('agreement')
    }),
  )
  expect(answers).toEqual([true, false])
})

const customersContact = /reach\.carla@example\.com|\+?4915199887766|reach_carla_tg|7000123:555/

test('the matrix has a row for every route of the workspace', async () => {
  const routed = (await listRoutes())
    .filter(
      ({ address, route }) =>
        /^\/(?:dashboard|settings|onboarding|referrals|subscription)(?:\/|$)/.test(address) &&
        (route.path !== undefined || route.index),
    )
    .map(({ address }) => address)
  expect([...new Set(routed)].toSorted()).toEqual(addresses.toSorted())
})

for (const [name, actor] of Object.entries(actors)) {
  test(`what the workspace answers: ${name}`, async ({ deps, db }) => {
    const { ids, userIds } = await aWorld(deps)
    const visitor = await visitorFor(deps, actor.as && userIds[actor.as])
    const before = await dataOf(db)
    for (const address of addresses) {
      if (address === openToAll) continue
      const hasIds = address.includes(':')
      const path = address.replaceAll(/:\w+/g, (param) => ids[param] ?? param)
      expect(path).not.toContain(':')
      const onGet = actor.get(path, hasIds)
      if (onGet !== null) expect([path, outcomeOf(await visitor.get(path))]).toEqual([path, onGet])
      const onPost = actor.post(path, hasIds)
      if (onPost !== null && (await takesForms(address)))
        expect([path, outcomeOf(await visitor.post(path, formFor(address, ids)))]).toEqual([
          path,
          onPost,
        ])
    }
    expect(await dataOf(db)).toEqual(before)
  })
}

test('an address with nothing says so in the language of the account, between the tabs of the workspace', async ({
  deps,
  db,
}) => {
  const { ids, userIds } = await aWorld(deps)
  await db.updateTable('users').set({ language: 'de' }).execute()
  const visitor = await visitorFor(deps, userIds.other)
  for (const path of [
    '/dashboard/nothing',
    '/dashboard/classes/nothing/at/all',
    '/settings/nothing',
    `/dashboard/classes/${ids[':classId']}`,
    `/dashboard/sessions/${ids[':sessionId']}`,
  ]) {
    const answer = await visitor.get(path, { 'accept-language': 'en' })
    expect([path, answer.status]).toEqual([path, 404])
    const html = await answer.text()
    expect([path, html]).toEqual([path, expect.stringContaining('<html lang="de"')])
    expect(html).toContain('Hoppla! Seite nicht gefunden')
    expect(html).toContain('href="/dashboard/calendar"')
  }
})

async function visitorFor(deps: Deps, userId: string | null): Promise<Visitor> {
  const visitor = (await appFor(deps)).visitor()
  if (userId !== null) await signInAs(deps, visitor, userId)
  return visitor
}

/** The rows that an action could change, of all vendors. */
async function dataOf(db: Db) {
  return {
    vendors: await db.selectFrom('vendors').selectAll().orderBy('id').execute(),
    classes: await db.selectFrom('classes').selectAll().orderBy('id').execute(),
    sessions: await db.selectFrom('classSessions').selectAll().orderBy('id').execute(),
    bundles: await db.selectFrom('sessionBundles').selectAll().orderBy('id').execute(),
    purchases: await db.selectFrom('purchases').selectAll().orderBy('id').execute(),
    bookings: await db.selectFrom('bookings').selectAll().orderBy('id').execute(),
    passes: await db.selectFrom('passes').selectAll().orderBy('id').execute(),
  }
}

async function takesForms(address: string): Promise<boolean> {
  return (await listRoutes()).some(
    (one) => one.address === address && one.route.module.action !== undefined,
  )
}

const session = {
  date: '2030-05-06',
  startTime: '10:00',
  durationMinutes: '45',
  maxStudents: '5',
  placeKind: 'address',
  location: 'Here',
}
const bundle = { name: 'Ten', sessionCount: '5', price: '40', expiryDays: '90' }

// Forms that their owner could send, so that no other mistake refuses them.
const forms: Record<string, Record<string, string>> = {
  '/dashboard/classes/:classId': classFields(),
  '/dashboard/facilities/:facilityId': {
    ...classFields(),
    maxPeople: '4',
    daysAhead: '14',
    graceMinutes: '15',
  },
  '/dashboard/classes/:classId/sessions': session,
  '/dashboard/classes/:classId/picture': { remove: 'on' },
  '/dashboard/classes/:classId/delete': { upcomingBookings: 'cancel' },
  '/dashboard/classes/:classId/bundles/new': bundle,
  '/dashboard/classes/:classId/bundles/:bundleId': bundle,
  '/dashboard/classes/:classId/sold/:passId/extend': { until: inDays(200) },
  '/dashboard/sessions/:sessionId': { intent: 'cancel', scope: 'one' },
  '/dashboard/bookings/:bookingId/refund': { amount: '10' },
  '/dashboard/bookings/:bookingId/give': { customerName: 'Bob', contact: 'bob@example.com' },
  '/dashboard/bookings/:bookingId': {
    customerName: 'Carla',
    customerEmail: 'carla@example.com',
    customerPhone: '',
    notes: '',
    status: 'cancelled',
    sessionId: ':sessionId',
    paymentStatus: 'pending',
    amountPaid: '0',
  },
}

const formFor = (address: string, ids: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(forms[address] ?? {}).map(([name, value]) => [name, ids[value] ?? value]),
  )

async function aWorld(deps: Deps) {
  const { db } = deps
  const owner = await aVendor(db)
  const ofOwner = await aClass(db, { vendor: owner, priceMinor: 20_000 })
  const { session: booked, bookingIds } = await aBooking(db, {
    session: await aSession(db, { class: ofOwner, startsAt: fromNow(30) }),
    customer: { email: 'reach.carla@example.com', phone: '+4915199887766' },
    priceMinor: 97_731,
  })
  const { bookingIds: paidIds } = await aBooking(db, {
    session: booked,
    customer: { name: 'Paula Paid' },
    priceMinor: 88_831,
  })
  const sold = await aBundle(db, { class: ofOwner, bundlePriceMinor: 76_543 })
  const dates = await weeklySessions(db, ofOwner, { date: inDays(3), capacities: [9, 9, 9, 9] })
  // One session is left, so that the bundle can be extended.
  const { purchaseId } = await bought(deps, order(sold, dates, { leaveRest: true }))
  const { passId } = await passOf(db, purchaseId)
  await db
    .insertInto('payments')
    .values(
      [
        { bookingId: bookingIds[0], amountMinor: 67_431 },
        { bookingId: paidIds[0], amountMinor: 88_831 },
        { passId, amountMinor: 54_321 },
      ].map((paid) => ({ ...paid, vendorId: owner.id, currency: 'EUR', method: 'cash' as const })),
    )
    .execute()
  const ids: Record<string, string | undefined> = {
    ':classId': ofOwner.id,
    ':facilityId': (await aFacility(db, { vendor: owner })).id,
    ':sessionId': booked.id,
    ':bookingId': bookingIds[0],
    ':bundleId': sold.id,
    ':passId': passId,
  }
  const suspended = await aVendor(db, { suspendedAt: new Date() })
  const closed = await aVendor(db, { closedAt: new Date() })
  const userIds: Record<Role, string> = {
    owner: owner.userId,
    other: (await aVendor(db)).userId,
    suspended: suspended.userId,
    closed: closed.userId,
    manager: await aMember(db, owner, 'manager'),
    instructor: await aMember(db, owner, 'instructor'),
    admin: await anAdmin(db),
  }
  return { ids, userIds }
}

async function anAdmin(db: Db): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ name: 'Ada Admin', email: 'ada@example.com', emailVerified: true, kind: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
