import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { calendarPage, eventPage, googleAccounts } from './google-calendar-pages.ts'
import {
  type CalendarFault,
  calendarFaults,
  type FakeCalendar,
  type FakeState,
  stateSchema,
  storedSchema,
  type StoredEvent,
  writtenSchema,
} from './google-calendar-state.ts'

const apiSchema = z.object({
  common: z.array(z.string()),
  operations: z.record(
    z.string(),
    z.object({ query: z.record(z.string(), z.unknown()), body: z.string().optional() }),
  ),
  schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
})
const api = apiSchema.parse(
  JSON.parse(readFileSync(new URL('google-calendar-api.json', import.meta.url), 'utf8')),
)

const scope = (name: string) => `https://www.googleapis.com/auth/calendar.${name}`
const accessSeconds = 3599
/** Of one account and client; the oldest stops working without a word. */
const liveTokens = 100
const zone = 'Europe/Berlin'

class Refused extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 429 | 503
  readonly reason: string
  constructor(status: Refused['status'], reason: string, message = reason) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

type Env = { Bindings: HttpBindings }

/** The accounts' calendars with their tokens. With `file`, they survive a restart. */
export function fakeCalendars({ file, slowMs }: { file: string | undefined; slowMs: number }) {
  const state: FakeState =
    file !== undefined && existsSync(file)
      ? stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
      : { consents: {}, access: {}, calendars: [] }
  const faults: CalendarFault[] = []
  let habit: (() => CalendarFault) | null = null
  let keepsDeleted = false
  const refusedTitles = new Set<string>()
  const paging: Paging = { size: mostPerPage, beginsEmpty: false, issued: new Map() }
  let tokenError: string | null = null
  const keep = () => {
    if (file !== undefined) writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
  }

  function calendarsOf(email: string): FakeCalendar[] {
    const own = () => state.calendars.filter(({ owner }) => owner === email)
    if (own().length === 0)
      for (const [id, summary, primary] of [
        [email, email, true],
        [`family-${email}`, 'Family', false],
      ] as const)
        state.calendars.push({
          id,
          owner: email,
          summary,
          primary,
          changes: 0,
          generation: 1,
          events: [],
        })
    return own()
  }

  const issue = (refresh: string) => {
    const token = `ya29.${randomBytes(24).toString('base64url')}`
    state.access[token] = { refresh, until: Date.now() + accessSeconds * 1000 }
    keep()
    return { access_token: token, expires_in: accessSeconds, token_type: 'Bearer' }
  }

  /** The tokens for a consent that was given: only offline access has one that renews the other. */
  function grant(email: string, granted: string, isOffline: boolean) {
    const refresh = `1//${randomBytes(24).toString('base64url')}`
    if (!isOffline) return issue(refresh)
    const own = Object.keys(state.consents).filter((one) => state.consents[one]?.email === email)
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - liveTokens)))
      delete state.consents[oldest]
    state.consents[refresh] = { email, scope: granted }
    return { ...issue(refresh), refresh_token: refresh }
  }

  /** A new access token; null: the consent was withdrawn. */
  function renew(refresh: string) {
    const consent = state.consents[refresh]
    return consent ? { ...issue(refresh), scope: consent.scope } : null
  }

  /** Whether it was a token. */
  function revoke(token: string): boolean {
    const refresh = state.access[token]?.refresh ?? token
    const consent = state.consents[refresh]
    // One consent of an account is all of them.
    if (consent) revokeAll(consent.email)
    return consent !== undefined
  }

  function revokeAll(email: string): void {
    for (const [refresh, consent] of Object.entries(state.consents))
      if (consent.email === email) delete state.consents[refresh]
    keep()
  }

  /** Writes an event as its owner does at Google, and returns it. */
  function put(calendar: FakeCalendar, event: Omit<StoredEvent, 'etag' | 'changed'>): StoredEvent {
    calendar.changes += 1
    const stored = {
      ...event,
      etag: `"${calendar.changes}${randomBytes(4).toString('hex')}"`,
      changed: calendar.changes,
    }
    calendar.events = [...calendar.events.filter(({ id }) => id !== event.id), stored]
    keep()
    return stored
  }

  const app = new Hono<Env>()

  app.use('/calendar/v3/*', async (c, next) => {
    const fault = faults.shift() ?? habit?.()
    if (fault === 'slow') await pause(slowMs)
    if (fault === 'unauthorized') return refuse(c, new Refused(401, 'authError'))
    if (fault === 'forbidden') return refuse(c, new Refused(403, 'insufficientPermissions'))
    if (fault === 'limited') return refuse(c, new Refused(403, 'rateLimitExceeded'))
    if (fault === 'too_many') return refuse(c, new Refused(429, 'rateLimitExceeded'))
    if (fault === 'not_found') return refuse(c, new Refused(404, 'notFound'))
    if (fault === 'duplicate') return refuse(c, new Refused(409, 'duplicate'))
    if (fault === 'expired_sync') return refuse(c, new Refused(410, 'fullSyncRequired'))
    if (fault === 'invalid_sync') return refuse(c, invalidSync())
    if (fault === 'daily_limit') return refuse(c, new Refused(403, 'dailyLimitExceeded'))
    if (fault === 'no_calendar') return refuse(c, new Refused(403, 'notACalendarUser'))
    if (fault === 'html') return c.html('<h1>403. That’s an error.</h1>', 403)
    if (fault === 'not_theirs') return refuse(c, new Refused(403, 'forbiddenForNonOrganizer'))
    if (fault === 'unavailable') return refuse(c, new Refused(503, 'backendError'))
    if (fault === 'malformed') return c.text('{"kind": "calendar#ev', 200)
    await next()
    // The request was done; only its response is lost.
    if (fault === 'reset') c.env.outgoing.destroy()
    return undefined
  })
  app.onError((error, c) => {
    if (error instanceof Refused) return refuse(c, error)
    throw error
  })

  function asked(c: Context<Env>, operation: string, needs: string) {
    const { query } = api.operations[operation] ?? { query: {} }
    for (const [name, value] of Object.entries(c.req.query())) {
      if (api.common.includes(name)) continue
      const wanted = query[name]
      if (wanted === undefined) throw new Refused(400, 'badRequest')
      if (Array.isArray(wanted) && !wanted.includes(value))
        throw new Refused(400, 'invalidParameter')
    }
    const token = (c.req.header('authorization') ?? '').replace(/^Bearer /, '')
    const access = state.access[token]
    const consent = access && state.consents[access.refresh]
    if (!access || !consent || access.until < Date.now()) throw new Refused(401, 'authError')
    if (!consent.scope.split(' ').includes(needs)) throw new Refused(403, 'insufficientPermissions')
    return consent.email
  }

  function calendarIn(email: string, id: string): FakeCalendar {
    const found = calendarsOf(email).find(
      (calendar) => calendar.id === id || (id === 'primary' && calendar.primary),
    )
    if (!found) throw new Refused(404, 'notFound')
    return found
  }

  async function bodyOf(c: Context<Env>, schema: string) {
    const body = z.record(z.string(), z.unknown()).parse(await c.req.json())
    checkBody(body, schema)
    return body
  }

  const list = 'GET /calendar/v3/calendars/{calendarId}/events'
  app.get('/calendar/v3/calendars/:calendarId/events', (c) => {
    const email = asked(c, list, scope('events'))
    return c.json(listed(calendarIn(email, c.req.param('calendarId')), c.req.query(), paging))
  })

  app.post('/calendar/v3/calendars/:calendarId/events', async (c) => {
    const operation = 'POST /calendar/v3/calendars/{calendarId}/events'
    const calendar = calendarIn(asked(c, operation, scope('events')), c.req.param('calendarId'))
    const event = limited(writtenSchema.parse(await bodyOf(c, 'Event')))
    const id = event.id ?? randomBytes(13).toString('hex')
    if (!/^[a-v0-9]{5,1024}$/.test(id)) throw new Refused(400, 'invalid')
    if (!event.start || !event.end) throw new Refused(400, 'required')
    // Deleted ones keep their id, too.
    if (calendar.events.some((one) => one.id === id)) throw new Refused(409, 'duplicate')
    const { start, end } = event
    checkTimes({ start, end })
    if (refusedTitles.has(event.summary ?? '')) throw new Refused(400, 'invalid')
    return c.json(put(calendar, { ...event, status: event.status ?? 'confirmed', id, start, end }))
  })

  app.patch('/calendar/v3/calendars/:calendarId/events/:eventId', async (c) => {
    const operation = 'PATCH /calendar/v3/calendars/{calendarId}/events/{eventId}'
    const calendar = calendarIn(asked(c, operation, scope('events')), c.req.param('calendarId'))
    const changes = await bodyOf(c, 'Event')
    const found = calendar.events.find(({ id }) => id === c.req.param('eventId'))
    if (!found) throw new Refused(404, 'notFound')
    if (found.status === 'cancelled' && keepsDeleted) throw new Refused(403, 'forbidden')
    const event = limited(storedSchema.parse({ ...merged(found, changes), id: found.id }))
    checkTimes(event)
    return c.json(put(calendar, event))
  })

  app.delete('/calendar/v3/calendars/:calendarId/events/:eventId', (c) => {
    const operation = 'DELETE /calendar/v3/calendars/{calendarId}/events/{eventId}'
    const calendar = calendarIn(asked(c, operation, scope('events')), c.req.param('calendarId'))
    const found = calendar.events.find(({ id }) => id === c.req.param('eventId'))
    if (!found) throw new Refused(404, 'notFound')
    if (found.status === 'cancelled') throw new Refused(410, 'deleted')
    put(calendar, { ...found, status: 'cancelled' })
    return c.body(null, 204)
  })

  app.get('/calendar/v3/users/me/calendarList', (c) => {
    const operation = 'GET /calendar/v3/users/me/calendarList'
    const email = asked(c, operation, scope('calendarlist.readonly'))
    const { minAccessRole, maxResults = '100' } = c.req.query()
    const all = calendarsOf(email).filter(
      ({ accessRole }) => minAccessRole === undefined || accessRole !== 'freeBusyReader',
    )
    const items = all.map(({ id, summary, primary, accessRole = 'owner' }) => ({
      kind: 'calendar#calendarListEntry',
      id,
      summary,
      timeZone: zone,
      accessRole,
      ...(primary && { primary }),
    }))
    const size = Math.min(paging.size, Number(maxResults))
    return c.json({
      kind: 'calendar#calendarList',
      ...pageOf(items, c.req.query(), { ...paging, size }),
    })
  })

  // What a person does at Google, on pages of its own.
  app.get('/accounts', (c) =>
    c.html(googleAccounts([...new Set(state.calendars.map(({ owner }) => owner))])),
  )
  app.get('/u/:email', (c) => {
    const email = c.req.param('email')
    return c.html(
      calendarPage({
        email,
        calendars: calendarsOf(email),
        isConnected: Object.values(state.consents).some((consent) => consent.email === email),
      }),
    )
  })
  const formSchema = z.object({
    calendar: z.string(),
    id: z.string().default(''),
    summary: z.string().default(''),
    date: z.string().default(''),
    start: z.string().default(''),
    end: z.string().default(''),
    free: z.literal('on').optional(),
  })
  app.get('/u/:email/event', (c) => {
    const email = c.req.param('email')
    const calendar = calendarIn(email, c.req.query('calendar') ?? '')
    const event = calendar.events.find(({ id }) => id === c.req.query('id'))
    if (!event) throw new Refused(404, 'notFound')
    return c.html(eventPage({ email, calendar, event }))
  })
  app.post('/u/:email/save', async (c) => {
    const email = c.req.param('email')
    const form = formSchema.parse(Object.fromEntries(await c.req.formData()))
    const calendar = calendarIn(email, form.calendar)
    const found = calendar.events.find(({ id }) => id === form.id)
    const at = (time: string) =>
      time === '' ? { date: form.date } : { dateTime: instantIn(form.date, time), timeZone: zone }
    const end =
      form.start === ''
        ? { date: Temporal.PlainDate.from(form.date).add({ days: 1 }).toString() }
        : at(form.end)
    put(calendar, {
      ...found,
      id: found?.id ?? randomBytes(13).toString('hex'),
      status: 'confirmed',
      summary: form.summary,
      start: at(form.start),
      end,
      ...(form.free && { transparency: 'transparent' }),
    })
    return c.redirect(`/u/${encodeURIComponent(email)}`, 303)
  })
  app.post('/u/:email/delete', async (c) => {
    const email = c.req.param('email')
    const form = formSchema.parse(Object.fromEntries(await c.req.formData()))
    const calendar = calendarIn(email, form.calendar)
    const found = calendar.events.find(({ id }) => id === form.id)
    if (found) put(calendar, { ...found, status: 'cancelled' })
    return c.redirect(`/u/${encodeURIComponent(email)}`, 303)
  })
  app.post('/u/:email/revoke', (c) => {
    revokeAll(c.req.param('email'))
    return c.redirect(`/u/${encodeURIComponent(c.req.param('email'))}`, 303)
  })
  app.post('/u/:email/fault', async (c) => {
    const form = z
      .object({ fault: z.enum(calendarFaults), times: z.coerce.number().int().min(1).max(20) })
      .parse(Object.fromEntries(await c.req.formData()))
    faults.push(...Array.from({ length: form.times }, () => form.fault))
    return c.redirect(`/u/${encodeURIComponent(c.req.param('email'))}`, 303)
  })

  return {
    app,
    grant,
    renew,
    revoke,
    /** What the token endpoint says from now on; null: it works. */
    tokenError: () => tokenError,
    calendars: {
      /** Google may send any number of events and calendars at once, also none. */
      sendPagesOf: (size: number) => void Object.assign(paging, { size, beginsEmpty: true }),
      /** A calendar of somebody else that the account sees. */
      share(email: string, id: string, accessRole: 'reader' | 'freeBusyReader') {
        const rest = { summary: id, primary: false, changes: 0, generation: 1, events: [] }
        calendarsOf(email)
        state.calendars.push({ id, owner: email, accessRole, ...rest })
        keep()
      },
      /** Every request for a token is refused with this word; null: no more. */
      refuseTokens: (error: string | null) => void (tokenError = error),
      /** Events with these titles are refused from now on. */
      refuseTitled: (...titles: string[]) => titles.forEach((title) => refusedTitles.add(title)),
      /** Deleted events can't be changed any more. */
      refuseDeleted: () => void (keepsDeleted = true),
      /** The next requests to calendars go wrong in these ways, one each. */
      fail: (...next: CalendarFault[]) => void faults.push(...next),
      /** How requests go from now on; null: well. */
      behaveAs: (next: (() => CalendarFault) | null) => void (habit = next),
      /** Forgets the faults that were to come. */
      recover: () => void faults.splice(0),
      /** The consent of an account is withdrawn at Google. */
      revokeAll,
      /** All sync tokens of an account have expired. */
      expireSync(email: string) {
        for (const calendar of calendarsOf(email)) calendar.generation += 1
        keep()
      },
      /** All access tokens have expired. */
      expireAccess() {
        for (const access of Object.values(state.access)) access.until = 0
        keep()
      },
      /** The events of an account's calendar that are not deleted, by start. */
      eventsOf: (email: string, id = 'primary') =>
        calendarIn(email, id)
          .events.filter(({ status }) => status !== 'cancelled')
          .toSorted((one, other) => startOf(one) - startOf(other)),
      /** The owner adds, changes or deletes an event at Google. */
      write: (email: string, event: Omit<StoredEvent, 'etag' | 'changed'>, id = 'primary') =>
        put(calendarIn(email, id), event),
    },
  }
}

