import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { withdrawBundle } from '#core/bookings/commands/withdraw-bundle.ts'
import { editFields, findEditable } from '#core/bookings/queries/editable-booking.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { noticeOf, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type ABooking,
  aBooking,
  aBundle,
  aClass,
  aFacility,
  aSession,
  type AVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { buttonIn, formIn } from '#tests/support/page-form.ts'
import { bought, inDays, order } from '#tests/support/series.ts'
import { errorsAt, signedInVendor } from '#tests/support/workspace.ts'

// A version guards the forms of a vendor: it is another one if and only if something that the page showed has changed.

type VersionedForm = {
  name: string
  open(db: Db, vendor: AVendor): Promise<string>
  /** what another tab saves */
  theirs: [field: string, value: string]
  /** how the form says it */
  saved: string
  /** what is typed here; a form with one field has no other */
  mine: [field: string, value: string]
  /** changes something of the same row that the form does not show */
  unshown(db: Db): Promise<unknown>
}

const update = (statement: string) => (db: Db) => sql.raw(`update ${statement}`).execute(db)
const nameVendor = update("vendors set business_name = 'Another', updated_at = now()")
const touchClass = update("classes set updated_at = now() + interval '1 day', paused_at = null")

const forms: VersionedForm[] = [
  {
    name: 'class',
    open: async (db, vendor) => `/dashboard/classes/${(await aClass(db, { vendor })).id}`,
    theirs: ['title', 'Yin'],
    saved: 'Yin',
    mine: ['price', '21.50'],
    unshown: touchClass,
  },
  {
    name: 'facility',
    open: async (db, vendor) => `/dashboard/facilities/${(await aFacility(db, { vendor })).id}`,
    theirs: ['title', 'Court 9'],
    saved: 'Court 9',
    mine: ['description', 'Indoors'],
    unshown: touchClass,
  },
  {
    name: 'session',
    open: async (db, vendor) => {
      const startsAt = new Date('2030-05-06T08:00:00Z')
      const session = await aSession(db, { class: await aClass(db, { vendor }), startsAt })
      return `/dashboard/sessions/${session.id}`
    },
    theirs: ['startTime', '18:15'],
    saved: '18:15',
    mine: ['maxStudents', '12'],
    unshown: update('class_sessions set calendar_sequence = calendar_sequence + 1'),
  },
  {
    name: 'booking',
    open: async (db, vendor) => {
      const session = await aSession(db, { class: await aClass(db, { vendor }) })
      return `/dashboard/bookings/${(await aBooking(db, { session })).bookingIds[0]}`
    },
    theirs: ['customerName', 'Carla Curie'],
    saved: 'Carla Curie',
    mine: ['notes', 'Knee'],
    unshown: update('bookings set calendar_sequence = calendar_sequence + 1'),
  },
  {
    name: 'bundle',
    open: async (db, vendor) => {
      const bundle = await aBundle(db, { class: await aClass(db, { vendor }) })
      return `/dashboard/classes/${bundle.class.id}/bundles/${bundle.id}`
    },
    theirs: ['sessionCount', '10'],
    saved: '10',
    mine: ['name', 'Six weeks'],
    unshown: update("classes set title = 'Another'"),
  },
  {
    name: 'confirmation',
    open: async (db, vendor) => `/dashboard/settings?class=${(await aClass(db, { vendor })).id}`,
    theirs: ['confirmationTimeoutMinutes', '30'],
    saved: '30 minutes',
    mine: ['confirmationMode', 'manual'],
    unshown: update("classes set title = 'Another', price_minor = 1900"),
  },
  {
    name: 'page',
    open: async () => '/dashboard/settings/page',
    theirs: ['contactTelegram', 'calm_vera'],
    saved: 'calm_vera',
    mine: ['contactPhone', '+4915112345678'],
    unshown: nameVendor,
  },
  {
    name: 'profile',
    open: async (db) => {
      await update("vendors set location = 'Berlin'")(db)
      return '/settings/profile'
    },
    theirs: ['businessName', 'Calm Yoga'],
    saved: 'Calm Yoga',
    mine: ['location', 'Bremen'],
    unshown: update("vendors set layout = 'catalogue', currency = 'USD'"),
  },
  {
    name: 'username',
    open: async () => '/settings/profile',
    theirs: ['username', 'calm-vera'],
    saved: 'calm-vera',
    mine: ['username', 'loud-vera'],
    unshown: nameVendor,
  },
  {
    name: 'rules',
    open: async () => '/settings/rules',
    theirs: ['maxSpotsPerBooking', '2'],
    saved: 'Up to 2',
    mine: ['noticeMinutes', '1440'],
    unshown: nameVendor,
  },
  {
    name: 'notifications',
    open: async () => '/settings/notifications',
    theirs: ['agendaHour', 'off'],
    saved: 'Off',
    mine: ['agendaHour', '8'],
    unshown: nameVendor,
  },
  {
    name: 'bot',
    open: async (db) => {
      await update("vendors set telegram_bot_username = 'first_bot'")(db)
      return '/settings/integrations'
    },
    theirs: ['telegramBotUsername', 'calm_bot'],
    saved: 'calm_bot',
    mine: ['telegramBotUsername', 'loud_bot'],
    unshown: nameVendor,
  },
  {
    name: 'time zone',
    open: async () => '/settings/business',
    theirs: ['timeZone', 'Europe/Lisbon'],
    saved: 'Europe/Lisbon',
    mine: ['timeZone', 'Asia/Tokyo'],
    unshown: update("vendors set currency = 'USD'"),
  },
  {
    name: 'currency',
    open: async () => '/settings/business',
    theirs: ['currency', 'USD'],
    saved: 'USD',
    mine: ['currency', 'GBP'],
    unshown: update("vendors set time_zone = 'Europe/Lisbon'"),
  },
  {
    name: 'language',
    open: async () => '/settings/business',
    theirs: ['language', 'de'],
    saved: 'Deutsch',
    mine: ['language', 'ru'],
    unshown: update("vendors set time_zone = 'Europe/Lisbon', language = 'ru'"),
  },
]

