import { randomBytes } from 'node:crypto'
import type { calendar_v3 } from '@googleapis/calendar'
import type { OAuth2Client } from 'google-auth-library'
import { z } from 'zod'

// The only file that knows Google's libraries. They are loaded when a calendar is connected or written.

const scopeBase = 'https://www.googleapis.com/auth/'
/** Without it nothing can be written. */
const writeScope = `${scopeBase}calendar.events`
/** Without it only the main calendar can be read. */
const listScope = `${scopeBase}calendar.calendarlist.readonly`
const scopes = ['openid', 'email', writeScope, listScope]

export type GoogleCalendarOptions = {
  clientId: string
  clientSecret: string
  /** of ours, as it is registered with Google */
  returnTo: string
  /** the address of a simulated Google; null: Google itself */
  base: string | null
  /** how long one request may take */
  patienceMs?: number
}

/**
 * `revoked`: the consent is gone. `scope`: it was not given for this. `misconfigured`: the operator's client is wrong, or the
 * Calendar API is off. `gone`: the calendar or event does not exist. `exists`: an event with this id does. `sync_expired`: the
 * calendar has to be read again from the beginning. `limited`: too many requests. `unreachable`: no usable response.
 * `forbidden`: this event can't be changed, or this calendar is not shared any more. `refused`: a request that Google does not
 * understand.
 */
export type GoogleProblem =
  | 'revoked'
  | 'scope'
  | 'misconfigured'
  | 'gone'
  | 'exists'
  | 'sync_expired'
  | 'limited'
  | 'unreachable'
  | 'forbidden'
  | 'refused'

/** `detail`: status and reason, without anything secret. */
export type GoogleFailure = { ok: false; problem: GoogleProblem; detail: string }
export type GoogleResult<Value> = { ok: true; value: Value } | GoogleFailure

/** What a browser brings back from Google is checked against these. */
export type AskedGoogle = { state: string; nonce: string; verifier: string }

export type AccessToken = { token: string; expiresAt: Date }
export type Granted = {
  refreshToken: string
  access: AccessToken
  mayWrite: boolean
  mayList: boolean
  /** Google's number of the account */
  subject: string
  email: string | null
}

/** An event as we write it. */
export type NewEvent = {
  summary: string
  description: string
  location: string | null
  startsAt: Date
  endsAt: Date
  vendorId: string
  sessionId: string
}

const timeSchema = z.object({ date: z.string().nullish(), dateTime: z.string().nullish() })
const eventSchema = z.object({
  id: z.string(),
  iCalUID: z.string().nullish(),
  status: z.string().nullish(),
  etag: z.string().nullish(),
  start: timeSchema.nullish(),
  end: timeSchema.nullish(),
  transparency: z.string().nullish(),
  eventType: z.string().nullish(),
  organizer: z.object({ self: z.boolean().nullish() }).nullish(),
  attendees: z
    .array(z.object({ self: z.boolean().nullish(), responseStatus: z.string().nullish() }))
    .nullish(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).nullish() }).nullish(),
})
export type CalendarEvent = z.output<typeof eventSchema>

/** The session that an event of this vendor stands for; null: we have not written it. */
export function sessionOf({ extendedProperties }: CalendarEvent, vendorId: string): string | null {
  const { openspotVendor, openspotSession } = extendedProperties?.private ?? {}
  return openspotVendor === vendorId && openspotSession ? openspotSession : null
}

/**
 * Whether an event is one of ours, wherever it came from: written by us for this vendor, also into another account's
 * calendar, or read from a feed or mail of this installation.
 */
export function isOfOpenspot(
  event: CalendarEvent,
  of: { vendorId: string; host: string },
): boolean {
  return sessionOf(event, of.vendorId) !== null || event.iCalUID?.endsWith(`@${of.host}`) === true
}

/** Whatever else comes back has not deleted anything. */
const nothing = z.union([z.literal(''), z.null(), z.undefined()])
const writtenSchema = z.object({ id: z.string(), etag: z.string() })
const pageSchema = z.object({
  items: z.array(eventSchema).default([]),
  nextPageToken: z.string().nullish(),
  nextSyncToken: z.string().nullish(),
})
const calendarsSchema = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().default(''),
        summaryOverride: z.string().nullish(),
        primary: z.boolean().nullish(),
      }),
    )
    .default([]),
  nextPageToken: z.string().nullish(),
})
const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().nullish(),
  expiry_date: z.number().nullish(),
  scope: z.string().default(''),
  id_token: z.string(),
})

