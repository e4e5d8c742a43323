import { moneyOfBooking } from '#core/money/queries.ts'
import { sql } from 'kysely'
import { addDays, instantOf, todayIn, weekdayOf } from '#core/shared/time.ts'
import type { Db } from '#core/shared/db.ts'
import { backToLogin } from '#app/features/facilities/wizard.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { listAgenda } from '#core/messages/queries/agenda.ts'
import { plainFacility } from '#db/seed/plain-class.ts'
import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor, noticeOf, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { bookBy } from '#tests/support/booking-form.ts'
import {
  aBooking,
  aClass,
  aFacility,
  aSession,
  type ASession,
  aVendor,
} from '#tests/support/factories.ts'
import { formIn } from '#tests/support/page-form.ts'
import { fromNow } from '#tests/support/times.ts'
import { walk } from '#tests/support/walk-wizard.ts'
import { anOwnerWithCodes, freshCode } from '#tests/support/two-factor.ts'
import { agreementIn, signedInVendor } from '#tests/support/workspace.ts'
import { apiOf, problemIn, purchaseIn, tokenOf } from './api-client.ts'

const details = {
  firstName: 'Carla',
  lastName: 'Weber',
  gender: 'female',
  year: '1990',
  month: '2',
  day: '3',
  countryCode: '+49',
  phone: '0170 1234567',
}
const who = { name: 'Carla Weber', contact: 'carla@example.com' }

const machine = { name: 'Ball machine', priceMinor: 1500, per: 'hour' } as const
const rackets = { name: 'Rackets', priceMinor: 500, per: 'slot' } as const

/** A slot at noon, some days ahead, of a court that asks everything. */
async function aSlot(db: Db, days = 3, more: Parameters<typeof aFacility>[1] = {}) {
  const of = await aFacility(db, {
    extras: [machine],
    asksGender: true,
    asksBirthDate: true,
    noticeMinutes: 240,
    ...more,
  })
  return { of, slot: await slotOn(db, of, days) }
}

function slotOn(db: Db, of: Awaited<ReturnType<typeof aFacility>>, days: number, time = '12:00') {
  const date = addDays(todayIn('Europe/Berlin', new Date()), days)
  const startsAt = instantOf({ date, time, zone: 'Europe/Berlin' })
  return aSession(db, { class: of, startsAt: startsAt ?? new Date() })
}

/** Up to the last step. */
async function walkToEnd(visitor: Visitor, slot: ASession, extra: readonly string[] = []) {
  const wizard = await walk(visitor, `/book-slot/${slot.id}`)
  await wizard.send('select', { slot: slot.id, people: '4', ...(extra.length > 0 && { extra }) })
  await wizard.send('signUp', who)
  await wizard.send('details', details)
  return wizard
}

async function bookingsIn(db: Db) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
    .orderBy('g.createdAt')
    .select(['g.customerName', 'g.customerEmail', 'g.customerPhone', 'g.customerGender'])
    .select(['g.customerBirthDate', 'b.people', 'b.priceMinor', 'm.paymentStatus', 'b.status'])
    .execute()
}

test('a court is booked step by step without a script, and its spot is taken at the last one', async ({
  db,
  deps,
}) => {
  const { of, slot } = await aSlot(db)
  const visitor = (await appFor(deps)).visitor()
  const wizard = await walkToEnd(
    visitor,
    slot,
    of.extras.map(({ id }) => id),
  )
  const shown = await wizard.read()
  for (const text of [
    'Carla Weber',
    'carla@example.com',
    '+49 170 1234567',
    '4 people',
    'Ball machine',
    '€30',
    'To pay',
    'You pay Studio Vera directly.',
    'Confirm Booking',
  ])
    expect(shown).toContain(text)
  expect(await bookingsIn(db)).toEqual([])
  const done = await wizard.send('confirm')
  expect(done.headers.get('location')).toMatch(/^\/booking\/[0-9A-Z]{10}\?token=/)
  expect(noticeOf(done)).toMatchObject({ title: '🎉 Booking Confirmed!' })
  expect(await bookingsIn(db)).toEqual([
    {
      customerName: 'Carla Weber',
      customerEmail: 'carla@example.com',
      customerPhone: '+491701234567',
      customerGender: 'female',
      customerBirthDate: '1990-02-03',
      people: 4,
      priceMinor: 3000,
      paymentStatus: 'pending',
      status: 'confirmed',
    },
  ])
  const page = await readPage(await visitor.get(done.headers.get('location') ?? ''))
  for (const text of ['4 people', 'Ball machine €30']) expect(page).toContain(text)
  // The last form again, as after a reload, is the same booking.
  expect((await wizard.send('confirm')).headers.get('location')).toContain('/booking/')
  expect(await bookingsIn(db)).toHaveLength(1)
})

test('who can book nothing online here asks the trainer, with the slot and the sentence that says so', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { trialEndsAt: new Date(0) })
  await db.updateTable('vendors').set({ contactEmail: 'studio@example.com' }).execute()
  const { slot } = await aSlot(db, 3, { vendor })
  const group = await aSession(db, { class: await aClass(db, { vendor }), capacity: 9 })
  const app = await appFor(deps)
  const inTime = { spots: '4', name: 'Ann', contact: 'ann@example.com' }
  expect((await bookBy(app.visitor(), group, inTime)).status).toBe(303)
  const refused = await (await walkToEnd(app.visitor(), slot)).send('confirm')
  expect(refused.status).toBe(409)
  const html = await refused.clone().text()
  const page = await readPage(refused)
  for (const text of [
    'Please ask Studio Vera for this slot.',
    'Please ask for it directly.',
    '12:00–',
    'Write an email',
  ])
    expect(page).toContain(text)
  expect(html).toContain('mailto:studio%40example.com?')
  // The new contact of another network is not concerned.
  await sql`update contacts set first_network = 'elsewhere' where first_network is not null`.execute(
    db,
  )
  const done = await (await walkToEnd(app.visitor(), slot)).send('confirm')
  expect(done.headers.get('location')).toContain('/booking/')
})

