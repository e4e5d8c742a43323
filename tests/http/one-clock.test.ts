import { randomUUID } from 'node:crypto'
import { manageUrl, requestUrl } from '#core/bookings/queries/links.ts'
import { agendaMail } from '#core/messages/templates/agenda-mail.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, instantOf, todayIn } from '#core/shared/time.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  aBlockedTime,
  aBooking,
  aBundle,
  aClass,
  aFacility,
  aSession,
  aVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { listRoutes } from '#tests/support/routes.ts'
import { bought, order, passOf } from '#tests/support/series.ts'
import { fromNow, onDay } from '#tests/support/times.ts'
import { knowing, tell } from '#tests/support/told.ts'
import { classFields } from '#tests/support/workspace.ts'

const clocks = {
  'AM and PM': {
    zone: 'America/New_York',
    reader: 'Europe/Berlin',
    own: /\d:\d\d[ \u00a0][AP]M/,
    // The first half of a range may leave it out.
    other: /\d{1,2}:\d\d(?!\d|[ \u00a0][AP]M|–\d{1,2}:\d\d[ \u00a0][AP]M)/,
  },
  '24 hours': {
    zone: 'Europe/Berlin',
    reader: 'America/New_York',
    own: /\d\d:\d\d/,
    other: /\d:\d\d\s*[AP]M/i,
  },
} as const

type World = Awaited<ReturnType<typeof aWorld>>

/** A vendor with a session that has begun, sessions to come, a request, a bundle, a court and a holiday. */
async function aWorld(deps: Deps, zone: string) {
  const { db } = deps
  const vendor = await aVendor(db, { timeZone: zone })
  const yoga = await aClass(db, { vendor })
  const inDays = (days: number) => addDays(todayIn(zone, new Date()), days)
  await aBooking(db, {
    session: await aSession(db, { class: yoga, startsAt: onDay(0, '18:00', zone) }),
  })
  const [first, ...later] = await weeklySessions(db, yoga, {
    date: inDays(2),
    capacities: [9, 9, 9, 9, 9],
  })
  if (!first) throw new Error('no session')
  const booking = await aBooking(db, { session: first, customer: { phone: '+4915199887766' } })
  const request = await aBooking(db, { session: first, status: 'pending', expiresAt: fromNow(90) })
  const bundle = await aBundle(db, { class: yoga, sessionCount: 4 })
  const { purchaseId } = await bought(deps, order(bundle, later.slice(0, 2), { leaveRest: true }))
  const court = await aFacility(db, { vendor })
  const slot = await aSession(db, { class: court, startsAt: onDay(2, '15:00', zone) })
  await aBooking(db, {
    session: await aSession(db, { class: court, startsAt: onDay(1, '15:00', zone) }),
  })
  await aBlockedTime(db, vendor, { startsOn: inDays(30), endsOn: inDays(31) })
  const ids: Record<string, string> = {
    classId: yoga.id,
    facilityId: court.id,
    slotId: slot.id,
    sessionId: first.id,
    bookingId: booking.bookingIds[0] ?? '',
    bundleId: bundle.id,
    passId: (await passOf(db, purchaseId)).passId,
    vendorId: vendor.id,
    username: vendor.username,
  }
  return {
    vendor,
    booking,
    request,
    days: { holiday: inDays(30), today: inDays(0) },
    ids,
  }
}

/** The next day on which the clocks of the zone skip a time. */
function dayWithout(time: string, zone: string): string {
  let date = addDays(todayIn(zone, new Date()), 1)
  while (instantOf({ date, time, zone })) date = addDays(date, 1)
  return date
}

/** What a page says, also to those who hear it and to those who see only its preview. */
async function saidOn(answer: Response): Promise<string> {
  const html = await answer.clone().text()
  const attributes = html.matchAll(/ (?:aria-label|title|content|placeholder)="([^"]*)"/g)
  return [await readPage(answer), ...[...attributes].map(([, value]) => value)].join('\n')
}

/** Parts of a text that show a time on another clock, with what stands around. */
function wrongIn(text: string, other: RegExp): string[] {
  return [...text.matchAll(new RegExp(`.{0,30}${other.source}.{0,20}`, `${other.flags}g`))].map(
    ([found]) => found,
  )
}