export type GoogleCalendar = ReturnType<typeof createGoogleCalendar>
export type OpenedCalendar = Awaited<ReturnType<GoogleCalendar['open']>>

const defaultPatienceMs = 8000
const hourMs = 60 * 60_000
// A page may be short, or empty, though others follow.
const maxPages = 400

/** Google Calendar for all vendors: asks for consent, and opens the calendar of one of them. */
export function createGoogleCalendar({
  clientId,
  clientSecret,
  returnTo,
  base,
  patienceMs = defaultPatienceMs,
}: GoogleCalendarOptions) {
  /** The library asks for tokens several times if there is no response; altogether it has to end while somebody waits. */
  async function attempt<Value>(work: () => Promise<Value>): Promise<GoogleResult<Value>> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<GoogleFailure>((resolve) => {
      timer = setTimeout(() => resolve(failure('unreachable', 'too late')), patienceMs * 1.5)
    })
    const done = work().then((value): GoogleResult<Value> => ({ ok: true, value }), failureOf)
    try {
      return await Promise.race([done, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async function newClient(timeout = patienceMs): Promise<OAuth2Client> {
    const { OAuth2Client } = await import('google-auth-library')
    return new OAuth2Client({
      clientId,
      clientSecret,
      redirectUri: returnTo,
      transporterOptions: { timeout },
      ...(base !== null && {
        issuers: [base],
        endpoints: {
          oauth2AuthBaseUrl: `${base}/o/oauth2/v2/auth`,
          oauth2TokenUrl: `${base}/token`,
          oauth2RevokeUrl: `${base}/revoke`,
          oauth2FederatedSignonPemCertsUrl: `${base}/oauth2/v1/certs`,
        },
      }),
    })
  }

  return {
    /** Where browsers are sent, for the policy of the pages with the button. */
    origin: base === null ? 'https://accounts.google.com' : new URL(base).origin,

    /** The address of Google's page, and what its response is checked against. Nothing is sent to Google. */
    async ask(hint: string | null): Promise<{ url: string; asked: AskedGoogle }> {
      const client = await newClient()
      const { CodeChallengeMethod } = await import('google-auth-library')
      const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync()
      const asked = { state: random(), nonce: random(), verifier: codeVerifier }
      const url = new URL(
        client.generateAuthUrl({
          access_type: 'offline',
          prompt: 'consent',
          include_granted_scopes: true,
          scope: scopes,
          state: asked.state,
          code_challenge_method: CodeChallengeMethod.S256,
          ...(codeChallenge !== undefined && { code_challenge: codeChallenge }),
          ...(hint !== null && { login_hint: hint }),
        }),
      )
      url.searchParams.set('nonce', asked.nonce)
      return { url: url.href, asked }
    },

    /** Exchanges the code that a browser came back with. */
    async exchange(code: string, asked: AskedGoogle): Promise<GoogleResult<Granted>> {
      // Longer than an attempt may take: a code that is sent a second time was used.
      const client = await newClient(patienceMs * 2)
      const got = await attempt(async () => {
        const { tokens } = await client.getToken({ code, codeVerifier: asked.verifier })
        return tokensSchema.parse(tokens)
      })
      // A code that was used or made up is no sign that a consent is gone.
      if (!got.ok) return got.problem === 'revoked' ? failure('refused', got.detail) : got
      const { id_token: idToken, refresh_token: refreshToken, ...tokens } = got.value
      const person = await verified(client, idToken, asked.nonce)
      if (person === null) return failure('refused', 'the ID token does not fit')
      if (!refreshToken) return failure('refused', 'there is no refresh token')
      const granted = tokens.scope.split(' ')
      return {
        ok: true,
        value: {
          ...person,
          refreshToken,
          access: {
            token: tokens.access_token,
            expiresAt: new Date(tokens.expiry_date ?? Date.now() + hourMs),
          },
          mayWrite: granted.includes(writeScope),
          mayList: granted.includes(listScope),
        },
      }
    },

    /** Withdraws the consent. A token that no longer works is withdrawn already. */
    async revoke(refreshToken: string): Promise<boolean> {
      const client = await newClient()
      const done = await attempt(() => client.revokeToken(refreshToken))
      return done.ok || done.problem === 'revoked' || done.problem === 'refused'
    },

    /** The calendar of one vendor. `renewed` receives each new access token before the call that needed it returns. */
    async open(
      held: { refreshToken: string; access: AccessToken | null },
      renewed: (access: AccessToken) => Promise<void>,
    ) {
      const client = await newClient()
      const { calendar } = await import('@googleapis/calendar')
      const api = calendar({
        version: 'v3',
        auth: client,
        ...(base !== null && { rootUrl: `${base}/` }),
      })
      client.setCredentials({
        refresh_token: held.refreshToken,
        ...(held.access && {
          access_token: held.access.token,
          expiry_date: held.access.expiresAt.getTime(),
        }),
      })
      let fresh: AccessToken | null = null
      client.on('tokens', ({ access_token: token, expiry_date: at }) => {
        if (token) fresh = { token, expiresAt: new Date(at ?? Date.now() + hourMs) }
      })

      /** A token that Google no longer takes is renewed once. */
      async function call<Value>(
        work: () => Promise<{ data: unknown }>,
        schema: z.ZodType<Value>,
      ): Promise<GoogleResult<Value>> {
        const once = () => attempt(async () => schema.parse((await work()).data))
        let got = await once()
        if (!got.ok && got.detail.startsWith('401')) {
          client.setCredentials({ refresh_token: held.refreshToken })
          got = await once()
        }
        if (fresh !== null) {
          const access = fresh
          fresh = null
          await renewed(access)
        }
        return got
      }

      const options = { timeout: patienceMs, retry: false }
      return {
        insert: (calendarId: string, eventId: string, event: NewEvent) =>
          call(
            () =>
              api.events.insert(
                { calendarId, sendUpdates: 'none', requestBody: { id: eventId, ...bodyOf(event) } },
                options,
              ),
            writtenSchema,
          ),
        patch: (calendarId: string, eventId: string, event: NewEvent) =>
          call(
            () =>
              api.events.patch(
                { calendarId, eventId, sendUpdates: 'none', requestBody: changesOf(event) },
                options,
              ),
            writtenSchema,
          ),
        remove: (calendarId: string, eventId: string) =>
          call(
            () => api.events.delete({ calendarId, eventId, sendUpdates: 'none' }, options),
            nothing,
          ),
        /** The events since a token, or all in a time; with the token for the next reading. */
        async read(
          calendarId: string,
          since: { syncToken: string } | { from: Date; to: Date },
          beforePage: () => Promise<void>,
        ): Promise<GoogleResult<{ events: CalendarEvent[]; syncToken: string }>> {
          const events: CalendarEvent[] = []
          let pageToken: string | undefined
          for (let page = 0; page < maxPages; page++) {
            await beforePage()
            const got: GoogleResult<z.output<typeof pageSchema>> = await call(
              () =>
                api.events.list(
                  {
                    calendarId,
                    singleEvents: true,
                    maxResults: 2500,
                    ...(pageToken !== undefined && { pageToken }),
                    ...('syncToken' in since
                      ? { syncToken: since.syncToken }
                      : { timeMin: since.from.toISOString(), timeMax: since.to.toISOString() }),
                  },
                  options,
                ),
              pageSchema,
            )
            // Google says in several ways that it does not know a token any more, one of them a plain 400.
            if (!got.ok && got.problem === 'refused' && 'syncToken' in since)
              return failure('sync_expired', got.detail)
            if (!got.ok) return got
            events.push(...got.value.items)
            pageToken = got.value.nextPageToken ?? undefined
            if (pageToken !== undefined) continue
            const syncToken = got.value.nextSyncToken
            if (syncToken) return { ok: true, value: { events, syncToken } }
            return failure('unreachable', 'no sync token')
          }
          return failure('unreachable', 'too many pages')
        },
        async listCalendars(): Promise<
          GoogleResult<{ id: string; name: string; isPrimary: boolean }[]>
        > {
          const calendars: { id: string; name: string; isPrimary: boolean }[] = []
          let pageToken: string | undefined
          for (let page = 0; page < maxPages; page++) {
            const got: GoogleResult<z.output<typeof calendarsSchema>> = await call(
              () =>
                api.calendarList.list(
                  { minAccessRole: 'reader', ...(pageToken !== undefined && { pageToken }) },
                  options,
                ),
              calendarsSchema,
            )
            if (!got.ok) return got
            for (const { id, summary, summaryOverride, primary } of got.value.items)
              calendars.push({ id, name: summaryOverride ?? summary, isPrimary: primary === true })
            pageToken = got.value.nextPageToken ?? undefined
            if (pageToken === undefined) break
          }
          return { ok: true, value: calendars }
        },
      }
    },
  }

  /** Who has agreed; null: the token is not from Google, or not for this sign-in. */
  async function verified(client: OAuth2Client, idToken: string, nonce: string) {
    try {
      const ticket = await client.verifyIdToken({ idToken, audience: clientId })
      const claims = ticket.getPayload()
      if (!claims || claims.nonce !== nonce) return null
      return { subject: claims.sub, email: claims.email ?? null }
    } catch {
      return null
    }
  }
}

const random = () => randomBytes(32).toString('base64url')

/**
 * `status`: an event that was deleted comes back with it. `recurrence`: one that its owner let repeat is a single one again.
 * Google merges a change into what is there, object by object: an event that was made all-day keeps its date unless that is
 * taken away, and with a date and a time it is refused.
 */
function changesOf(event: NewEvent): calendar_v3.Schema$Event {
  const body = bodyOf(event)
  return {
    ...body,
    status: 'confirmed',
    recurrence: null,
    start: { ...body.start, date: null },
    end: { ...body.end, date: null },
  }
}

function bodyOf(event: NewEvent): calendar_v3.Schema$Event {
  return {
    summary: event.summary,
    description: event.description,
    location: event.location ?? '',
    // Without a zone: Google refuses those that are newer than its list.
    start: { dateTime: event.startsAt.toISOString() },
    end: { dateTime: event.endsAt.toISOString() },
    extendedProperties: {
      private: { openspotVendor: event.vendorId, openspotSession: event.sessionId },
    },
  }
}

const failure = (problem: GoogleProblem, detail: string): GoogleFailure => ({
  ok: false,
  problem,
  detail,
})

const apiErrorSchema = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional() }),
})
const authErrorSchema = z.object({ error: z.string() })