test('a free slot says that it is free, and nothing of payment', async ({ db, deps }) => {
  const { slot } = await aSlot(db)
  const wizard = await walkToEnd((await appFor(deps)).visitor(), slot)
  const shown = await wizard.read()
  expect(shown).toContain('Check and confirm')
  expect(shown).toContain('FREE')
  for (const text of ['Payment', 'To pay']) expect(shown).not.toContain(text)
})

const required = 'Please complete all required fields'
const named = 'First name, last name, gender, date of birth, and phone number are required.'
const noTime = ['Please select date and time', 'Choose both a date and time slot to continue.']
const fill = ['Please fill in all fields']

const isGap = (texts: readonly string[]) => texts === fill || texts.includes(required)

/** Which steps lead to a step; then what is sent there, and what is said. */
const refusals: [
  what: string,
  step: 'select' | 'login' | 'signUp' | 'details',
  fields: Record<string, string>,
  texts: readonly string[],
][] = [
  ['no time', 'select', { slot: '' }, noTime],
  ['nobody', 'select', { people: '0' }, ['Please enter at least 1.']],
  ['a party of five', 'select', { people: '5' }, ['Please enter at most 4.']],
  ['no email', 'login', { email: '', password: 'secret' }, fill],
  ['no password', 'login', { email: 'carla@example.com' }, fill],
  [
    'a wrong password',
    'login',
    { email: 'carla@example.com', password: 'wrong' },
    ['Incorrect email or password.'],
  ],
  ['no name', 'signUp', { ...who, name: '' }, fill],
  ['no contact', 'signUp', { ...who, contact: '' }, fill],
  [
    'no such email',
    'signUp',
    { ...who, contact: 'carla@' },
    ['Please enter a phone number or an email address'],
  ],
  ['no such phone', 'signUp', { ...who, contact: '0170' }, ['Some digits are missing']],
  ...['firstName', 'lastName', 'gender', 'year', 'month', 'day', 'phone'].map(
    (name): (typeof refusals)[number] => [
      `no ${name}`,
      'details',
      { ...details, [name]: '' },
      [required, named],
    ],
  ),
  [
    'no such day',
    'details',
    { ...details, day: '31' },
    ['Please check the year, the month and the day.'],
  ],
  ['a day to come', 'details', { ...details, year: '2098' }, ['Please check the year']],
  ['no such phone', 'details', { ...details, phone: '12' }, ['Some digits are missing']],
]

const waysTo = { select: [], login: ['select'], signUp: ['select'], details: ['select', 'signUp'] }

test('each step says what is missing, in the words of the specification, and keeps the rest', async ({
  db,
  deps,
}) => {
  const { slot } = await aSlot(db)
  const app = await appFor(deps)
  for (const [nth, [what, step, fields, texts]] of refusals.entries()) {
    const wizard = await walk(
      app.visitor({ network: `192.0.2.${nth}` }),
      `/book-slot/${slot.class.id}`,
    )
    for (const before of waysTo[step])
      await wizard.send(before, { slot: slot.id, people: '3', ...(before === 'signUp' && who) })
    if (step === 'login') await wizard.send('mode-login')
    const sent = { slot: slot.id, people: '3', ...fields }
    const refused = await wizard.send(step, sent)
    const said = await wizard.read()
    expect({ what, status: refused.status }).toEqual({ what, status: 400 })
    for (const text of texts)
      expect({ what, said }).toEqual({ what, said: expect.stringContaining(text) })
    // One mistake is said once: above the form, or at its field.
    const gaps = said.match(/Please fill this in/g)?.length ?? 0
    expect({ what, gaps }).toEqual({ what, gaps: step !== 'select' && isGap(texts) ? 1 : 0 })
    const kept = Object.fromEntries(
      Object.entries(sent).filter(([name, text]) => name !== 'password' && text !== ''),
    )
    const form = wizard.form()
    expect({ what, form }).toEqual({ what, form: expect.objectContaining(kept) })
    expect(form['step']).toBe(step === 'signUp' ? 'login' : step)
  }
  expect(await bookingsIn(db)).toEqual([])
})