export type FakeCalendars = ReturnType<typeof fakeCalendars>['calendars']

/** What Google says of a request that it does not take. */
function refuse(c: Context<Env>, { status, reason, message }: Refused) {
  const error = { domain: 'global', reason, message }
  return c.json({ error: { errors: [error], code: status, message } }, status)
}

/** A change is merged into what is there, object by object; lists and texts replace it, and null removes it. */
function merged(
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const event = { ...before }
  for (const [name, value] of Object.entries(changes)) {
    const inner = objectSchema.safeParse(value).data
    if (value === null) delete event[name]
    else
      event[name] = inner ? merged(objectSchema.safeParse(before[name]).data ?? {}, inner) : value
  }
  return event
}

const objectSchema = z.record(z.string(), z.unknown())

function checkBody(body: Record<string, unknown>, schema: string): void {
  const known = api.schemas[schema] ?? {}
  for (const [name, value] of Object.entries(body)) {
    const wanted = known[name]
    if (wanted === undefined) throw new Refused(400, 'invalid')
    if (value === null) continue
    if (wanted === 'string' && typeof value !== 'string') throw new Refused(400, 'invalid')
    const inner = z.record(z.string(), z.unknown()).safeParse(value).data
    if (typeof wanted === 'string' && wanted in api.schemas && inner) checkBody(inner, wanted)
  }
}