/** The error itself contains tokens, so nothing of it leaves this file but the status and Google's word for it. */
function failureOf(error: unknown): GoogleFailure {
  if (!(error instanceof Error)) throw error
  if (error instanceof z.ZodError) return failure('unreachable', 'malformed')
  // What the library throws has the request in it; anything else is a fault of ours.
  if (!('config' in error)) throw error
  const response = 'response' in error ? error.response : undefined
  const { status, data } = z
    .object({ status: z.number().optional(), data: z.unknown() })
    .catch({ status: undefined, data: undefined })
    .parse(response ?? {})
  if (status === undefined) return failure('unreachable', networkWord(error))
  const reason =
    authErrorSchema.safeParse(data).data?.error ??
    apiErrorSchema.safeParse(data).data?.error.errors?.[0]?.reason ??
    ''
  const detail = `${status} ${/^[\w-]{1,60}$/.test(reason) ? reason : ''}`.trim()
  return failure(problemIn(status, reason), detail)
}

function networkWord(error: Error): string {
  const code = 'code' in error ? String(error.code) : error.name
  return /^[\w-]{1,40}$/.test(code) ? code : 'no response'
}

/** What Google's words mean where the status says too little. */
const meanings: Readonly<Record<string, GoogleProblem>> = {
  invalid_grant: 'revoked',
  // The administrator of the account's organisation has ended it.
  admin_policy_enforced: 'revoked',
  invalid_client: 'misconfigured',
  deleted_client: 'misconfigured',
  disabled_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  accessNotConfigured: 'misconfigured',
  // An account without a calendar.
  notACalendarUser: 'scope',
  fullSyncRequired: 'sync_expired',
  updatedMinTooLongAgo: 'sync_expired',
}

function problemIn(status: number, reason: string): GoogleProblem {
  if (Object.hasOwn(meanings, reason)) return meanings[reason] ?? 'refused'
  if (status === 429 || /limitExceeded|quotaExceeded/i.test(reason)) return 'limited'
  // Without a word of the interface, something in front of it has answered, and nothing is known.
  if (status === 403 && reason === '') return 'unreachable'
  if (status === 403) return /insufficient/i.test(reason) ? 'scope' : 'forbidden'
  if (status === 404 || status === 410) return 'gone'
  if (status === 409) return 'exists'
  return status >= 500 || status < 400 || status === 401 ? 'unreachable' : 'refused'
}