test('the details have three genders, a date in three parts and seven country codes', async ({
  db,
  deps,
}) => {
  const { slot } = await aSlot(db)
  const wizard = await walk((await appFor(deps)).visitor(), `/book-slot/${slot.id}`)
  await wizard.send('select', { slot: slot.id })
  const html = await (await wizard.send('signUp', who)).text()
  const choicesOf = (name: string) => {
    const [, inside = ''] =
      new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`).exec(html) ?? []
    return [...inside.matchAll(/<option[^>]*>([^<]*)</g)].map(([, text]) => text)
  }
  expect(choicesOf('gender').slice(1)).toEqual(['Male', 'Female', 'Prefer not to say'])
  expect(choicesOf('countryCode')).toEqual([
    '+1 US',
    '+44 UK',
    '+33 FR',
    '+49 DE',
    '+86 CN',
    '+81 JP',
    '+91 IN',
  ])
  const lengths = ['year', 'month', 'day'].map((name) => {
    const [input = ''] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html) ?? []
    return /maxlength="(\d+)"/i.exec(input)?.[1]
  })
  expect(lengths).toEqual(['4', '2', '2'])
  // A vendor in Germany: the list begins with its own code.
  expect(wizard.form()).toMatchObject({ countryCode: '+49' })
})

test.for([
  ['a phone', '0170 1234567', { customerEmail: null, customerPhone: '+491701234567' }],
  ['an email', 'Carla@Example.com', { customerEmail: 'carla@example.com', customerPhone: null }],
] as const)(
  'where the owner asks for neither gender nor birth date, a name and %s are enough',
  async ([, contact, stored], { db, deps }) => {
    const { slot } = await aSlot(db, 3, { asksGender: false, asksBirthDate: false })
    const wizard = await walk((await appFor(deps)).visitor(), `/book-slot/${slot.id}`)
    const shown = await wizard.read()
    for (const step of ['Select', 'Login', 'Confirm']) expect(shown).toContain(step)
    expect(shown).not.toContain('Details')
    await wizard.send('select', { slot: slot.id })
    await wizard.send('signUp', { name: 'Carla Weber', contact })
    expect(wizard.form()).toMatchObject({ step: 'confirm' })
    expect((await wizard.send('confirm')).status).toBe(303)
    expect(await bookingsIn(db)).toMatchObject([
      { ...stored, customerName: 'Carla Weber', customerGender: null, people: 1 },
    ])
  },
)

test('the page shows the slots of its days: today to fourteen days ahead, and only those of the weekday', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const today = todayIn(vendor.timeZone, new Date())
  const court = plainFacility({ currency: 'EUR', startDate: today })
  const made = await createClass({ db, settings: { plans: true } }, vendor.id, court, new Date())
  if (!made.ok) throw new Error(made.reason)
  const visitor = (await appFor(deps)).visitor()
  const page = `/book-slot/${made.classId}`
  const shown = await readPage(await visitor.get(page))
  for (const text of [
    'FREE',
    '120-minute slots',
    'Up to 4 people',
    'Can be booked up to 14 days ahead',
    'Free cancellation until 4 hours before the start',
    'Held for 15 minutes after the start',
  ])
    expect(shown).toContain(text)
  const html = await (await visitor.get(page)).text()
  const days = [...html.matchAll(/formAction="[^"]*\?date=([\d-]+)#book"/gi)].map(([, day]) => day)
  expect(days.at(-1)).toBe(addDays(today, 14))
  expect(days.filter((day) => (day ?? '') < today)).toEqual([])
  const next = (weekday: number) => addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)
  for (const [weekday, times] of [
    [3, '09:00 11:00 14:00 16:00 18:00'],
    [7, '08:00 10:00 12:00 14:00 16:00'],
  ] as const) {
    const ofDay = await readPage(await visitor.get(`${page}?date=${next(weekday)}`))
    const starts = [...ofDay.matchAll(/(\d\d:00)–\d\d:00/g)].map(([, start]) => start)
    expect(starts.join(' ')).toBe(times)
  }
})

test('a court with more slots than a page has shows those of every day', async ({ db, deps }) => {
  const of = await aFacility(db, { durationMinutes: 5, daysAhead: 20 })
  const today = todayIn('Europe/Berlin', new Date())
  await sql`insert into class_sessions (class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at, ends_at,
      booking_closes_at, location, max_students)
    select ${of.id}, ${of.vendor.id}, start::date, start::time, (start + interval '5 minutes')::time, 'Europe/Berlin',
      start at time zone 'Europe/Berlin', start at time zone 'Europe/Berlin' + interval '5 minutes', start at time zone 'Europe/Berlin',
      'Court 1', 1
    from generate_series(${addDays(today, 1)}::timestamp, ${addDays(today, 20)}::timestamp, interval '15 minutes') start
    where start::time between '06:00' and '22:00'`.execute(db)
  const visitor = (await appFor(deps)).visitor()
  const last = addDays(today, 19)
  const html = await (await visitor.get(`/book-slot/${of.id}?date=${last}`)).text()
  expect(html).toContain(`?date=${last}#book`)
  expect(await readPage(new Response(html))).toContain('22:00–22:05')
})

test('the way back to the list is there for who came from it, also after a form', async ({
  db,
  deps,
}) => {
  const { slot } = await aSlot(db)
  const visitor = (await appFor(deps)).visitor()
  const page = `/book-slot/${slot.id}`
  const shows = async (referer: string | null) => {
    const answer = await visitor.get(page, referer === null ? {} : { referer })
    return (await readPage(answer)).includes('Back to Classes')
  }
  const from = (path: string) => new URL(path, deps.origin).href
  expect(await shows(from('/'))).toBe(true)
  expect(await shows(from('/classes?q=court'))).toBe(true)
  for (const other of [
    null,
    from(page),
    from(`/vendor/${slot.class.vendor.id}`),
    'https://elsewhere.example/classes',
  ])
    expect({ other, shows: await shows(other) }).toEqual({ other, shows: false })
  const wizard = await walk(visitor, page, { referer: from('/classes') })
  await wizard.send('select', { slot: slot.id })
  expect(wizard.form()).toMatchObject({ step: 'login', back: 'on' })
  expect(await wizard.read()).toContain('Back to Classes')
  // Nor does a login elsewhere lose it.
  const chosen = { slot: slot.id, people: '2', extras: [], isFromList: true }
  expect(await readPage(await visitor.get(backToLogin(chosen)))).toContain('Back to Classes')
})

test('a slot that somebody else took leads back to the first step, with everything kept', async ({
  db,
  deps,
}) => {
  const { of, slot } = await aSlot(db)
  const later = await slotOn(db, of, 3, '16:00')
  const wizard = await walkToEnd((await appFor(deps)).visitor(), slot)
  const rival = await bookSession(deps, {
    sessionId: slot.id,
    spots: 1,
    name: 'Rival',
    contact: 'rival@example.com',
    party: { people: 1, extras: [], gender: 'male', birthDate: '1990-01-01' },
    idempotencyKey: 'rival',
    source: 'api',
    accepted: [],
    language: 'en',
    network: null,
  })
  expect(rival.ok).toBe(true)
  const lost = await wizard.send('confirm')
  expect(lost.status).toBe(409)
  expect(await wizard.read()).toContain('Somebody has just booked this slot.')
  const { gender: _gender, ...typed } = details
  expect(wizard.form()).toMatchObject({
    step: 'select',
    people: '4',
    ...who,
    ...typed,
    gender: 'female',
  })
  // One choice, and the confirmation: who books is known already.
  await wizard.send('select', { slot: later.id })
  await wizard.send('details')
  expect((await wizard.send('confirm')).status).toBe(303)
  expect(await bookingsIn(db)).toMatchObject([
    { customerName: 'Rival' },
    { customerName: 'Carla Weber', people: 4 },
  ])
})

test.for([
  [
    'a price that has changed',
    (db: Db) => db.updateTable('classes').set({ priceMinor: 900 }).execute(),
    'confirm',
    'The price has just changed.',
  ],
  [
    'an extra that is not offered any more',
    (db: Db) => db.updateTable('facilityExtras').set({ retiredAt: new Date() }).execute(),
    'confirm',
    'The price has just changed.',
  ],
  [
    'a slot that is not there any more',
    (db: Db, id: string) =>
      db.updateTable('classSessions').set({ status: 'cancelled' }).where('id', '=', id).execute(),
    'select',
    'This slot has been cancelled.',
  ],
  [
    'a party that has become too large',
    (db: Db) => db.updateTable('classes').set({ maxPeople: 2 }).execute(),
    'select',
    'Please enter at most 2.',
  ],
] as const)(
  '%s is said at the step it is about, and nothing is booked',
  async ([, change, step, text], { db, deps }) => {
    const { of, slot } = await aSlot(db)
    await slotOn(db, of, 4)
    const wizard = await walkToEnd(
      (await appFor(deps)).visitor(),
      slot,
      of.extras.map(({ id }) => id),
    )
    await change(db, slot.id)
    const refused = await wizard.send('confirm')
    expect([400, 409]).toContain(refused.status)
    expect(await wizard.read()).toContain(text)
    expect(wizard.form()['step']).toBe(step)
    expect(await bookingsIn(db)).toEqual([])
    // Who has seen it goes on from there.
    if (step === 'confirm') expect((await wizard.send('confirm')).status).toBe(303)
  },
)

test('an account signs in as everywhere: its name is known, its password is never sent back', async ({
  db,
  deps,
}) => {
  const { slot } = await aSlot(db)
  const app = await appFor(deps)
  await registered(app, deps)
  await db.updateTable('profiles').set({ fullName: 'Nora Maria Keller' }).execute()
  const visitor = app.visitor()
  const wizard = await walk(visitor, `/book-slot/${slot.id}`)
  await wizard.send('select', { slot: slot.id })
  // Customers rarely have an account: the names and the email stand open.
  expect(Object.keys(wizard.form())).not.toContain('password')
  await wizard.send('mode-login')
  const wrong = await wizard.send('login', { email: wholeForm.email, password: 'not it' })
  expect(await wrong.text()).not.toContain('not it')
  const right = await wizard.send('login', { email: wholeForm.email, password })
  expect(right.headers.getSetCookie().join()).toContain('session_token')
  expect(wizard.form()).toMatchObject({
    step: 'details',
    contact: wholeForm.email,
    firstName: 'Nora',
    lastName: 'Maria Keller',
  })
  await wizard.send('details', { ...details, firstName: 'Nora', lastName: 'Keller' })
  expect((await wizard.send('confirm')).status).toBe(303)
  expect(await bookingsIn(db)).toMatchObject([{ customerEmail: wholeForm.email }])
  // Who is signed in already is not asked again.
  const again = await walk(visitor, `/book-slot/${slot.class.id}`)
  const other = await slotOn(db, { ...slot.class, extras: [] }, 4)
  await again.send('select', { slot: other.id })
  expect(again.form()).toMatchObject({ step: 'details', contact: wholeForm.email })
})

test('the limit of wrong passwords is that of the sign-in page', async ({ db, deps }) => {
  const { slot } = await aSlot(db)
  const app = await appFor(deps)
  await registered(app, deps)
  const wizard = await walk(app.visitor({ network: '192.0.2.9' }), `/book-slot/${slot.id}`)
  await wizard.send('select', { slot: slot.id })
  let last = 0
  for (let nth = 0; nth < 30 && last !== 429; nth++)
    last = (await wizard.send('login', { email: wholeForm.email, password: `wrong ${nth}` })).status
  expect(last).toBe(429)
  expect(
    (await signInWith(app.visitor({ network: '192.0.2.9' }), wholeForm.email, password)).status,
  ).toBe(429)
})

test('an account with two-factor sign-in enters its code in the same step', async ({
  db,
  deps,
}) => {
  const { userId } = await anOwnerWithCodes(deps)
  const { slot } = await aSlot(db)
  const wizard = await walk((await appFor(deps)).visitor(), `/book-slot/${slot.id}`)
  await wizard.send('select', { slot: slot.id })
  await wizard.send('login', { email: wholeForm.email, password })
  expect(await wizard.read()).toContain('Code from your app')
  expect((await wizard.send('code', { code: '000000' })).status).toBe(400)
  expect(await wizard.read()).toContain('Code from your app')
  await wizard.send('code', { code: await freshCode(deps, userId) })
  expect(wizard.form()).toMatchObject({ step: 'details', contact: wholeForm.email })
})

test('the last step leads back to the field that it refuses, with its mistake', async ({
  db,
  deps,
}) => {
  const { slot } = await aSlot(db)
  const wizard = await walkToEnd((await appFor(deps)).visitor(), slot)
  for (const [fields, step, text] of [
    [{ phone: '12' }, 'details', 'Some digits are missing from this phone number.'],
    [{ phone: details.phone, lastName: '' }, 'details', 'Please fill this in.'],
    [{ lastName: 'Weber', name: '' }, 'login', 'Please fill this in.'],
  ] as const) {
    const refused = await wizard.send('confirm', fields)
    expect(refused.status).toBe(400)
    expect(await wizard.read()).toContain(text)
    expect(wizard.form()).toMatchObject({ step })
  }
  expect(await bookingsIn(db)).toEqual([])
})

test('the last step books no slot of another court', async ({ db, deps }) => {
  const { slot } = await aSlot(db)
  const other = await aSlot(db)
  const wizard = await walkToEnd((await appFor(deps)).visitor(), slot)
  const answer = await wizard.send('confirm', { slot: other.slot.id })
  expect(answer.status).toBe(409)
  expect(await bookingsIn(db)).toEqual([])
})

test('the ids of a facility, of a slot and of a class lead to their pages; others to a 404', async ({
  db,
  deps,
}) => {
  const { of, slot } = await aSlot(db)
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const outcome = async (path: string) => {
    const { status, headers } = await visitor.get(path)
    return [status, headers.get('location')].filter(Boolean).join(' ')
  }
  expect(await outcome(`/book-slot/${of.id}`)).toBe('200')
  expect(await outcome(`/book-slot/${slot.id}`)).toBe('200')
  expect(await outcome(`/book/class/${of.id}`)).toBe(`302 /book-slot/${of.id}`)
  expect(await outcome(`/book/class/${of.id}?session=${slot.id}`)).toBe(`302 /book-slot/${slot.id}`)
  expect(await outcome(`/book-slot/${session.id}`)).toBe(
    `302 /book/class/${session.class.id}?session=${session.id}`,
  )
  for (const path of ['/book-slot/x', `/book-slot/${crypto.randomUUID()}`])
    expect(await outcome(path)).toBe('404')
  await db.updateTable('classes').set({ visibility: 'closed' }).where('id', '=', of.id).execute()
  expect(await outcome(`/book-slot/${slot.id}`)).toBe('404')
  // The form of a class knows nothing of a party.
  await db.updateTable('classes').set({ visibility: 'public' }).execute()
  const byForm = await visitor.post(`/book/class/${of.id}`, {
    sessionId: slot.id,
    spots: '1',
    name: 'Carla',
    contact: 'carla@example.com',
  })
  expect(byForm.headers.get('location')).toBe(`/book-slot/${of.id}`)
  expect(await bookingsIn(db)).toEqual([])
})

test('the trainer’s page, in both layouts, and the list of all classes show the court as a card', async ({
  db,
  deps,
}) => {
  const { of } = await aSlot(db)
  const visitor = (await appFor(deps)).visitor()
  for (const layout of ['schedule', 'catalogue'] as const) {
    await db.updateTable('vendors').set({ layout }).execute()
    const html = await (await visitor.get(`/${of.vendor.username}`)).text()
    expect(html).toContain(`href="/book-slot/${of.id}#book"`)
    expect(html).not.toContain('No Sessions Available')
  }
  const list = await (await visitor.get('/classes')).text()
  expect(list).toContain(`href="/book-slot/${of.id}"`)
  expect(await readPage(new Response(list))).toContain('120 min · Up to 4 people')
})

test('a court is shown once it has a slot, and a slot that is closed and free is not', async ({
  db,
  deps,
}) => {
  const of = await aFacility(db)
  const visitor = (await appFor(deps)).visitor()
  const link = `/book-slot/${of.id}`
  const shows = async () => {
    const pages = [`/${of.vendor.username}`, '/classes']
    const html = await Promise.all(pages.map(async (page) => (await visitor.get(page)).text()))
    return html.map((text) => text.includes(`href="${link}`))
  }
  expect(await shows()).toEqual([false, false])
  // Its owner may try the page before that.
  expect((await visitor.get(link)).status).toBe(200)
  await slotOn(db, of, 3)
  expect(await shows()).toEqual([true, true])
  // Kept outside the opening hours for a customer who has gone since.
  const left = await slotOn(db, of, 3, '20:00')
  const hour = { bookingClosesAt: fromNow(-60) }
  await db.updateTable('classSessions').set(hour).where('id', '=', left.id).execute()
  const page = await readPage(await visitor.get(`/book-slot/${left.id}`))
  expect(page).toContain('12:00–')
  for (const text of ['20:00–', 'Registration Closed']) expect(page).not.toContain(text)
})

test('the API lists a facility with its extras and slots, and books one', async ({ db, deps }) => {
  const { of, slot } = await aSlot(db)
  await slotOn(db, of, 15)
  const api = apiOf(deps)
  const listed = await api.ask(`/classes/${of.id}`)
  expect(await listed.json()).toMatchObject({
    kind: 'facility',
    url: `${deps.origin}/book-slot/${of.id}`,
    facility: {
      maxPeople: 4,
      daysAhead: 14,
      graceMinutes: 15,
      asks: ['gender', 'birthDate'],
      extras: [{ ...machine, id: of.extras[0]?.id }],
    },
  })
  const slots = await (await api.ask(`/classes/${of.id}/sessions`)).json()
  expect(slots).toMatchObject({
    data: [{ id: slot.id, maxStudents: 1, spotsLeft: 1 }],
    nextCursor: null,
  })
  const customer = { name: 'Carla', email: 'carla@example.com' }
  const wish = { sessionId: slot.id, people: 4, extras: of.extras.map(({ id }) => id) }
  const asked = await api.book({ ...wish, customer })
  expect(await problemIn(asked)).toMatchObject({ status: 400, errors: [{ path: 'customer' }] })
  const whole = { ...customer, gender: 'prefer-not-to-say', birthDate: '1990-02-03' }
  const tooMany = await api.book({ ...wish, people: 5, customer: whole })
  expect(await problemIn(tooMany)).toMatchObject({ status: 400, errors: [{ path: 'people' }] })
  const { booking } = await purchaseIn(
    await api.book({ ...wish, seenPriceMinor: 3000, customer: whole }),
  )
  expect(booking).toMatchObject({ priceMinor: 3000, status: 'confirmed' })
  const read = await api.ask(`/bookings/${booking.reference}?token=${tokenOf(booking)}`)
  expect(await read.json()).toMatchObject({
    booking: {
      party: {
        people: 4,
        extras: [{ id: of.extras[0]?.id, name: 'Ball machine', amountMinor: 3000 }],
      },
    },
  })
})

test('the day of the owner has the slots that somebody has, and the number of free ones', async ({
  db,
  deps,
}) => {
  const { of, slot } = await aSlot(db, 1, { confirmationMode: 'manual' })
  await slotOn(db, of, 1, '15:00')
  const app = await appFor(deps)
  await (await walkToEnd(app.visitor(), slot)).send('confirm')
  const day = { vendorId: of.vendor.id, date: addDays(todayIn('Europe/Berlin', new Date()), 1) }
  expect((await listAgenda(db, day)).map(({ id }) => id)).toEqual([slot.id])
  expect(await listAgenda(db, { ...day, date: addDays(day.date, 1) })).toEqual([])

  const browser = app.visitor()
  await signInAs(deps, browser, of.vendor.userId)
  await slotOn(db, of, 0, '23:50')
  const overview = await readPage(await browser.get('/dashboard'))
  for (const text of ['1 slot is still free today.', 'Carla Weber · 4 people'])
    expect(overview).toContain(text)
  for (const text of ['Nobody yet', 'No sessions today']) expect(overview).not.toContain(text)
  // Today and tomorrow have slots of which one is requested; the other five days have nothing.
  expect(overview).toContain('Tennis court, 12:00: Requested')
  expect(overview.match(/: No sessions/g)).toHaveLength(6)
})

test('of a day, the slots that somebody has come first; the free ones are a line for each court', async ({
  db,
  deps,
}) => {
  const { of, slot } = await aSlot(db)
  await slotOn(db, of, 3, '09:00')
  await slotOn(db, of, 3, '15:00')
  const second = await aFacility(db, { vendor: of.vendor, title: 'Court 2' })
  await slotOn(db, second, 3, '10:00')
  await aBooking(db, { session: slot, people: 2, customer: { name: 'Ada Brown' } })
  const browser = (await appFor(deps)).visitor()
  await signInAs(deps, browser, of.vendor.userId)
  const { sessionDate: date } = await db
    .selectFrom('classSessions')
    .where('id', '=', slot.id)
    .select('sessionDate')
    .executeTakeFirstOrThrow()
  const text = await readPage(await browser.get(`/dashboard/today?date=${date}`))
  expect(text.match(/Add a walk-in/g)).toHaveLength(3)
  expect(text).toMatch(/12:00–14:00 .*Ada Brown.* 2 free 09:00.*15:00.*Court 2 1 free 10:00/)
  // The calendar says the same of each court, and shows one alone.
  const whole = await readPage(await browser.get(`/dashboard/calendar?from=${date}`))
  for (const line of ['Tennis court : 2 free', 'Court 2 : 1 free']) expect(whole).toContain(line)
  const one = await readPage(
    await browser.get(`/dashboard/calendar?from=${date}&court=${second.id}`),
  )
  expect(one).toContain('Court 2 : 1 free')
  for (const line of [': 2 free', 'Ada Brown']) expect(one).not.toContain(line)
})

test('a party moves to a free slot; taken ones are not offered', async ({ db, deps }) => {
  const { of, slot } = await aSlot(db)
  const [taken, free] = [await slotOn(db, of, 4), await slotOn(db, of, 5)]
  await aBooking(db, { session: taken, people: 2 })
  const visitor = (await appFor(deps)).visitor()
  const done = await (await walkToEnd(visitor, slot)).send('confirm')
  const link = done.headers.get('location') ?? ''
  const offered = await (await visitor.get(`${link.replace(/#.*/, '')}&do=move`)).text()
  expect(offered).toContain(`value="${free.id}"`)
  expect(offered).not.toContain(`value="${taken.id}"`)
  expect(offered).not.toContain('1 spot')
  // The slot that it has left can be booked beside the new one.
  const { id } = await db
    .selectFrom('bookings')
    .where('sessionId', '=', slot.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await visitor.post(`${link.replace(/#.*/, '')}&do=move`, {
    intent: 'move',
    spot: id,
    sessionId: free.id,
  })
  expect((await (await walkToEnd(visitor, slot)).send('confirm')).status).toBe(303)
  const held = await db
    .selectFrom('bookings')
    .where('sessionId', 'in', [slot.id, free.id])
    .select('sessionId')
    .execute()
  expect(held.map(({ sessionId }) => sessionId).toSorted()).toEqual([slot.id, free.id].toSorted())
})

const fields = {
  title: 'Court 1',
  placeKind: 'address',
  location: '1 Park Street',
  price: '5',
  durationMinutes: '120',
  maxPeople: '4',
  daysAhead: '14',
  graceMinutes: '15',
  currency: 'EUR',
  visibility: 'public',
}

const wholeWeek = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday, at) => [
    [`hours[${at}].weekday`, `${weekday}`],
    [`hours[${at}].from`, '08:00'],
    [`hours[${at}].until`, '18:00'],
  ]),
)