function startOf({ start }: Pick<StoredEvent, 'start'>): number {
  return Date.parse(start.dateTime ?? `${start.date ?? ''}T00:00:00Z`)
}

function endOf({ end }: Pick<StoredEvent, 'end'>): number {
  return Date.parse(end.dateTime ?? `${end.date ?? ''}T00:00:00Z`)
}

function checkTimes(event: Pick<StoredEvent, 'start' | 'end'>): void {
  for (const name of ['start', 'end'] as const) {
    const { date, dateTime } = event[name]
    if (date !== undefined && dateTime !== undefined)
      throw new Refused(400, 'invalid', `Invalid ${name} time.`)
  }
  if ((event.start.date === undefined) !== (event.end.date === undefined))
    throw new Refused(
      400,
      'invalid',
      'Start and end times must either both be date or both be dateTime.',
    )
  const [start, end] = [startOf(event), endOf(event)]
  if (Number.isNaN(start) || Number.isNaN(end)) throw new Refused(400, 'invalid')
  for (const name of ['start', 'end'] as const) {
    const { dateTime = '', timeZone } = event[name]
    if (timeZone !== undefined && !zones.has(timeZone))
      throw new Refused(400, 'invalid', `Invalid time zone definition for ${name} time.`)
    if (dateTime !== '' && timeZone === undefined && !/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime))
      throw new Refused(400, 'required', `Missing time zone definition for ${name} time.`)
  }
  if (start >= end) throw new Refused(400, 'timeRangeEmpty')
}