const asksAgain = /has changed since you opened the page|geändert, seit du die Seite geöffnet hast/

test.for(forms)(
  'the form of a $name is asked about what has changed since, once, and about nothing else',
  async ({ open, theirs, saved, mine, unshown }, { deps, db }) => {
    const { vendor, browser } = await signedInVendor(deps)
    const address = await open(db, vendor)
    const [field, typed] = mine
    const read = async () => formIn(await (await browser.get(address)).text(), field)

    const first = await read()
    expect(first['version']).not.toBe('')
    await unshown(db)
    expect((await browser.post(address, first)).status).toBe(302)

    const stale = await read()
    expect((await browser.post(address, { ...stale, [theirs[0]]: theirs[1] })).status).toBe(302)
    const asked = await browser.post(address, { ...stale, [field]: typed })
    expect(asked.status).toBe(409)
    const html = await asked.clone().text()
    expect(await readPage(asked)).toMatch(asksAgain)
    expect(errorsAt(html, theirs[0])).toContain(saved)
    const { version: _before, ...now } = await read()
    expect(now).toMatchObject({ [theirs[0]]: theirs[1] })
    if (field !== theirs[0]) expect(now[field]).toBe(stale[field])

    const again = formIn(html, field)
    expect(again).toEqual({ ...stale, [field]: typed, version: again['version'] })
    expect((await browser.post(address, again)).status).toBe(302)
    expect(await read()).toMatchObject({ [theirs[0]]: stale[theirs[0]], [field]: typed })
  },
)

const spot = (booking: ABooking) => booking.bookingIds[0] ?? ''

/** The vendor moves the spot to another session of its class. */
async function moveElsewhere(db: Db, booking: ABooking): Promise<void> {
  const { vendor } = booking.session.class
  const target = await aSession(db, { class: booking.session.class })
  const found = await findEditable(db, { vendorId: vendor.id, bookingId: spot(booking) })
  if (!found) throw new Error('The booking is gone.')
  const typed = { ...editFields(found), sessionId: target.id }
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await editBooking(db, member, spot(booking), { typed })).toEqual({ ok: true })
}

const payPart = async (db: Db, booking: ABooking) =>
  db
    .insertInto('payments')
    .values({
      vendorId: booking.session.class.vendor.id,
      bookingId: spot(booking),
      amountMinor: 400,
      currency: 'EUR',
      method: 'correction',
    })
    .execute()

type Button = {
  name: string
  intent: string
  status: 'pending' | 'confirmed'
  page(booking: ABooking): string
  /** where its form leads; otherwise to the page itself */
  to?: string
  change(db: Db, booking: ABooking): Promise<unknown>
}

const list = '/dashboard/bookings'
const asking = (intent: string) => (booking: ABooking) =>
  `${list}?ask=${intent}&booking=${spot(booking)}`
const selected = (booking: ABooking) =>
  `${list}/selected?row=${booking.purchaseId}.${booking.session.id}`