test('a break is cut out of the hours, and shown as a break; one outside them is refused at its field', async ({
  db,
  deps,
}) => {
  const { browser, vendor } = await signedInVendor(deps)
  const create = '/dashboard/facilities/new'
  const empty = formIn(await (await browser.get(create)).text(), 'maxPeople')
  expect(empty).toMatchObject({ price: '', 'hours[1].isBreak': 'on' })
  const form = {
    ...empty,
    ...fields,
    durationMinutes: '60',
    startDate: todayIn(vendor.timeZone, new Date()),
    'hours[0].from': '09:00',
    'hours[0].until': '20:00',
  }
  const withBreak = (from: string, until: string) => ({
    ...form,
    'hours[1].from': from,
    'hours[1].until': until,
  })
  for (const [from, until, text] of [
    ['13:00', '12:00', 'Every day, break until: The end is before the start.'],
    ['12:00', '', 'Every day, break until: Please fill this in.'],
    [
      '20:00',
      '21:00',
      'Every day, break from: The break is outside the opening hours of that day.',
    ],
    ['09:00', '19:30', 'Every day, break from: This break leaves no time for a slot.'],
  ] as const) {
    const refused = await browser.post(create, withBreak(from, until))
    expect(refused.status).toBe(400)
    expect(await readPage(refused)).toContain(text)
  }
  const typed = withBreak('12:00', '13:00')
  const emptied = await browser.post(create, { ...typed, intent: 'remove:hours:1' })
  expect(formIn(await emptied.text(), 'maxPeople')).toMatchObject({
    'hours[0].from': '09:00',
    'hours[1].from': '',
  })
  expect((await browser.post(create, typed)).status).toBe(302)
  const made = await db
    .selectFrom('classTimes')
    .where('weekday', '=', 1)
    .orderBy('startTime')
    .select('startTime')
    .execute()
  expect(made.map(({ startTime }) => startTime.slice(0, 2)).join(' ')).toBe(
    '09 10 11 13 14 15 16 17 18 19',
  )
  const { id } = await db.selectFrom('classes').select('id').executeTakeFirstOrThrow()
  const edit = await (await browser.get(`/dashboard/facilities/${id}`)).text()
  expect(formIn(edit, 'maxPeople')).toMatchObject({
    'hours[0].from': '09:00',
    'hours[0].until': '20:00',
    'hours[1].isBreak': 'on',
    'hours[1].from': '12:00',
    'hours[1].until': '13:00',
    'hours[2].from': '',
  })
})