// Google's list is not the newest: for weeks it did not know the first of these.
const notYet = ['Europe/Kyiv', 'America/Coyhaique']
const zones = new Set(Intl.supportedValuesOf('timeZone').filter((name) => !notYet.includes(name)))

const mostBytes = 8192
const longestProperty = { name: 44, value: 1024 }

/** Too long a description is refused; of properties what is too long is left out or cut, without a word. */
function limited<Event extends Pick<StoredEvent, 'description' | 'extendedProperties'>>(
  event: Event,
): Event {
  if (Buffer.byteLength(event.description ?? '') > mostBytes)
    throw new Refused(400, 'invalid', 'A provided value exceeds the allowed size limit.')
  const own = Object.entries(event.extendedProperties?.private ?? {})
    .filter(([name]) => name.length <= longestProperty.name)
    .map(([name, value]) => [name, value.slice(0, longestProperty.value)])
  return event.extendedProperties
    ? { ...event, extendedProperties: { private: Object.fromEntries(own) } }
    : event
}

function instantIn(date: string, time: string): string {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).toInstant().toString()
}

const invalidSync = () => new Refused(400, 'invalid', 'Invalid sync token value.')

const syncSchema = z.object({
  calendar: z.string(),
  generation: z.number(),
  changes: z.number(),
})
const notWithSync = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
]
const mostPerPage = 250