async function listAddresses({ ids }: World): Promise<string[]> {
  const routed = (await listRoutes())
    .filter(({ route }) => route.module.default !== undefined)
    .map(({ address }) => address)
    .filter((address) =>
      /^\/(?:dashboard|settings|subscription|book|book-slot|vendor|embed|classes|:username)(?:\/|$)/.test(
        address,
      ),
    )
  const filled = [...new Set(routed)].map((address) =>
    address.replaceAll(/:(\w+)\??/g, (whole, name: string) => ids[name] ?? whole),
  )
  const session = `?session=${ids['sessionId']}`
  return [
    ...filled.filter((address) => !address.includes(':') && !address.endsWith('*')),
    `/book/class/${ids['classId']}${session}`,
    `/dashboard/bookings?when=all`,
    `/dashboard/bookings/new${session}`,
    `/dashboard/calendar?view=day`,
    `/dashboard/sessions/${ids['sessionId']}?cancel=one`,
  ]
}

for (const [name, { zone, reader, own, other }] of Object.entries(clocks))
  test(`a vendor's pages, answers and mails have one clock: ${name}`, async ({
    deps,
    databaseUrl,
  }) => {
    const world = await aWorld(deps, zone)
    const { vendor, booking, request, ids, days } = world
    const said = new Map<string, string>()
    const app = await appFor(deps)
    const owner = app.visitor()
    await signInAs(deps, owner, vendor.userId)
    const customer = app.visitor()
    customer.cookies.set('zone', encodeURIComponent(reader))
    const links = [
      manageUrl(deps, { ...booking, tokenRotation: 0 }),
      requestUrl(deps, { ...request, tokenRotation: 0 }, 'en'),
    ]
    const open = [...(await listAddresses(world)), ...links]
    for (const address of open) {
      const isOwn = /^\/(?:dashboard|settings|subscription)/.test(address)
      const answer = await (isOwn ? owner : customer).get(address)
      if (answer.status === 200) said.set(address, await saidOn(answer))
    }

    const weekly = (date: string, time: string) => ({
      startDate: date,
      'times[0].weekday': String(new Date(`${date}T00:00Z`).getUTCDay() || 7),
      'times[0].startTime': time,
    })
    const answers = {
      skipped: classFields(weekly(dayWithout('02:30', zone), '02:30')),
      leftOut: classFields(weekly(addDays(days.holiday, -7), '19:15')),
    }
    for (const [which, fields] of Object.entries(answers)) {
      const answer = await owner.post('/dashboard/classes/new', fields)
      said.set(which, noticeOf(answer)?.text ?? (await saidOn(answer)))
    }
    expect(said.get('skipped')).toContain('doesn’t exist')
    expect(said.get('leftOut')).toContain('you have blocked that time')

    const mailer = keepMails()
    for (const { purchaseId, bookingIds } of [booking, request]) {
      await knowing(deps.db, purchaseId)
      await tell(deps.db, 'approved', { purchaseId, bookingIds })
    }
    await work(databaseUrl, deps, mailer)
    const agenda = await agendaMail.write(deps, {
      kind: 'agenda',
      audience: 'vendor',
      recipient: vendor.email,
      facts: { date: days.today },
      purchaseId: null,
      id: randomUUID(),
      vendorId: vendor.id,
      language: 'en',
      createdAt: new Date(),
      channel: 'email',
      lastError: null,
    })
    for (const [nth, mail] of [...mailer.mails, agenda].entries())
      said.set(`mail ${nth}`, `${mail?.subject}\n${mail?.text}`)

    const wrong = [...said].flatMap(([where, text]) =>
      wrongIn(text, other).map((found) => `${where}: ${found}`),
    )
    expect(wrong).toEqual([])
    const timed = [...said].filter(([, text]) => own.test(text)).map(([where]) => where)
    expect(timed.length).toBeGreaterThan(30)
    // After 18:00, the day's letter is not sent.
    expect(timed.filter((where) => where.startsWith('mail')).length).toBeGreaterThanOrEqual(3)
    expect(said.get(`/book/class/${ids['classId']}`)).toContain('your time')
  })