test('a court is created and edited by one form; what it refuses stands at the field', async ({
  db,
  deps,
}) => {
  const { browser, vendor } = await signedInVendor(deps)
  const create = '/dashboard/facilities/new'
  const startDate = todayIn(vendor.timeZone, new Date())
  const form = { ...fields, startDate, ...wholeWeek, asksGender: 'on' }
  const wrong = await browser.post(create, {
    ...form,
    price: '',
    'hours[2].until': '',
    'hours[3].until': '07:00',
    maxPeople: '0',
    'extras[0].price': '5',
    'extras[1].name': 'Balls',
  })
  expect(wrong.status).toBe(400)
  const said = await readPage(wrong)
  for (const text of [
    'Wednesday, until: Please fill this in.',
    'Thursday, until: The end is before the start.',
    'Max. people: Please enter at least 1.',
    'Price: Please fill this in.',
    'Extra 1, Name: Please fill this in.',
    'Extra 2, Price: Please fill this in.',
  ])
    expect(said).toContain(text)
  const short = await browser.post(create, { ...form, 'hours[2].until': '08:30' })
  expect(await readPage(short)).toContain('Wednesday, until: This is shorter than one slot.')
  const extras = { 'extras[0].name': 'Rackets', 'extras[0].price': '10', 'extras[0].per': 'slot' }
  expect((await browser.post(create, { ...form, ...extras })).status).toBe(302)
  const made = await db
    .selectFrom('classes')
    .select(['id', 'kind', 'maxStudents', 'asksGender', 'asksBirthDate'])
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject({
    kind: 'facility',
    maxStudents: 1,
    asksGender: true,
    asksBirthDate: false,
  })
  const { id: classId } = made
  const count = async () =>
    (await db.selectFrom('classTimes').where('classId', '=', classId).select('id').execute()).length
  expect(await count()).toBe(35)

  // Every way to its form leads to the one of a facility.
  const moved = await browser.get(`/dashboard/classes/${classId}`)
  expect(moved.headers.get('location')).toBe(`/dashboard/facilities/${classId}`)
  const edit = `/dashboard/facilities/${classId}`
  const shown = formIn(await (await browser.get(edit)).text(), 'maxPeople')
  expect(shown).toMatchObject({
    price: '5.00',
    'hours[0].from': '08:00',
    'extras[0].name': 'Rackets',
  })
  // Nothing but the price of the extra, and no slots on Sunday.
  const changed = {
    ...shown,
    'extras[0].price': '12',
    // Every day has two rows, then each day of the week has.
    'hours[14].closed': 'on',
  }
  const question = await (await browser.post(edit, changed)).text()
  expect(await readPage(new Response(question))).toMatch(
    /\d+ sessions without bookings will be removed/,
  )
  const saved = await browser.post(edit, { ...changed, agreed: agreementIn(question) })
  expect(saved.headers.get('location')).toBe('/dashboard/classes')
  const [extra] = await db.selectFrom('facilityExtras').select(['name', 'priceMinor']).execute()
  expect(extra).toEqual({ name: 'Rackets', priceMinor: 1200 })
  const reopened = formIn(await (await browser.get(edit)).text(), 'maxPeople')
  expect(reopened).toMatchObject({
    'hours[0].from': '08:00',
    'hours[12].from': '',
    'hours[14].closed': 'on',
  })

  const twice = await browser.post(edit, {
    ...reopened,
    'hours[16].weekday': '0',
    'hours[16].from': '09:00',
    'hours[16].until': '13:00',
  })
  expect(twice.status).toBe(409)
  expect(await readPage(twice)).toContain('Slots of one day would overlap.')
  const onTop = await browser.post(`/dashboard/classes/${classId}/sessions`, {
    date: addDays(startDate, 8 - weekdayOf(startDate)),
    startTime: '09:00',
    durationMinutes: '60',
    maxStudents: '1',
    placeKind: 'address',
    location: 'Court 1',
  })
  expect(onTop.status).toBe(409)
  expect(await readPage(onTop)).toContain(
    'This would overlap with another slot of the same court or room.',
  )

  // What somebody else changed in the same field is not overwritten unseen.
  await browser.post(edit, { ...reopened, 'extras[0].price': '14' })
  const stale = await browser.post(edit, { ...reopened, 'extras[0].price': '16' })
  expect(stale.status).toBe(409)
  expect(await readPage(stale)).toContain('This has changed since you opened the page')
  // Nor does the form of a class know a facility.
  const asClass = await browser.post(`/dashboard/classes/${classId}`, {
    ...fields,
    startDate,
    maxStudents: '9',
  })
  expect(asClass.status).toBe(404)
  expect((await browser.get(`/dashboard/classes/${classId}/bundles`)).status).toBe(404)
})