type Paging = {
  size: number
  beginsEmpty: boolean
  /** of each page token: where it goes on, and with which question */
  issued: Map<string, { first: number; asked: string }>
}

/** A part of a list, with the token for the next part if there is one. A token goes with the same question. */
function pageOf<Item>(
  items: readonly Item[],
  { pageToken, ...query }: Record<string, string>,
  { size, beginsEmpty, issued }: Paging,
): { items: Item[]; nextPageToken?: string } {
  const asked = JSON.stringify(query)
  const known = pageToken === undefined ? null : issued.get(pageToken)
  if (known === undefined || (known && known.asked !== asked)) throw new Refused(400, 'invalid')
  const first = known?.first ?? 0
  const last = beginsEmpty && known === null ? 0 : first + size
  if (last >= items.length) return { items: items.slice(first) }
  const nextPageToken = randomBytes(9).toString('base64url')
  issued.set(nextPageToken, { first: last, asked })
  return { items: items.slice(first, last), nextPageToken }
}

/** A series is not in the list, but its instances are, under ids of their own; two weeks of one that is weekly. */
function instancesOf({ recurrence, ...event }: StoredEvent) {
  if (!recurrence || event.status === 'cancelled') return [event]
  return [0, 7].map((days) => {
    const at = (ms: number) => new Date(ms + days * 86_400_000).toISOString()
    const originalStartTime = { dateTime: at(startOf(event)) }
    return {
      ...event,
      id: `${event.id}_${originalStartTime.dateTime.replace(/[-:]|\.\d+/g, '')}`,
      recurringEventId: event.id,
      originalStartTime,
      start: { ...event.start, ...originalStartTime },
      end: { ...event.end, dateTime: at(endOf(event)) },
    }
  })
}