const at = (booking: ABooking) => `${list}/${spot(booking)}`

const request = { status: 'pending', to: list, change: moveElsewhere } as const
const confirmed = { status: 'confirmed', change: moveElsewhere } as const
const buttons: Button[] = [
  { name: 'Confirm on the overview', intent: 'confirm', page: () => '/dashboard', ...request },
  { name: 'Confirm', intent: 'confirm', page: at, ...request },
  { name: 'Reject', intent: 'reject', page: asking('reject'), ...request },
  { name: 'Cancel', intent: 'cancel', page: asking('cancel'), to: list, ...confirmed },
  { name: 'Delete', intent: 'delete', page: asking('delete'), to: list, ...confirmed },
  {
    name: 'Delete after a payment',
    intent: 'delete',
    page: asking('delete'),
    to: list,
    ...confirmed,
    change: payPart,
  },
  { name: 'Mark as paid', intent: 'paid', page: at, ...confirmed },
  { name: 'Mark as paid after a payment', intent: 'paid', page: at, ...confirmed, change: payPart },
  { name: 'Mark selected as paid', intent: 'paid', page: selected, ...confirmed, change: payPart },
  { name: 'Send links of selected', intent: 'links', page: selected, ...confirmed },
  {
    name: 'Cancel selected',
    intent: 'cancel',
    page: (booking) => `${selected(booking)}&ask=cancel`,
    ...confirmed,
  },
  { name: 'Give', intent: '', page: (booking) => `${at(booking)}/give`, ...confirmed },
]

test.for(buttons)(
  'a button does only what its page showed: $name',
  async ({ intent, status, page, to, change }, { deps, db }) => {
    const { vendor, browser } = await signedInVendor(deps)
    const of = await aClass(db, { vendor })
    const booking = await aBooking(db, { session: await aSession(db, { class: of }), status })
    const address = page(booking)
    const html = await (await browser.get(address)).text()
    const stale = intent === '' ? formIn(html, 'customerName') : buttonIn(html, intent)
    await change(db, booking)
    const paid = await db.selectFrom('payments').select('amountMinor').execute()
    const refused = await browser.post(to ?? address, { ...stale, intent, customerName: 'Bob' })
    expect(noticeOf(refused)?.text ?? (await readPage(refused))).toMatch(
      /has changed since you opened the page|has changed and was left as it is/,
    )
    const bookings = await db.selectFrom('bookings').select(['status', 'deletedAt']).execute()
    expect(bookings).toEqual([{ status, deletedAt: null }])
    expect(await db.selectFrom('payments').select('amountMinor').execute()).toEqual(paid)
  },
)

test('a button does not mind what its page did not show', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booking = await aBooking(db, { session })
  const form = buttonIn(await (await browser.get(at(booking))).text(), 'paid')
  await update("purchases set customer_name = 'Another'")(db)
  await update("bookings set notes = 'Knee', calendar_sequence = calendar_sequence + 1")(db)
  const paid = await browser.post(at(booking), { ...form, intent: 'paid' })
  expect(paid.status).toBe(302)
  expect(await db.selectFrom('payments').select('amountMinor').execute()).toEqual([
    { amountMinor: 1500 },
  ])
})

test('a date of a withdrawn bundle whose money is to be given back can be deleted', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor })
  const sessions = await weeklySessions(db, yoga, {
    date: inDays(3),
    capacities: [10, 10, 10, 10, 10],
  })
  const bundle = await aBundle(db, { class: yoga })
  const { spots } = await bought(deps, order(bundle, sessions.slice(0, 1), { leaveRest: true }))
  const [spot] = spots
  const passId = (await db.selectFrom('passes').select('id').executeTakeFirstOrThrow()).id
  await sql`insert into payments (vendor_id, pass_id, amount_minor, currency, method)
    values (${vendor.id}, ${passId}, 6000, 'EUR', 'cash')`.execute(db)
  await sql`update class_sessions set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    where id = ${spot?.sessionId}`.execute(db)
  await agreeing({}, ({ agreed }) =>
    withdrawBundle(db, { vendorId: vendor.id, userId: vendor.userId }, passId, agreed),
  )
  const question = await browser.get(`${list}?when=all&ask=delete&booking=${spot?.id}`)
  const form = buttonIn(await question.text(), 'delete')
  const deleted = await browser.post(list, { ...form, intent: 'delete' })
  expect(noticeOf(deleted)).toMatchObject({ title: 'Booking deleted successfully.' })
})