test('Edit Booking of a court keeps the party and its extras, also two of one name, and who the customer is', async ({
  db,
  deps,
}) => {
  const { of, slot } = await aSlot(db, 3, { extras: [rackets, rackets, machine] })
  const later = await slotOn(db, of, 5)
  const app = await appFor(deps)
  const extras = of.extras.map(({ id }) => id)
  const wizard = await walkToEnd(app.visitor(), slot, extras)
  const done = await wizard.send('confirm')
  const browser = app.visitor()
  await signInAs(deps, browser, of.vendor.userId)
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  const address = `/dashboard/bookings/${id}`
  const stored = async () => ({
    ...(await db
      .selectFrom('bookings as b')
      .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
      .select(['b.sessionId', 'b.people', 'b.priceMinor', 'b.status', 'm.paymentStatus'])
      .executeTakeFirstOrThrow()),
    ...(await db
      .selectFrom('purchases')
      .select(['customerName', 'customerEmail', 'customerPhone'])
      .select(['customerGender', 'customerBirthDate'])
      .executeTakeFirstOrThrow()),
    extras: (
      await db.selectFrom('bookingExtras').orderBy('extraId').select('extraId').execute()
    ).map(({ extraId }) => extraId),
    taken: (
      await db.selectFrom('classSessions').orderBy('startsAt').select('currentStudents').execute()
    ).map(({ currentStudents }) => currentStudents),
  })
  const before = await stored()
  expect(before).toMatchObject({ people: 4, priceMinor: 4000, extras: extras.toSorted() })
  const edit = async (fields: Record<string, string>) => {
    const form = formIn(await (await browser.get(address)).text(), 'customerName')
    // The boxes have one name; the form reads them as one text, too.
    const extra = (await stored()).extras.join(',')
    expect((await browser.post(address, { ...form, extra, ...fields })).status).toBe(302)
    return stored()
  }
  const renamed = { ...before, customerName: 'Carla Maria Weber' }
  expect(await edit({ customerName: 'Carla Maria Weber' })).toEqual(renamed)
  const paid = { ...renamed, paymentStatus: 'paid' }
  expect(await edit({ amountPaid: '40', paymentStatus: 'paid' })).toEqual(paid)
  const moved = { ...paid, sessionId: later.id, taken: [0, 1] }
  expect(await edit({ sessionId: later.id })).toEqual(moved)
  const [one = ''] = extras
  const corrected = {
    customerGender: 'prefer-not-to-say',
    customerBirthDate: '1991-04-02',
  } as const
  // One of two sets of rackets stays, the machine goes.
  const smaller = { ...moved, ...corrected, people: 2, extras: [one], priceMinor: 500 }
  expect(await edit({ ...corrected, people: '2', extra: one })).toEqual(smaller)
  expect(await edit({ people: '4', extra: extras.join(',') })).toEqual({
    ...smaller,
    people: 4,
    extras: extras.toSorted(),
    priceMinor: 4000,
  })
  const give = await readPage(await browser.get(`${address}/give`))
  expect(give).toContain('4 people · Ball machine, Rackets, Rackets')
  // The customer sees the same, and so does the owner.
  for (const page of [
    await readPage(await browser.get(address)),
    await readPage(await app.visitor().get(done.headers.get('location') ?? '')),
  ]) {
    expect(page).toContain('4 people')
    expect(page.match(/Rackets/g)?.length).toBeGreaterThanOrEqual(2)
  }
})