/** A page of events; the last one has the token for the next reading. */
function listed(calendar: FakeCalendar, query: Record<string, string>, paging: Paging) {
  const { syncToken } = query
  const since = syncToken === undefined ? null : readSync(syncToken)
  if (since && notWithSync.some((name) => name in query)) throw new Refused(400, 'badRequest')
  const isOfAnother = since?.calendar !== `${calendar.owner} ${calendar.id}`
  if (since && (isOfAnother || since.generation !== calendar.generation))
    throw new Refused(410, 'fullSyncRequired')
  const [from, to] = [Date.parse(query['timeMin'] ?? ''), Date.parse(query['timeMax'] ?? '')]
  const events = calendar.events
    .filter((event) =>
      since
        ? event.changed > since.changes
        : event.status !== 'cancelled' && !(endOf(event) <= from) && !(startOf(event) >= to),
    )
    .flatMap((event) => (query['singleEvents'] === 'true' ? instancesOf(event) : [event]))
    .map(({ changed: _changed, ...event }) =>
      event.status === 'cancelled'
        ? { kind: 'calendar#event', id: event.id, status: event.status, etag: event.etag }
        : { kind: 'calendar#event', ...event },
    )
  const size = Math.min(paging.size, Number(query['maxResults'] ?? mostPerPage))
  const page = pageOf(events, query, { ...paging, size })
  const { generation, changes, owner, id } = calendar
  const sync = { calendar: `${owner} ${id}`, generation, changes }
  return {
    kind: 'calendar#events',
    summary: calendar.summary,
    timeZone: zone,
    ...page,
    ...(page.nextPageToken === undefined && {
      nextSyncToken: Buffer.from(JSON.stringify(sync)).toString('base64url'),
    }),
  }
}

function readSync(token: string) {
  try {
    return syncSchema.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    throw invalidSync()
  }
}