test('the owner sees the party, its extras and what it said, in the list, the booking and the file', async ({
  db,
  deps,
}) => {
  const { of, slot } = await aSlot(db)
  const app = await appFor(deps)
  const wizard = await walkToEnd(
    app.visitor(),
    slot,
    of.extras.map(({ id }) => id),
  )
  await wizard.send('confirm')
  const browser = app.visitor()
  await signInAs(deps, browser, of.vendor.userId)
  const list = await readPage(await browser.get('/dashboard/bookings'))
  expect(list).toContain('4 people · Ball machine')
  expect(list).toContain('Unpaid: €30')
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  const booking = await readPage(await browser.get(`/dashboard/bookings/${id}`))
  for (const text of ['4 people', 'Gender: Female', 'Born: Feb 3, 1990', 'Ball machine: €30'])
    expect(booking).toContain(text)
  const file = await (await browser.get('/dashboard/bookings/export')).text()
  expect(file).toContain('Carla Weber')
  expect(file).toMatch(/4,Ball machine,30/)
  const date = addDays(todayIn('Europe/Berlin', new Date()), 3)
  expect(await readPage(await browser.get(`/dashboard/today?date=${date}`))).toContain(
    '4 people · Ball machine',
  )
  // Nobody can be added to a slot that is taken.
  const free = await slotOn(db, of, 3, '14:00')
  for (const page of [
    '/dashboard/bookings',
    `/dashboard/today?date=${date}`,
    `/dashboard/bookings/new?from=${date}`,
    `/dashboard/sessions/${slot.id}`,
  ])
    expect({
      page,
      html: await (await browser.get(page)).text(),
    }).toEqual({ page, html: expect.not.stringContaining(`bookings/new?session=${slot.id}`) })
  for (const page of [`/dashboard/bookings/new?from=${date}`, `/dashboard/sessions/${free.id}`])
    expect(await (await browser.get(page)).text()).toContain(`bookings/new?session=${free.id}`)
})

test('by hand, the owner ticks extras; what has changed is asked about, and nothing typed is lost', async ({
  db,
  deps,
}) => {
  const { of, slot } = await aSlot(db, 3, { priceMinor: 2000, extras: [machine, rackets] })
  const browser = (await appFor(deps)).visitor()
  await signInAs(deps, browser, of.vendor.userId)
  const address = `/dashboard/bookings/new?session=${slot.id}`
  const page = await (await browser.get(address)).text()
  expect(await readPage(new Response(page))).toContain('Ball machine: €30')
  const filled = {
    ...formIn(page, 'customerName'),
    customerName: 'Hanna Hand',
    extra: of.extras.map(({ id }) => id),
  }
  await db
    .updateTable('facilityExtras')
    .set({ retiredAt: new Date() })
    .where('name', '=', rackets.name)
    .execute()
  const refused = await browser.post(address, filled)
  expect(refused.status).toBe(409)
  const again = await refused.text()
  expect(again).toContain('The extras have changed.')
  expect(again).not.toContain(rackets.name)
  const kept = formIn(again, 'customerName')
  expect(kept).toMatchObject({ customerName: 'Hanna Hand', extra: of.extras[0]?.id })
  expect((await browser.post(address, kept)).status).toBe(302)
  expect(await bookingsIn(db)).toMatchObject([{ customerName: 'Hanna Hand', priceMinor: 5000 }])
  expect(await readPage(await browser.get('/dashboard/bookings'))).toContain('Ball machine')
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  expect(await readPage(await browser.get(`/dashboard/bookings/${id}`))).toContain('Total: €50')
  // On paper, too, and without the slots that nobody has.
  await slotOn(db, of, 3, '14:00')
  const date = addDays(todayIn('Europe/Berlin', new Date()), 3)
  const paper = await readPage(await browser.get(`/dashboard/calendar/print?from=${date}`))
  expect(paper).toContain('1 person · Ball machine')
  expect(paper).not.toContain('Nobody has booked.')
})
